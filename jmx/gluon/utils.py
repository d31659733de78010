"""Helpers around training: splitting batches over contexts, clipping gradients, fetching files."""

from __future__ import annotations

import collections
import hashlib
import os
import uuid
import warnings
import weakref
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from .. import config, ndarray
from .._dialects import dialect
from ..base import MXNetError
from ..config.system import files
from ..context import Context
from ..core.serial import atomic_file
from ..initializer.recurrent import rnn_pieces
from ..util import is_np_array, is_np_shape, np_array, np_shape

if TYPE_CHECKING:
    from .._typing import Float, Int
    from ..ndarray import NDArray
    from ..symbol import Symbol

__all__ = ["split_rnn_params", "split_data", "split_and_load", "clip_global_norm", "check_sha1", "download", "replace_file"]

_CHUNK = 1 << 16
#: seconds without a byte from the server after which a download has failed
_SILENCE = 60


def _array_module() -> Any:
    """The functions that make arrays of the class in use: those of `mx.nd`, or in NumPy mode of `mx.np`."""
    if not is_np_array():
        return ndarray
    from .. import numpy

    return numpy


def _array_files() -> Any:
    """The functions `save` and `load` for arrays of the class in use."""
    if not is_np_array():
        return ndarray
    from .. import numpy_extension

    return numpy_extension


def _load_arrays(filename: str) -> Any:
    """Read a file of parameters. In NumPy mode one that was written outside of it, as those of the model zoo are, is read too."""
    try:
        return _array_files().load(filename)
    except MXNetError as error:
        if not is_np_array() or "was not saved in np shape semantics" not in str(error):
            raise
    with np_array(False), np_shape(False):
        loaded = ndarray.load(filename)
    if isinstance(loaded, dict):
        return {name: array.as_np_ndarray() for name, array in loaded.items()}
    return [array.as_np_ndarray() for array in loaded]


def _save_arrays(filename: str, arrays: Any) -> None:
    """Write a file of parameters: with the interface of MXNet 2.0 in its format, which is NumPy's .npz."""
    if not dialect().npz_parameters:
        _array_files().save(filename, arrays)
        return
    with atomic_file(filename) as stream:
        np.savez(stream, **{name: array.asnumpy() for name, array in arrays.items()})


def split_rnn_params(
    param: NDArray,
    mode: Literal["rnn_relu", "rnn_tanh", "lstm", "gru"] | str,
    num_layers: Int,
    input_size: Int,
    hidden_size: Int,
    bidirectional: bool = False,
    projection_size: Int | None = None,
) -> dict[str, NDArray]:
    """Cut the one parameter of a recurrent layer of MXNet 2.0's interface into those of its layers.

    Parameters
    ----------
    param : NDArray
        The flat vector: `layer.rnn_param.data()`, all weights and behind them all biases.
    mode : {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'}
        The kind of the layer.
    num_layers : int
        How many layers, one above the other.
    input_size : int
        Features of the input.
    hidden_size : int
        Features of the cells.
    bidirectional : bool, default False
        Whether the layer goes through the sequence from both ends.
    projection_size : int, optional
        Features of the outputs, if the layer projects them.

    Returns
    -------
    dict of str to NDArray
        By names such as `l0_i2h_weight`: the number of the layer, behind 'l' for forward or 'r' for backward.

    Raises
    ------
    ValueError
        The vector has another size.

    Examples
    --------
    >>> parts = gluon.utils.split_rnn_params(nd.arange(21), "rnn_tanh", num_layers=1, input_size=2, hidden_size=3)
    >>> [(name, part.shape) for name, part in parts.items()]
    [('l0_i2h_weight', (3, 2)), ('l0_h2h_weight', (3, 3)), ('l0_i2h_bias', (3,)), ('l0_h2h_bias', (3,))]
    >>> parts["l0_i2h_weight"].asnumpy()
    array([[0., 1.],
           [2., 3.],
           [4., 5.]], dtype=float32)
    """
    pieces = rnn_pieces(mode, num_layers, input_size, hidden_size, bidirectional, projection_size)
    total = sum(int(np.prod(shape)) for _, shape in pieces)
    if param.size != total:
        raise ValueError(f"split_rnn_params: a layer like this has {total} parameters, and param has {param.size}")
    parts, at = {}, 0
    for name, shape in pieces:
        size = int(np.prod(shape))
        parts[name] = param[at : at + size].reshape(shape)
        at += size
    return parts


