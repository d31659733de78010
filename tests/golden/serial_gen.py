"""Make tests/fixtures/legacy_v0.params and legacy_v1.params, the array formats from before MXNet 1.0.

Run with the real MXNet 1.9.1, which must read back what was written: python tests/golden/serial_gen.py
"""

import pathlib
import struct

import mxnet as mx
import numpy as np

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "fixtures"
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


def main():
    for version in (0, 1):
        data = struct.pack("<QQQ", 0x112, 0, len(arrays()))
        data += b"".join(pack(a, version) for a in arrays().values())
        data += struct.pack("<Q", len(arrays()))
        data += b"".join(struct.pack("<Q", len(n)) + n.encode() for n in arrays())
        path = FIXTURES / f"legacy_v{version}.params"
        path.write_bytes(data)
        found = mx.nd.load(str(path))
        assert list(found) == list(arrays())
        for name, array in arrays().items():
            read = found[name].asnumpy()
            assert read.dtype == array.dtype and read.shape == array.shape and (read == array).all()


if __name__ == "__main__":
    main()
