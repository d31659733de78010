"""Counting tokens."""

from __future__ import annotations

import collections
import re
from typing import Any

__all__ = ["count_tokens_from_str"]


def count_tokens_from_str(
    source_str: str, token_delim: str = " ", seq_delim: str = "\n", to_lower: bool = False, counter_to_update: Any = None
) -> Any:
    """How often each token occurs in a text.

    Parameters
    ----------
    source_str : str
        The text.
    token_delim, seq_delim : str, default ' ' and a line break
        Regular expressions of what separates tokens and sequences.
    to_lower : bool
        Count tokens in lower case.
    counter_to_update : collections.Counter, optional
        Counts to add to.

    Returns
    -------
    collections.Counter

    Examples
    --------
    >>> counter = mx.contrib.text.utils.count_tokens_from_str("Life is great! life is good.", to_lower=True)
    >>> sorted(counter.items())
    [('good.', 1), ('great!', 1), ('is', 2), ('life', 2)]
    """
    tokens = [t for t in re.split(f"{token_delim}|{seq_delim}", source_str) if t]
    counter = collections.Counter() if counter_to_update is None else counter_to_update
    counter.update(t.lower() for t in tokens) if to_lower else counter.update(tokens)
    return counter
