"""tests/fixtures/legacy_v0.params and legacy_v1.params, of the formats before MXNet 1.0, which MXNet must read back."""

import struct

import numpy as np

FOLDER = "../fixtures"
CODES = {"float32": 0, "float64": 1, "uint8": 3, "int32": 4}
V1_MAGIC = 0xF993FAC8


def arrays():
    """One array of each element type that these versions had, of 1 to 4 dimensions."""
    return {
        "arg:w": np.arange(6, dtype="float32").reshape(2, 3) / 4 - 1,
        "arg:d": np.array([1e300, -2.5, 0.1]),
        "aux:u": np.arange(24, dtype="uint8").reshape(1, 2, 3, 4),
        "aux:i": np.array([[[-7, 2**31 - 1]]], dtype="int32"),
    }


def pack(array, version):
    """The bytes of one array: shape, device, element type, elements."""
    if version == 0:
        shape = struct.pack(f"<I{array.ndim}I", array.ndim, *array.shape)
    else:
        shape = struct.pack(f"<Ii{array.ndim}q", V1_MAGIC, array.ndim, *array.shape)
    return shape + struct.pack("<iii", 1, 0, CODES[array.dtype.name]) + array.tobytes()


def record(mx, output):
    for version in (0, 1):
        data = struct.pack("<QQQ", 0x112, 0, len(arrays()))
        data += b"".join(pack(a, version) for a in arrays().values())
        data += struct.pack("<Q", len(arrays()))
        data += b"".join(struct.pack("<Q", len(n)) + n.encode() for n in arrays())
        path = output.path(f"legacy_v{version}.params")
        with open(path, "wb") as stream:
            stream.write(data)
        found = mx.nd.load(path)
        assert list(found) == list(arrays())
        for name, array in arrays().items():
            read = found[name].asnumpy()
            assert read.dtype == array.dtype and read.shape == array.shape and (read == array).all()