def split_data(data: NDArray, num_slice: Any, batch_axis: Int = 0, even_split: bool = True) -> list[NDArray]:
    """Cut an array into `num_slice` pieces along one axis.

    Parameters
    ----------
    data : NDArray
        The batch, of any shape and dtype.
    num_slice : int
        How many pieces.
    batch_axis : int, default 0
        The axis to cut along.
    even_split : bool, default True
        Insist on pieces of one size. When False, the first pieces are one longer where the size does not divide.

    Returns
    -------
    list of NDArray
        The pieces, even if there is only one.

    Raises
    ------
    ValueError
        If `even_split` and the axis does not divide by `num_slice`.

    Examples
    --------
    >>> [part.asnumpy() for part in gluon.utils.split_data(nd.arange(4), 2)]
    [array([0., 1.], dtype=float32), array([2., 3.], dtype=float32)]
    >>> [len(part) for part in gluon.utils.split_data(nd.arange(5), 2, even_split=False)]
    [3, 2]
    """
    size = data.shape[batch_axis]
    each, extra = divmod(size, num_slice)
    if even_split and extra:
        raise ValueError(
            f"split_data: axis {batch_axis} of data with shape {data.shape} has {size} entries, which cannot be evenly "
            f"split into {num_slice} slices. Use a batch size that is a multiple of {num_slice}, or pass "
            "even_split=False to allow pieces of different sizes."
        )
    ends = np.cumsum([each + 1] * extra + [each] * (num_slice - extra)).tolist()
    starts = [0, *ends[:-1]]
    if is_np_array():
        return _array_module().split(data, indices_or_sections=ends[:-1], axis=batch_axis)
    if batch_axis == 0:
        return [data[start:end] for start, end in zip(starts, ends)]
    return [ndarray.slice_axis(data, axis=batch_axis, begin=start, end=end) for start, end in zip(starts, ends)]


def split_and_load(data: Any, ctx_list: Any, batch_axis: Any = 0, even_split: Any = True) -> list[NDArray]:
    """Split a batch and place one piece on each context.

    Parameters
    ----------
    data : NDArray or array-like
        The batch; anything that is no NDArray is first made one on the first context.
    ctx_list : list of Context
        Where the pieces go, in order.
    batch_axis, even_split
        As in :func:`split_data`.

    Returns
    -------
    list of NDArray
        One piece per context.

    Examples
    --------
    >>> [part.shape for part in gluon.utils.split_and_load(nd.zeros((4, 3)), [mx.cpu(0), mx.cpu(1)])]
    [(2, 3), (2, 3)]
    """
    if isinstance(ctx_list, Context):
        raise TypeError(f"object of type 'Context' has no len(): ctx_list is a list of contexts, such as [{ctx_list!r}]")
    if not isinstance(data, ndarray.NDArray):
        data = _array_module().array(data, ctx=ctx_list[0])
    if len(ctx_list) == 1:
        return [data.as_in_ctx(ctx_list[0])]
    pieces = split_data(data, len(ctx_list), batch_axis, even_split)
    return [piece.as_in_ctx(ctx) for piece, ctx in zip(pieces, ctx_list)]


def _squared_norm(array):
    if array.stype == "default":
        flat = array.reshape((-1,))
        return ndarray.dot(flat, flat)
    return array.norm().square()


def _global_norm(arrays, ctx):
    """The 2-norm of all arrays together, on a context, also where squares of their elements over- or underflow."""
    return ndarray.norm(ndarray.concat(*[array.norm().as_in_ctx(ctx) for array in arrays], dim=0))


#: a smaller norm may have lost squares that underflow
_LEAST_NORM = 1e-10


