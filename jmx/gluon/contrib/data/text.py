"""WikiText, articles of Wikipedia as one long row of words."""

from __future__ import annotations

import os
import tempfile
import zipfile
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .... import config, ndarray
from ...._files.reading import open_file
from ...._late_binding import provider
from ...data import dataset
from ...utils import _get_repo_file_url, check_sha1, dataset_path, download, replace_file

if TYPE_CHECKING:
    from ...._typing import Float, Int
    from ....contrib.text.vocab import Vocabulary

__all__ = ["WikiText2", "WikiText103"]

#: ends every line
EOS_TOKEN = "<eos>"

_HOME = os.path.join(config.get("MXNET_HOME"), "datasets")
_WIKITEXT2, _WIKITEXT103 = (os.path.join(_HOME, name) for name in ("wikitext-2", "wikitext-103"))


def _unpack(archive, folder) -> None:
    """The files of an archive, without its folders, into one folder; each is replaced whole or not at all."""
    with zipfile.ZipFile(archive) as content, tempfile.TemporaryDirectory(dir=folder) as part:
        for member in content.infolist():
            name = os.path.basename(member.filename)
            if name:
                member.filename = name
                replace_file(content.extract(member, part), os.path.join(folder, name))


class _WikiText(dataset._DownloadedDataset):
    _archive_file: tuple[str, str]
    _data_file: dict[str, tuple[str, str]]

    def __init__(self, root: Any, namespace: Any, segment: Any, vocabulary: Any, seq_len: Any) -> None:
        if segment not in self._data_file:
            raise KeyError(f"segment must be one of {', '.join(map(repr, self._data_file))}, but got {segment!r}")
        self._segment = segment
        self._seq_len = seq_len
        self._vocab = vocabulary
        self._counter = None
        self._namespace = namespace
        super().__init__(root, None)

    @property
    def vocabulary(self) -> Any:
        """contrib.text.vocab.Vocabulary: the numbers of the words."""
        return self._vocab

    @property
    def frequencies(self) -> Any:
        """collections.Counter: how often each word occurs in this segment."""
        return self._counter

    def _read_batch(self, filename: str) -> Any:
        with open_file(filename, mode="r", encoding="utf8") as stream:
            content = stream.read()
        text = provider("gluon.contrib.data: vocabularies")
        self._counter = text.utils.count_tokens_from_str(content)
        if not self._vocab:
            self._vocab = text.vocab.Vocabulary(counter=self._counter, reserved_tokens=[EOS_TOKEN])
        lines = (line.split() for line in content.splitlines())
        tokens = [word for line in lines if line for word in (*line, EOS_TOKEN)]
        numbers = np.array(self.vocabulary.to_indices(tokens), np.int32)
        return numbers[:-1], numbers[1:]

    def _get_data(self) -> None:
        name, sha1 = self._data_file[self._segment]
        path = os.path.join(self._root, name)
        archive, archive_sha1 = self._archive_file
        url = _get_repo_file_url(f"gluon/dataset/{self._namespace}", archive)

        def present():
            return os.path.exists(path) and check_sha1(path, sha1)

        def fetch():
            _unpack(download(url, path=self._root, sha1_hash=archive_sha1), self._root)

        path = dataset_path(self._namespace, name, path, url, present, fetch)
        self._data, self._label = (self._cut(row) for row in self._read_batch(path))

    def _cut(self, row: Any) -> Any:
        """Samples of equal length; what is left over at the end is dropped."""
        count = len(row) // self._seq_len
        return ndarray.array(row[: count * self._seq_len].reshape(count, self._seq_len), dtype=row.dtype)


class WikiText2(_WikiText):
    """WikiText-2: 2 million words of Wikipedia articles, for language models.

    A sample is (data, label): two int32 NDArrays of shape (seq_len,), numbers of words and of the words that follow
    them. The license of the texts is Creative Commons Attribution-ShareAlike.

    Parameters
    ----------
    root : str
        Folder of the files, by default $MXNET_HOME/datasets/wikitext-2. Files that are not there, or have another
        SHA-1, are unpacked from the archive, which is downloaded if it is not there either.
    segment : {'train', 'validation', 'test'}
        Which part.
    vocab : contrib.text.vocab.Vocabulary, optional
        The numbers of the words; by default they are made from this segment.
    seq_len : int
        The length of a sample, whatever the lengths of the sentences.

    Raises
    ------
    KeyError
        There is no such segment.
    OSError
        A file is missing and could not be downloaded; the message says where to put it, and how to go on without.
    """

    _archive_file = ("wikitext-2-v1.zip", "3c914d17d80b1459be871a5039ac23e752a53cbe")
    _data_file = {
        "train": ("wiki.train.tokens", "863f29c46ef9d167fff4940ec821195882fe29d1"),
        "validation": ("wiki.valid.tokens", "0418625c8b4da6e4b5c7a0b9e78d4ae8f7ee5422"),
        "test": ("wiki.test.tokens", "c7b8ce0aa086fb34dab808c5c49224211eb2b172"),
    }

    def __init__(
        self,
        root: str = _WIKITEXT2,
        segment: Literal["train", "validation", "test"] | str = "train",
        vocab: Vocabulary | None = None,
        seq_len: Int = 35,
    ) -> None:
        super().__init__(root, "wikitext-2", segment, vocab, seq_len)


class WikiText103(_WikiText):
    """WikiText-103: 103 million words of Wikipedia articles; otherwise as :class:`WikiText2`.

    Parameters
    ----------
    root : str
        Folder of the files, by default $MXNET_HOME/datasets/wikitext-103.
    segment, vocab, seq_len
        As for WikiText2.
    """

    _archive_file = ("wikitext-103-v1.zip", "0aec09a7537b58d4bb65362fee27650eeaba625a")
    _data_file = {
        "train": ("wiki.train.tokens", "b7497e2dfe77e72cfef5e3dbc61b7b53712ac211"),
        "validation": ("wiki.valid.tokens", "c326ac59dc587676d58c422eb8a03e119582f92b"),
        "test": ("wiki.test.tokens", "8a5befc548865cec54ed4273cf87dbbad60d1e47"),
    }

    def __init__(self, root: str = _WIKITEXT103, segment: str = "train", vocab: Any = None, seq_len: Float = 35) -> None:
        super().__init__(root, "wikitext-103", segment, vocab, seq_len)
