"""Token embeddings: a vector for each token, from text files."""

from __future__ import annotations

import copy
import json
import logging
import os
import pathlib
import shutil
import warnings
from typing import TYPE_CHECKING, Any

from ... import config, registry
from ... import ndarray as nd
from ..._described import described_by
from ..._files.reading import open_file
from . import vocab
from .vocab import UNKNOWN_IDX

if TYPE_CHECKING:
    from ..._typing import AnyFunction
    from .vocab import Vocabulary

__all__ = ["CompositeEmbedding", "CustomEmbedding", "FastText", "GloVe", "create", "get_pretrained_file_names", "register"]

#: Names and SHA-1 sums of the archives and files that MXNet knows, by class.
_PUBLISHED = json.loads(pathlib.Path(__file__).with_name("published.json").read_text(encoding="utf-8"))


def register(embedding_cls: type[Any]) -> type[Any]:
    """Make a subclass of `_TokenEmbedding` known to `create` under its name; for use as a decorator.

    Parameters
    ----------
    embedding_cls : type
        The class.

    Returns
    -------
    type
        The same.

    Examples
    --------
    >>> @mx.contrib.text.embedding.register
    ... class MyVectors(mx.contrib.text.embedding.CustomEmbedding):
    ...     pretrained_file_name_sha1 = {}
    >>> "myvectors" in mx.contrib.text.embedding.get_pretrained_file_names()
    True
    """
    return registry.get_register_func(_TokenEmbedding, "token embedding")(embedding_cls)


def create(embedding_name: str, **kwargs: Any) -> Any:
    """An embedding of a registered class.

    Parameters
    ----------
    embedding_name : str
        Name of the class in lower case: 'glove', 'fasttext', or one that was registered.
    **kwargs
        What its constructor takes.

    Returns
    -------
    _TokenEmbedding

    Examples
    --------
    `create("glove", pretrained_file_name="glove.6B.50d.txt")` fetches hundreds of megabytes. A class of one's own:

    >>> import tempfile
    >>> @mx.contrib.text.embedding.register
    ... class Small(mx.contrib.text.embedding.CustomEmbedding):
    ...     pretrained_file_name_sha1 = {}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with open(f"{folder}/vectors.txt", "w") as file:
    ...         print("hello 1 2", file=file)
    ...     small = mx.contrib.text.embedding.create("small", pretrained_file_path=f"{folder}/vectors.txt")
    >>> small.get_vecs_by_tokens("hello").asnumpy()
    array([1., 2.], dtype=float32)
    """
    return registry.get_create_func(_TokenEmbedding, "token embedding")(embedding_name, **kwargs)


def get_pretrained_file_names(embedding_name: str | None = None) -> list[str] | dict[str, list[str]]:
    """The files that an embedding can be made of.

    Parameters
    ----------
    embedding_name : str, optional
        'glove', 'fasttext', or another registered one.

    Returns
    -------
    list of str, or dict of str to list of str
        The files; without a name, for each embedding.

    Raises
    ------
    KeyError
        There is no such embedding.

    Examples
    --------
    >>> "glove.6B.50d.txt" in mx.contrib.text.embedding.get_pretrained_file_names("glove")
    True
    """
    known = registry.get_registry(_TokenEmbedding)
    if embedding_name is None:
        return {name: list(cls.pretrained_file_name_sha1) for name, cls in known.items()}
    if embedding_name not in known:
        raise KeyError(f"Cannot find `embedding_name` {embedding_name}; there are {', '.join(known)}.")
    return list(known[embedding_name].pretrained_file_name_sha1)


def _decoded(lines, where):
    """The lines of an open file; ValueError names the file where they are no text."""
    try:
        yield from lines
    except UnicodeDecodeError as error:
        raise ValueError(
            f"There are bytes that are no text in the encoding {error.encoding} in the lines {where}: {error}"
        ) from None