def clip_global_norm(arrays: Sequence[NDArray], max_norm: Float, check_isfinite: bool = True) -> Any:
    """Scale arrays in place so that the 2-norm of all of them together is at most `max_norm`.

    Parameters
    ----------
    arrays : list of NDArray
        The arrays, usually gradients; they may lie on several contexts.
    max_norm : float
        The largest norm allowed.
    check_isfinite : bool, default True
        Warn when the norm is nan or inf. This waits for the result; without it nothing is waited for.

    Returns
    -------
    float or NDArray
        The norm before clipping: a float with `check_isfinite`, otherwise an NDArray of shape (1,).

    Examples
    --------
    >>> arrays = [nd.array([3]), nd.array([4])]
    >>> float(gluon.utils.clip_global_norm(arrays, max_norm=1.0))
    5.0
    >>> [array.asnumpy().round(3) for array in arrays]
    [array([0.6], dtype=float32), array([0.8], dtype=float32)]
    """
    assert len(arrays) > 0, "clip_global_norm needs at least one array"
    numpy = getattr(arrays[0], "_numpy", False)
    arrays = [array.as_nd_ndarray() for array in arrays]  # the same memory
    ctx = arrays[0].ctx
    if check_isfinite:
        norm = ndarray.sqrt(ndarray.add_n(*[_squared_norm(array).as_in_ctx(ctx) for array in arrays]))
        value = norm.asscalar()
        if value < _LEAST_NORM or np.isinf(value):
            norm = _global_norm(arrays, ctx)
            value = norm.asscalar()
        if not np.isfinite(value):
            warnings.warn(
                UserWarning("nan or inf is detected in the global norm. Clipping results will be undefined."), stacklevel=2
            )
    else:  # nobody looks at the value here, so that the way that is always exact is taken
        norm = _global_norm(arrays, ctx)
    scale = max_norm / (norm + 1e-8)
    scale = ndarray.min(ndarray.concat(scale, ndarray.ones(1, ctx=ctx), dim=0))
    for array in arrays:
        array *= scale.as_in_ctx(array.ctx)
    if check_isfinite:
        return value
    return norm.as_np_ndarray() if numpy else norm


def _indent(text: Any, spaces: Any) -> Any:
    """Indent every line of `text` but the first."""
    return text.replace("\n", "\n" + " " * spaces)


def _brief_print_list(items: Any, limit: Float = 7) -> Any:
    """Names in quotes, the middle of a long list left out."""
    items = list(items)
    if len(items) > limit:
        return f"{_brief_print_list(items[: limit // 2])}, ..., {_brief_print_list(items[-(limit // 2) - 1 :])}"
    return ", ".join(f"'{item}'" for item in items)


def check_sha1(filename: str, sha1_hash: str) -> bool:
    """Whether the SHA-1 digest of a file, in hexadecimal, is `sha1_hash`.

    Parameters
    ----------
    filename : str
        The file.
    sha1_hash : str
        The digest that is expected: 40 digits, in small letters.

    Returns
    -------
    bool

    Raises
    ------
    OSError
        The file cannot be read.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "words.txt")
    >>> length = path.write_text("abc")
    >>> gluon.utils.check_sha1(path, "a9993e364706816aba3e25717850c26c9cd0d89d")
    True
    """
    with open(filename, "rb") as stream:
        return hashlib.file_digest(stream, "sha1").hexdigest() == sha1_hash


def replace_file(src: str, dst: str) -> None:
    """Rename `src` to `dst` in one atomic step, replacing what is there.

    Parameters
    ----------
    src : str
        The file.
    dst : str
        Its new path, on the same file system.

    Raises
    ------
    OSError
        If the file cannot be moved; `src` is removed then.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> lengths = [(folder / name).write_text(name) for name in ("words.txt", "new.txt")]
    >>> gluon.utils.replace_file(folder / "new.txt", folder / "words.txt")
    >>> [(path.name, path.read_text()) for path in folder.iterdir()]
    [('words.txt', 'new.txt')]
    """
    try:
        files.rename(src, dst)
    except OSError as error:
        try:
            os.remove(src)
        except OSError:
            pass
        raise OSError(f"Moving the downloaded file {src} to {dst} failed: {error}. Please retry the download.") from error


def _chunks(url, verify_ssl):
    import requests  # 0.1 s, and few programs download

    with requests.get(url, stream=True, verify=verify_ssl, timeout=_SILENCE) as response:
        if response.status_code != 200:
            raise RuntimeError(f"Failed downloading url {url}: the server answered {response.status_code}")
        yield from response.iter_content(chunk_size=_CHUNK)


