"""Sentences as numbers, and batches of sentences of like lengths."""

from __future__ import annotations

import bisect
import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import ndarray
from ..io import DataBatch, DataDesc, DataIter

if TYPE_CHECKING:
    from .._typing import DTypeLike, Int

__all__ = ["BucketSentenceIter", "encode_sentences"]


def encode_sentences(
    sentences: Sequence[Sequence[str]],
    vocab: Mapping[str, Int] | None = None,
    invalid_label: Int = -1,
    invalid_key: str = "\n",
    start_label: Int = 0,
    unknown_token: str | None = None,
) -> tuple[list[list[int]], dict[Any, Any]]:
    """Turn words into numbers.

    Parameters
    ----------
    sentences : list of list of str
        The words.
    vocab : dict of str to int, optional
        The number of each word; made here by default.
    invalid_label : int
        A number that no word gets: the one of `invalid_key`.
    invalid_key : str
        The entry of a new `vocab` for the end of a sentence.
    start_label : int
        The first number.
    unknown_token : str, optional
        The word in whose place words stand that a given `vocab` lacks.

    Returns
    -------
    (list of list of int, dict)
        The numbers, and the vocabulary.

    Raises
    ------
    AssertionError
        A word is not in the given `vocab`, and there is no `unknown_token`.

    Examples
    --------
    >>> sentences, vocab = mx.rnn.encode_sentences([["a", "cat"], ["a", "dog"]], start_label=1)
    >>> sentences, sorted(vocab.items())
    ([[1, 2], [1, 3]], [('\\n', -1), ('a', 1), ('cat', 2), ('dog', 3)])
    >>> mx.rnn.encode_sentences([["dog", "a"]], vocab=vocab)[0]
    [[3, 1]]
    """
    new_vocab = vocab is None
    if new_vocab:
        vocab = {invalid_key: invalid_label}
    index = start_label
    encoded = []
    for sentence in sentences:
        coded = []
        for word in sentence:
            if word not in vocab:
                assert new_vocab or unknown_token, f"Unknown token {word}"
                if index == invalid_label:
                    index += 1
                if unknown_token:
                    word = unknown_token
                vocab[word] = index
                index += 1
            coded.append(vocab[word])
        encoded.append(coded)
    return encoded, vocab  # pyright: ignore[reportReturnType]


class BucketSentenceIter(DataIter):
    """Batches of sentences for language models: each is filled up to the length of its bucket.

    The label of a word is the next word.

    Parameters
    ----------
    sentences : list of list of int
        From `encode_sentences`.
    batch_size : int
        Sentences in a batch.
    buckets : list of int, optional
        Lengths; by default those that at least `batch_size` sentences have.
    invalid_label : int
        What sentences are filled up with, and the label of the last word.
    data_name, label_name : str
        Names of input and label.
    dtype : numpy type
        Element type.
    layout : str
        'NT' for batches of shape (sentences, words), 'TN' for (words, sentences).

    Examples
    --------
    >>> sentences = [[1, 2], [3, 4], [5, 6, 7], [8, 9, 1]]
    >>> batches = mx.rnn.BucketSentenceIter(sentences, batch_size=2, buckets=[2, 3], invalid_label=0)
    WARNING: discarded 0 sentences longer than the largest bucket.
    >>> shapes = {}
    >>> for batch in batches:
    ...     shapes[batch.bucket_key] = batch.data[0].shape
    >>> sorted(shapes.items())
    [(2, (2, 2)), (3, (2, 3))]
    >>> batch.label[0].asnumpy()[:, -1]    # no word follows the last one
    array([0., 0.], dtype=float32)
    """

    def __init__(
        self,
        sentences: Sequence[Sequence[Int]],
        batch_size: Int,
        buckets: Sequence[Int] | None = None,
        invalid_label: Int = -1,
        data_name: str = "data",
        label_name: str = "softmax_label",
        dtype: DTypeLike = "float32",
        layout: str = "NT",
    ) -> None:
        super().__init__()
        if not buckets:
            counts = np.bincount([len(s) for s in sentences])
            buckets = [i for i, count in enumerate(counts) if count >= batch_size]
        buckets.sort()
        rows = [[] for _ in buckets]
        discarded = 0
        for sentence in sentences:
            place = bisect.bisect_left(buckets, len(sentence))
            if place == len(buckets):
                discarded += 1
                continue
            row = np.full((buckets[place],), invalid_label, dtype=dtype)
            row[: len(sentence)] = sentence
            rows[place].append(row)
        self.data = [np.asarray(of_length, dtype=dtype) for of_length in rows if of_length]
        self.buckets = [length for length, of_length in zip(buckets, rows) if of_length]
        print(f"WARNING: discarded {discarded} sentences longer than the largest bucket.")
        self.batch_size = batch_size
        self.data_name = data_name
        self.label_name = label_name
        self.dtype = dtype
        self.invalid_label = invalid_label
        self.layout = layout
        self.major_axis = layout.find("N")
        self.default_bucket_key = max(self.buckets)
        if self.major_axis not in (0, 1):
            raise ValueError(f"Invalid layout {layout}: Must by NT (batch major) or TN (time major)")
        shape = (batch_size, self.default_bucket_key)
        if self.major_axis == 1:
            shape = shape[::-1]
        self.provide_data = [DataDesc(name=data_name, shape=shape, layout=layout)]
        self.provide_label = [DataDesc(name=label_name, shape=shape, layout=layout)]
        self.idx = [(i, j) for i, array in enumerate(self.data) for j in range(0, len(array) - batch_size + 1, batch_size)]
        self.curr_idx = 0
        self.nddata = []
        self.ndlabel = []
        self.reset()

    def reset(self) -> None:
        """Start again, with batches and sentences in another order."""
        self.curr_idx = 0
        random.shuffle(self.idx)
        self.nddata, self.ndlabel = [], []
        for array in self.data:
            np.random.shuffle(array)
            label = np.full_like(array, self.invalid_label)
            label[:, :-1] = array[:, 1:]
            self.nddata.append(ndarray.array(array, dtype=self.dtype))
            self.ndlabel.append(ndarray.array(label, dtype=self.dtype))

    def next(self) -> DataBatch:
        """The next DataBatch, with the length of its bucket as `bucket_key`. Raises StopIteration after the last."""
        if self.curr_idx == len(self.idx):
            raise StopIteration
        i, j = self.idx[self.curr_idx]
        self.curr_idx += 1
        data, label = self.nddata[i][j : j + self.batch_size], self.ndlabel[i][j : j + self.batch_size]
        if self.major_axis == 1:
            data, label = data.T, label.T
        return DataBatch(
            [data],
            [label],
            pad=0,
            bucket_key=self.buckets[i],
            provide_data=[DataDesc(name=self.data_name, shape=data.shape, layout=self.layout)],
            provide_label=[DataDesc(name=self.label_name, shape=label.shape, layout=self.layout)],
        )