class _TokenEmbedding(vocab.Vocabulary):
    """A vocabulary with a vector for each token; the unknown token's is that of index 0.

    Subclasses that are registered have a dict `pretrained_file_name_sha1` from the names of files to their SHA-1 sums,
    and, if those come in archives, `pretrained_archive_name_sha1`.
    """

    @classmethod
    def _get_download_file_name(cls, pretrained_file_name):
        return pretrained_file_name

    @classmethod
    def _get_pretrained_file_url(cls, pretrained_file_name):
        from ...gluon.utils import _get_repo_file_url

        return _get_repo_file_url(f"gluon/embeddings/{cls.__name__.lower()}", cls._get_download_file_name(pretrained_file_name))

    @classmethod
    def _get_pretrained_file(cls, embedding_root, pretrained_file_name):
        """The path of a published file under `embedding_root`, fetched if it is not there."""
        from ...gluon.utils import check_sha1, download

        folder = os.path.join(os.path.expanduser(embedding_root), cls.__name__.lower())
        path = os.path.join(folder, pretrained_file_name)
        expected = cls.pretrained_file_name_sha1[pretrained_file_name]
        if os.path.exists(path) and check_sha1(path, expected):
            return path
        url = cls._get_pretrained_file_url(pretrained_file_name)
        fetched = os.path.basename(url)
        archives = getattr(cls, "pretrained_archive_name_sha1", None)
        target = os.path.join(folder, fetched)
        os.makedirs(folder, exist_ok=True)
        download(url, target, sha1_hash=archives[fetched] if archives else expected)
        if fetched.endswith((".zip", ".gz")):
            # a tar archive may hold links and names outside of the folder
            shutil.unpack_archive(target, folder, **({"filter": "data"} if fetched.endswith(".gz") else {}))
        return path

    def _load_embedding(self, pretrained_file_path, elem_delim, init_unknown_vec, encoding="utf8"):
        """Index the tokens of a file with one token and its vector a line.

        Lines with one number are taken for headers and skipped, repeated tokens too, both with a warning. Raises
        AssertionError for lines without numbers and for vectors of different lengths.
        """
        path = os.path.expanduser(pretrained_file_path)
        if not os.path.isfile(path):
            raise ValueError(
                f"`pretrained_file_path` must be a valid path to the pre-trained token embedding file; {path} is none."
            )
        logging.info("Loading pre-trained token embedding vectors from %s", path)
        unknown, rows, seen, length = None, [], set(), None
        where = f"of the pre-trained token embedding file {path}"
        with open_file(path, mode="r", encoding=encoding) as lines:
            for number, line in enumerate(_decoded(lines, where), 1):
                token, *rest = line.rstrip().split(elem_delim)
                assert rest, f"At line {number} {where}: the data format is unexpected."
                try:
                    vector = [float(x) for x in rest]
                except ValueError as error:
                    raise ValueError(f"At line {number} {where}: {error}") from None
                if token == self.unknown_token and unknown is None:
                    unknown = vector
                    seen.add(token)
                elif token in seen:
                    warnings.warn(f"At line {number} {where}: token {token} has a vector already, this one is skipped.")
                elif len(vector) == 1:
                    warnings.warn(
                        f"At line {number} {where}: token {token} with 1-dimensional vector {vector} is likely a header "
                        "and is skipped."
                    )
                else:
                    length = length or len(vector)
                    assert len(vector) == length, (
                        f"At line {number} {where}: the dimension of token {token} is {len(vector)} but the dimension of "
                        f"previous tokens is {length}. Dimensions of all the tokens must be the same."
                    )
                    rows.append(vector)
                    self._token_to_idx[token] = len(self._idx_to_token)
                    self._idx_to_token.append(token)
                    seen.add(token)
        if length is None:
            raise ValueError(f"There is no vector in the lines {where}.")
        if unknown is not None and len(unknown) != length:
            raise ValueError(
                f"The dimension of the unknown token {self.unknown_token} is {len(unknown)} and that of the tokens is {length}, "
                f"in the lines {where}."
            )
        self._vec_len = length
        reserved = len(self._idx_to_token) - len(rows) - 1
        table = nd.array([[0.0] * length for _ in range(1 + reserved)] + rows)
        table[UNKNOWN_IDX] = init_unknown_vec(shape=length) if unknown is None else nd.array(unknown)
        self._idx_to_vec = table

    def _index_tokens_from_vocabulary(self, vocabulary):
        self._token_to_idx = dict(vocabulary.token_to_idx)
        self._idx_to_token = list(vocabulary.idx_to_token)
        self._unknown_token = vocabulary.unknown_token
        self._reserved_tokens = copy.copy(vocabulary.reserved_tokens)

    def _set_idx_to_vec_by_embeddings(self, token_embeddings, vocab_len, vocab_idx_to_token):
        """Vectors for the tokens of a vocabulary, those of several embeddings side by side."""
        table = nd.zeros((vocab_len, sum(e.vec_len for e in token_embeddings)))
        start = 0
        for e in token_embeddings:
            end = start + e.vec_len
            table[0, start:end] = e.idx_to_vec[0]
            if vocab_len > 1:
                table[1:, start:end] = e.get_vecs_by_tokens(vocab_idx_to_token[1:])
            start = end
        self._vec_len, self._idx_to_vec = start, table

    def _build_embedding_for_vocabulary(self, vocabulary):
        if vocabulary is None:
            return
        assert isinstance(vocabulary, vocab.Vocabulary), (
            "The argument `vocabulary` must be an instance of mxnet.contrib.text.vocab.Vocabulary."
        )
        self._set_idx_to_vec_by_embeddings([self], len(vocabulary), vocabulary.idx_to_token)
        self._index_tokens_from_vocabulary(vocabulary)

    @property
    def vec_len(self) -> Any:
        """int: the length of the vectors."""
        return self._vec_len

    @property
    def idx_to_vec(self) -> Any:
        """NDArray of shape (tokens, vec_len): the vectors by number of the token."""
        return self._idx_to_vec

    def get_vecs_by_tokens(self, tokens: Any, lower_case_backup: bool = False) -> Any:
        """The vector of a token, shape (vec_len,), or those of a list of n, shape (n, vec_len).

        lower_case_backup : bool
            Take the vector of a token in lower case where the token has none.
        """
        table = self.token_to_idx
        wanted = tokens if isinstance(tokens, list) else [tokens]
        if lower_case_backup:
            wanted = [t if t in table else t.lower() for t in wanted]
        indices = [table.get(t, UNKNOWN_IDX) for t in wanted]
        rows, width = self.idx_to_vec.shape
        vectors = nd.Embedding(nd.array(indices), self.idx_to_vec, rows, width)
        return vectors if isinstance(tokens, list) else vectors[0]

    def update_token_vectors(self, tokens: Any, new_vectors: Any) -> None:
        """Replace the vectors of a token or of a list of n tokens.

        new_vectors : NDArray
            Of shape (n, vec_len), or (vec_len,) for one token.

        Raises ValueError for tokens that are not indexed, AssertionError for another shape.
        """
        assert self.idx_to_vec is not None, "The property `idx_to_vec` has not been properly set."
        wanted = tokens if isinstance(tokens, list) else [tokens]
        ranks = (1, 2) if len(wanted) == 1 else (2,)
        assert isinstance(new_vectors, nd.NDArray) and new_vectors.ndim in ranks, (
            "`new_vectors` must be a 1-D or 2-D NDArray if `tokens` is a singleton, else a 2-D NDArray."
        )
        if new_vectors.ndim == 1:
            new_vectors = new_vectors.expand_dims(axis=0)
        assert new_vectors.shape == (len(wanted), self.vec_len), (
            f"`new_vectors` needs a row for each token and the width of the embedding, ({len(wanted)}, {self.vec_len}); "
            f"its shape is {new_vectors.shape}."
        )
        for token in wanted:
            if token not in self.token_to_idx:
                raise ValueError(
                    f"Token {token} is unknown. To update the embedding vector for an unknown token, please specify it "
                    f"explicitly as the `unknown_token` {self.idx_to_token[UNKNOWN_IDX]} in `tokens`."
                )
        self._idx_to_vec[nd.array([self.token_to_idx[t] for t in wanted])] = new_vectors