def _fetch_once(url, fname, sha1_hash, verify_ssl) -> None:
    """Fetch to a name of our own, then rename, so that other processes never see half a file."""
    part = f"{fname}.{uuid.uuid4()}"
    try:
        with open(part, "wb") as stream:
            for chunk in _chunks(url, verify_ssl):
                stream.write(chunk)
        if sha1_hash and not check_sha1(part, sha1_hash):
            raise UserWarning(
                f"File {fname} was downloaded from {url} but its SHA-1 is not {sha1_hash}. The file on the server may "
                "have changed, or the download may be incomplete."
            )
        replace_file(part, fname)
    finally:
        if os.path.exists(part):
            os.remove(part)


def download(
    url: str,
    path: str | None = None,
    overwrite: bool = False,
    sha1_hash: str | None = None,
    retries: Int = 5,
    verify_ssl: bool = True,
) -> str:
    """Fetch a file, unless it is there already.

    Parameters
    ----------
    url : str
        Where the file is.
    path : str, optional
        The file or folder to write to; by default the current folder. In a folder the file is called by the last part of the
        url.
    overwrite : bool, default False
        Fetch even if the file exists.
    sha1_hash : str, optional
        Hexadecimal SHA-1 the content must have. A file that has another one is fetched again, and is kept if the
        new content is wrong too.
    retries : int, default 5
        How often to try; at least once in any case.
    verify_ssl : bool, default True
        Check the server's certificate; without that, a warning.

    Returns
    -------
    str
        The path of the file.

    Raises
    ------
    Exception
        What the last attempt raised: RuntimeError if the server does not have the file, UserWarning if its SHA-1 is another one.

    Examples
    --------
    A file that is there already is not fetched again:

    >>> import pathlib, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> length = pathlib.Path(folder, "words.txt").write_text("abc")
    >>> path = gluon.utils.download("https://example.org/words.txt", path=folder)
    >>> pathlib.Path(path).name, pathlib.Path(path).read_text()
    ('words.txt', 'abc')
    """
    if path is None:
        fname = url.split("/")[-1]
        assert fname, f"The url {url} ends in no file name. Please pass the `path` of the file to write."
    else:
        path = os.path.expanduser(path)
        fname = os.path.join(path, url.split("/")[-1]) if os.path.isdir(path) else path
    assert retries >= 0, f"Number of retries should be at least 0, currently it's {retries}"
    if not verify_ssl:
        warnings.warn("Unverified HTTPS request: the server's certificate is not checked (verify_ssl=False).", stacklevel=2)
    if not overwrite and os.path.exists(fname) and (not sha1_hash or check_sha1(fname, sha1_hash)):
        return fname
    os.makedirs(os.path.dirname(os.path.abspath(fname)), exist_ok=True)
    for left in range(max(retries, 1) - 1, -1, -1):
        try:
            print(f"Downloading {fname} from {url}...")
            _fetch_once(url, fname, sha1_hash, verify_ssl)
            break
        except Exception as error:
            if not left:
                raise
            print(f"download failed due to {error!r}, retrying, {left} attempt{'s' if left > 1 else ''} left")
    return fname


def _get_repo_url() -> str:
    """Where MXNet's data sets and models are published; MXNET_GLUON_REPO names another place."""
    url = config.get("MXNET_GLUON_REPO")
    return url if url.endswith("/") else url + "/"


def _get_repo_file_url(namespace: str, filename: str) -> str:
    return f"{_get_repo_url()}{namespace}/{filename}"


#: data sets that `jmx.synthetic` can draw
_STAND_INS = ("mnist", "fashion-mnist", "cifar10", "cifar100", "wikitext-2", "wikitext-103")


