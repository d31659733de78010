"""Tokens and their numbers."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..._typing import Int

__all__ = ["Vocabulary"]

#: the number of the unknown token
UNKNOWN_IDX = 0


class Vocabulary:
    """Numbers for tokens: 0 for the unknown one, then the reserved ones, then the others, the most frequent first.

    Parameters
    ----------
    counter : collections.Counter, optional
        How often tokens occur; without it there are only the unknown and the reserved ones.
    most_freq_count : int, optional
        How many of its tokens to take at most; all by default. Equally frequent ones are taken in their order.
    min_freq : int
        Take only tokens that occur this often.
    unknown_token : hashable
        What stands for any token that is not indexed.
    reserved_tokens : list of hashable, optional
        Tokens that get the numbers from 1 on, such as padding.

    Raises
    ------
    AssertionError
        `min_freq` is below 1, or reserved tokens repeat or hold the unknown one.

    Examples
    --------
    >>> counter = mx.contrib.text.utils.count_tokens_from_str("a b b c c c")
    >>> vocabulary = mx.contrib.text.vocab.Vocabulary(counter, min_freq=2, reserved_tokens=["<pad>"])
    >>> vocabulary.idx_to_token, vocabulary.to_indices(["c", "a"])
    (['<unk>', '<pad>', 'c', 'b'], [2, 0])
    """

    def __init__(
        self,
        counter: Any = None,
        most_freq_count: Int | None = None,
        min_freq: Int = 1,
        unknown_token: Any = "<unk>",
        reserved_tokens: Any = None,
    ) -> None:
        assert min_freq > 0, "`min_freq` must be set to a positive value."
        if reserved_tokens is not None:
            assert unknown_token not in reserved_tokens, "`reserved_tokens` cannot contain `unknown_token`."
            assert len(set(reserved_tokens)) == len(reserved_tokens), "`reserved_tokens` cannot contain a token twice."
        self._unknown_token = unknown_token
        self._reserved_tokens = None if reserved_tokens is None else list(reserved_tokens)
        self._idx_to_token = [unknown_token, *(reserved_tokens or ())]
        self._token_to_idx = {token: i for i, token in enumerate(self._idx_to_token)}
        if counter is None:
            return
        assert isinstance(counter, collections.Counter), "`counter` must be an instance of collections.Counter."
        most = len(self._idx_to_token) + (len(counter) if most_freq_count is None else most_freq_count)
        for token, count in sorted(sorted(counter.items(), key=lambda x: x[0]), key=lambda x: -x[1]):
            if count < min_freq or len(self._idx_to_token) == most:
                break
            if token not in self._token_to_idx:
                self._token_to_idx[token] = len(self._idx_to_token)
                self._idx_to_token.append(token)

    def __len__(self) -> int:
        return len(self.idx_to_token)

    @property
    def token_to_idx(self) -> Any:
        """dict: the number of each token."""
        return self._token_to_idx

    @property
    def idx_to_token(self) -> Any:
        """list: the tokens by number."""
        return self._idx_to_token

    @property
    def unknown_token(self) -> Any:
        """hashable: what stands for unknown tokens."""
        return self._unknown_token

    @property
    def reserved_tokens(self) -> Any:
        """list of hashable, or None."""
        return self._reserved_tokens

    def to_indices(self, tokens: Any) -> Any:
        """The number of a token, or the list of those of a list; 0 for unknown ones."""
        if isinstance(tokens, list):
            return [self.token_to_idx.get(t, UNKNOWN_IDX) for t in tokens]
        return self.token_to_idx.get(tokens, UNKNOWN_IDX)

    def to_tokens(self, indices: Any) -> Any:
        """The token of a number, or the list of those of a list; raises ValueError for numbers that no token has."""
        wanted = indices if isinstance(indices, list) else [indices]
        for i in wanted:
            if not isinstance(i, int) or i >= len(self.idx_to_token):
                raise ValueError(f"Token index {i} in the provided `indices` is invalid: there are {len(self)} tokens.")
        tokens = [self.idx_to_token[i] for i in wanted]
        return tokens if isinstance(indices, list) else tokens[0]