class _Published(_TokenEmbedding):
    """An embedding from a published file, fetched to `embedding_root` when it is not there.

    Parameters
    ----------
    pretrained_file_name : str
        One of `get_pretrained_file_names`.
    embedding_root : str
        Where the files are kept.
    init_unknown_vec : callable
        Makes the vector of the unknown token from `shape=`, if the file has none.
    vocabulary : Vocabulary, optional
        Index its tokens instead of the file's.
    **kwargs
        Arguments of Vocabulary.
    """

    def __init__(
        self,
        pretrained_file_name: str,
        embedding_root: str,
        init_unknown_vec: AnyFunction,
        vocabulary: Vocabulary | None,
        **kwargs: Any,
    ) -> None:
        if pretrained_file_name not in self.pretrained_file_name_sha1:
            raise KeyError(
                f"Cannot find pretrained file {pretrained_file_name} for token embedding {type(self).__name__.lower()}. Valid "
                f"files: {', '.join(self.pretrained_file_name_sha1)}"
            )
        super().__init__(**kwargs)
        self._load_embedding(self._get_pretrained_file(embedding_root, pretrained_file_name), " ", init_unknown_vec)
        self._build_embedding_for_vocabulary(vocabulary)


_ROOT = os.path.join(config.get("MXNET_HOME"), "embeddings")


