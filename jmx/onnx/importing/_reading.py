"""ONNX files: read with all sizes checked, and nothing outside of the model's folder touched."""

from __future__ import annotations

import contextlib
import math
import os
import stat
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import MXNetError
from ...core.declare.dtype import bfloat16

if TYPE_CHECKING:
    from collections.abc import Iterator


#: protobuf's own limit for one message
_LARGEST = 2**31 - 1
#: fields of numbers in a tensor, and the bytes of an element in the NumPy array that they are read as
_TYPED = ("float_data", "int32_data", "int64_data", "double_data", "uint64_data", "string_data")


def library() -> Any:
    """The package onnx; raises MXNetError if it is missing."""
    try:
        import onnx
    except ImportError:
        raise MXNetError("Reading ONNX files needs the package onnx: pip install onnx") from None
    return onnx


class Source:
    """Where a model comes from.

    label    how messages call it
    folder   the folder that its external data has to lie in; None for a model that was no file
    """

    def __init__(self, label: str, folder: str | None) -> None:
        self.label, self.folder = label, folder

    def error(self, place: str, text: str) -> MXNetError:
        """What is wrong at a place of the model."""
        return MXNetError(f"The ONNX model {self.label}: {place}: {text}")

    @contextlib.contextmanager
    def decoded(self) -> Iterator[None]:
        """Around all that reads names: some versions of protobuf find out late that they are no text."""
        try:
            yield
        except UnicodeDecodeError as error:
            raise self.error(
                "a name", f"is no UTF-8 text ({error.reason} at its byte {error.start}); the file is damaged"
            ) from None