def dataset_path(dataset: str, filename: str, path: str, url: str, present: Callable[[], Any], fetch: Callable[[], Any]) -> str:
    """Decide what to read of a data set: the real file, a stand-in where `JMX_SYNTHETIC_DATA` is set, or else a download.

    Parameters
    ----------
    dataset : str
        The data set's name in MXNet's repository.
    filename : str
        The file to read; an empty string for the whole folder.
    path : str
        Where it belongs.
    url : str
        What is downloaded for it.
    present : callable
        Whether the real file is there.
    fetch : callable
        Downloads it to `path`.

    Returns
    -------
    str
        `path`, or the stand-in's path.

    Raises
    ------
    OSError
        The download failed and stand-ins are not enabled.
    """
    if present():
        return path
    if dataset in _STAND_INS and config.get("JMX_SYNTHETIC_DATA"):
        from .. import synthetic

        return os.path.join(synthetic.folder(dataset), filename)
    try:
        fetch()
    except Exception as error:
        text = (
            f"{dataset}: could not download {url} ({error}). Without a network, put {os.path.basename(url)} into "
            f"{os.path.abspath(os.path.dirname(path) if filename else path)} yourself"
        )
        if dataset in _STAND_INS:
            text += (
                ", or set the environment variable JMX_SYNTHETIC_DATA=1 to go on with data of the same format that "
                "jmx draws itself (they are not the real data set)"
            )
        raise OSError(text + ".") from None
    return path


class HookHandle:
    """What registering a hook returns: :meth:`detach` takes the hook away again, as does leaving a `with` block."""

    def __init__(self) -> None:
        self._hooks_dict_ref: weakref.ref[collections.OrderedDict] | Any = None  # attach() sets it
        self._id = None

    def attach(self, hooks_dict: Any, hook: Any) -> None:
        """Put `hook` into an `OrderedDict` of hooks.

        Raises
        ------
        AssertionError
            If this handle is attached already.
        """
        assert not self._hooks_dict_ref, "This handle is attached already. Use a new one for each hook."
        self._id = id(hook)
        hooks_dict[self._id] = hook
        self._hooks_dict_ref = weakref.ref(hooks_dict)

    def detach(self) -> None:
        """Take the hook out; a second call does nothing."""
        hooks_dict = self._hooks_dict_ref()
        if hooks_dict is not None:
            hooks_dict.pop(self._id, None)

    def __getstate__(self):
        return self._hooks_dict_ref(), self._id

    def __setstate__(self, state) -> None:
        hooks_dict, self._id = state
        self._hooks_dict_ref = weakref.ref(collections.OrderedDict() if hooks_dict is None else hooks_dict)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, ptype: object, value: object, trace: object) -> None:
        self.detach()


def shape_is_known(shape: Sequence[int] | None) -> bool:
    """Whether every dimension of a shape is known: not None, and free of 0 (-1 under NumPy shapes)."""
    if shape is None:
        return False
    unknown = -1 if is_np_shape() else 0
    if len(shape) == 0:
        return unknown == -1
    for size in shape:
        if size == unknown:
            return False
        assert size > unknown, f"a dimension of a shape is at least {unknown}, but {shape} was given"
    return True


def _check_same_symbol_type(symbols: Iterable[Symbol]) -> type[Symbol]:
    """The one class of the given symbols; classic and NumPy symbols cannot be grouped."""
    from ..symbol import Symbol

    kinds = {type(symbol) for symbol in symbols}
    if type(None) in kinds:
        raise TypeError("A hybridized block cannot return None, alone or in a list. Return an array instead, or leave it out.")
    if len(kinds) > 1:
        raise TypeError(
            "Outputs of one block mix classic symbols (mx.sym.Symbol) and NumPy symbols (mx.sym.np._Symbol), which "
            "cannot be grouped into one graph. Convert them to one kind with `as_np_ndarray()` or `as_nd_ndarray()`."
        )
    return kinds.pop() if kinds else Symbol


def _check_all_np_ndarrays(out: Any) -> None:
    """Refuse classic arrays and symbols among a block's outputs in NumPy mode."""
    from ..ndarray import NDArray
    from ..numpy import ndarray as np_ndarray
    from ..symbol import Symbol
    from ..symbol.numpy import _Symbol as np_symbol

    if isinstance(out, (list, tuple)):
        for item in out:
            _check_all_np_ndarrays(item)
    elif isinstance(out, (NDArray, Symbol)) and not isinstance(out, (np_ndarray, np_symbol)):
        raise TypeError(
            "With NumPy arrays switched on, a block must return `mxnet.numpy.ndarray` or `mxnet.symbol.numpy._Symbol`, "
            f"but it returned {type(out)}"
        )


def _operator(F: Any, name: str, np_name: str) -> Any:
    """An operator of `F` (mx.nd or mx.sym), or in NumPy mode its counterpart among the `npx` functions."""
    return getattr(F.npx, np_name) if is_np_array() else getattr(F, name)