@register
class GloVe(_Published):
    """GloVe embeddings (Pennington et al., 2014), fetched when they are not there.

    Parameters
    ----------
    pretrained_file_name : str, default 'glove.840B.300d.txt'
        One of `get_pretrained_file_names("glove")`.
    embedding_root : str
        Where the files are kept; `~/.mxnet/embeddings` by default.
    init_unknown_vec : callable, default nd.zeros
        Makes the vector of the unknown token from `shape=`, if the file has none.
    vocabulary : Vocabulary, optional
        Index its tokens instead of the file's.
    **kwargs
        Arguments of Vocabulary.

    Examples
    --------
    >>> len(mx.contrib.text.embedding.GloVe.pretrained_file_name_sha1) == len(
    ...     mx.contrib.text.embedding.get_pretrained_file_names("glove")
    ... )
    True
    """

    pretrained_archive_name_sha1 = _PUBLISHED["GloVe"]["archives"]
    pretrained_file_name_sha1 = _PUBLISHED["GloVe"]["files"]

    def __init__(
        self,
        pretrained_file_name: str = "glove.840B.300d.txt",
        embedding_root: str = _ROOT,
        init_unknown_vec: AnyFunction = nd.zeros,
        vocabulary: Vocabulary | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(pretrained_file_name, embedding_root, init_unknown_vec, vocabulary, **kwargs)

    @classmethod
    def _get_download_file_name(cls, pretrained_file_name):
        corpus = pretrained_file_name.split(".")[1]
        return next(a for a in cls.pretrained_archive_name_sha1 if a.split(".")[1] == corpus)


@register
@described_by(GloVe)
class FastText(_Published):
    """fastText embeddings (Bojanowski et al., 2017), fetched when they are not there.

    Parameters
    ----------
    pretrained_file_name : str, default 'wiki.simple.vec'
        One of `get_pretrained_file_names("fasttext")`.

    Examples
    --------
    >>> len(mx.contrib.text.embedding.FastText.pretrained_file_name_sha1) == len(
    ...     mx.contrib.text.embedding.get_pretrained_file_names("fasttext")
    ... )
    True
    """

    pretrained_archive_name_sha1 = _PUBLISHED["FastText"]["archives"]
    pretrained_file_name_sha1 = _PUBLISHED["FastText"]["files"]

    def __init__(
        self,
        pretrained_file_name: str = "wiki.simple.vec",
        embedding_root: str = _ROOT,
        init_unknown_vec: AnyFunction = nd.zeros,
        vocabulary: Vocabulary | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(pretrained_file_name, embedding_root, init_unknown_vec, vocabulary, **kwargs)

    @classmethod
    def _get_download_file_name(cls, pretrained_file_name):
        return pretrained_file_name.rpartition(".")[0] + ".zip"


@described_by(_Published)
class CustomEmbedding(_TokenEmbedding):
    """An embedding from a file of one's own: a token and its vector a line.

    Parameters
    ----------
    pretrained_file_path : str
        The file.
    elem_delim : str, default ' '
        What separates the token and the numbers.
    encoding : str, default 'utf8'
        The file's encoding.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with open(f"{folder}/vectors.txt", "w") as file:
    ...         print("hello 1 2", file=file)
    ...         print("world 3 4", file=file)
    ...     vectors = mx.contrib.text.embedding.CustomEmbedding(f"{folder}/vectors.txt")
    >>> vectors.vec_len, vectors.get_vecs_by_tokens(["world", "unknown"]).asnumpy().tolist()
    (2, [[3.0, 4.0], [0.0, 0.0]])
    """

    def __init__(
        self,
        pretrained_file_path: str,
        elem_delim: str = " ",
        encoding: str = "utf8",
        init_unknown_vec: AnyFunction = nd.zeros,
        vocabulary: Vocabulary | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._load_embedding(pretrained_file_path, elem_delim, init_unknown_vec, encoding)
        self._build_embedding_for_vocabulary(vocabulary)


class CompositeEmbedding(_TokenEmbedding):
    """For the tokens of a vocabulary, the vectors of several embeddings one after the other.

    Parameters
    ----------
    vocabulary : Vocabulary
        The tokens.
    token_embeddings : embedding or list of embeddings
        Where their vectors come from.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with open(f"{folder}/vectors.txt", "w") as file:
    ...         print("hello 1 2", file=file)
    ...         print("world 3 4", file=file)
    ...     vectors = mx.contrib.text.embedding.CustomEmbedding(f"{folder}/vectors.txt")
    >>> vocabulary = mx.contrib.text.vocab.Vocabulary(mx.contrib.text.utils.count_tokens_from_str("hello you"))
    >>> both = mx.contrib.text.embedding.CompositeEmbedding(vocabulary, [vectors, vectors])
    >>> both.get_vecs_by_tokens("hello").asnumpy()
    array([1., 2., 1., 2.], dtype=float32)
    """

    def __init__(self, vocabulary: Vocabulary, token_embeddings: Any) -> None:
        assert isinstance(vocabulary, vocab.Vocabulary), (
            "The argument `vocabulary` must be an instance of mxnet.contrib.text.vocab.Vocabulary."
        )
        embeddings = token_embeddings if isinstance(token_embeddings, list) else [token_embeddings]
        for e in embeddings:
            assert isinstance(e, _TokenEmbedding), (
                f"The argument `token_embeddings` must be an embedding or a list of embeddings; it has a {type(e).__name__}."
            )
        self._index_tokens_from_vocabulary(vocabulary)
        self._set_idx_to_vec_by_embeddings(embeddings, len(self), self.idx_to_token)