def read(model_file) -> tuple[Any, Source]:
    """The onnx.ModelProto of a file (or that model itself), and where it comes from.

    Raises MXNetError for a file that is missing, too large, or no ONNX model.
    """
    onnx = library()
    if isinstance(model_file, onnx.ModelProto):
        return model_file, Source(repr(model_file.graph.name), None)
    if not isinstance(model_file, (str, os.PathLike)):
        raise TypeError(f"model_file is the path of an ONNX file or an onnx.ModelProto, not {type(model_file).__name__}")
    path = os.fspath(model_file)
    try:
        with open(path, "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise MXNetError(f"The ONNX model {path} is not a file.")
            if status.st_size > _LARGEST:
                raise MXNetError(
                    f"The ONNX model {path} has {status.st_size} bytes; ONNX files have at most {_LARGEST}. Larger models keep "
                    "their weights in files beside (onnx.save with save_as_external_data=True)."
                )
            data = file.read(status.st_size)
    except OSError as error:
        raise MXNetError(f"The ONNX model {path} cannot be read: {error.strerror}.") from error
    model = onnx.ModelProto()
    try:
        model.ParseFromString(data)
    except Exception as error:  # protobuf's implementations raise errors of different classes
        raise MXNetError(
            f"{path} is not an ONNX model, or it is cut off ({len(data)} bytes; protobuf: {str(error) or type(error).__name__})."
        ) from None
    source = Source(path, os.path.dirname(os.path.realpath(path)))
    if not model.HasField("graph") or not model.graph.output:
        raise source.error("the file", f"has no graph with outputs; it is no ONNX model, or it is cut off ({len(data)} bytes)")
    return model, source


def opsets(model, source: Source) -> dict[str, int]:
    """{domain: version} of the operators that a model uses; "" for ONNX's own."""
    newest = library().defs.onnx_opset_version()
    found = {("" if item.domain == "ai.onnx" else item.domain): int(item.version) for item in model.opset_import}
    if not 1 <= found.setdefault("", 1) <= newest:
        raise source.error(
            "opset_import",
            f"opset {found['']} is unknown to the installed package onnx, which knows 1 to {newest}: install a newer one",
        )
    return found


def numpy_type(number: int) -> np.dtype:
    """NumPy's element type for one of ONNX's numbers; KeyError with the name of a type that NumPy or MXNet cannot have."""
    onnx = library()
    try:
        name = onnx.TensorProto.DataType.Name(number)
        dtype = bfloat16 if name == "BFLOAT16" else np.dtype(onnx.helper.tensor_dtype_to_np_dtype(number))
    except (KeyError, TypeError, ValueError):
        raise KeyError(str(number)) from None
    # Older versions of onnx have float32, int8 and uint8 for the types of 8 bits and less.
    if dtype == np.float32 and name != "FLOAT" or name in _BITS and dtype in (np.int8, np.uint8):
        raise KeyError(name)
    return dtype


def element_type(number: int, source: Source, place: str) -> np.dtype:
    """NumPy's element type for one of ONNX's numbers."""
    try:
        return numpy_type(number)
    except KeyError as error:
        raise source.error(
            place, f"has the element type {error.args[0]}, which neither ONNX nor MXNet can compute with"
        ) from None


def tensor(proto, source: Source, place: str) -> np.ndarray:
    """The array of an onnx.TensorProto, whose sizes are checked before anything is allocated."""
    onnx = library()
    name = f"{place} tensor {proto.name!r}" if proto.name else place
    dims = tuple(int(n) for n in proto.dims)
    if min(dims, default=0) < 0:
        raise source.error(name, f"has the shape {dims}")
    if proto.data_type == onnx.TensorProto.UNDEFINED:
        raise source.error(name, "has no element type")
    if proto.HasField("segment"):
        raise source.error(name, "is cut into segments, which ONNX has given up")
    dtype = element_type(proto.data_type, source, name)
    count = math.prod(dims)
    external = proto.data_location == onnx.TensorProto.EXTERNAL
    bits = _BITS.get(onnx.TensorProto.DataType.Name(proto.data_type))
    size = dtype.itemsize * count if bits is None else (count * bits + 7) // 8
    if external or proto.HasField("raw_data"):
        if dtype.kind in "OUS":
            raise source.error(name, "holds strings as raw data")
        data = _external(proto, source, name, size) if external else proto.raw_data
        if len(data) != size:
            raise source.error(name, f"has {len(data)} bytes of data, but {size} are needed for the shape {dims} of {dtype}")
        if external:
            inner = onnx.TensorProto(data_type=proto.data_type, dims=dims, raw_data=data)
            return _converted(inner, dtype, source, name)
    elif bits is None:
        lengths = {field: len(getattr(proto, field)) for field in _TYPED if len(getattr(proto, field))}
        wanted = count * (2 if dtype.kind == "c" else 1)
        if list(lengths.values()) != ([wanted] if wanted else []):
            raise source.error(name, f"has {lengths or 'no'} numbers, but {wanted} are needed for the shape {dims} of {dtype}")
    elif count > 8 * len(proto.int32_data):
        raise source.error(name, f"has {len(proto.int32_data)} numbers for the shape {dims}")
    return _converted(proto, dtype, source, name)


#: element types of less than a byte, of which several share one
_BITS = {"INT4": 4, "UINT4": 4, "FLOAT4E2M1": 4, "INT2": 2, "UINT2": 2}


def _converted(proto, dtype, source, name) -> np.ndarray:
    if dtype.name == "bfloat16" and proto.HasField("raw_data"):
        return np.frombuffer(proto.raw_data, "<u2").astype(np.uint16).view(dtype).reshape(tuple(proto.dims))
    try:
        array = library().numpy_helper.to_array(proto)
    except Exception as error:  # what it raises is not documented
        raise source.error(name, f"cannot be read: {error}") from None
    return array if array.dtype == dtype else array.astype(dtype)


def _external(proto, source: Source, name: str, size: int) -> bytes:
    """The bytes of a tensor that lie in a file beside the model."""
    entries = {entry.key: entry.value for entry in proto.external_data}
    location = entries.get("location", "")
    if source.folder is None:
        raise source.error(name, f"is in the file {location!r}; give the path of the model, not an onnx.ModelProto")
    parts = location.replace("\\", "/").split("/")
    if not location or "\0" in location or os.path.isabs(location) or ".." in parts or (len(location) > 1 and location[1] == ":"):
        raise source.error(name, f"is in the file {location!r}; external data has to lie in the model's own folder")
    path = os.path.realpath(os.path.join(source.folder, location))
    if os.path.commonpath([path, source.folder]) != source.folder:
        raise source.error(name, f"is in the file {location!r}, which is a link out of the model's own folder")
    try:
        offset, length = int(entries.get("offset", 0)), int(entries.get("length", size))
    except ValueError:
        raise source.error(name, f"has the offset {entries.get('offset')!r} and the length {entries.get('length')!r}") from None
    if offset < 0 or length != size:
        raise source.error(name, f"has {length} bytes at offset {offset} of {location!r}, but its shape and type need {size}")
    try:
        with open(path, "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise source.error(name, f"is in {location!r}, which is not a file")
            if offset + size > status.st_size:
                raise source.error(
                    name, f"needs the bytes {offset} to {offset + size} of {location!r}, which has {status.st_size}"
                )
            file.seek(offset)
            return file.read(size)
    except OSError as error:
        raise source.error(name, f"is in the file {location!r}, which cannot be read: {error.strerror}") from error
