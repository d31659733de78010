"""Programs that write and read files: records, and arrays."""

import os
import tempfile

import mxnet as mx
import numpy as np
from mxnet import nd

RECORDS = 4000


def _folder():
    return tempfile.TemporaryDirectory()  # removed with the program


def _write(prefix, records):
    file = mx.recordio.MXIndexedRecordIO(prefix + ".idx", prefix + ".rec", "w")
    for i, (label, body) in enumerate(records):
        file.write_idx(i, mx.recordio.pack(mx.recordio.IRHeader(0, label, i, 0), body))
    file.close()


def _records():
    return [(float(i % 10), bytes([i % 256]) * (390 + i % 20)) for i in range(RECORDS)]


def recordio_write():
    with _folder() as folder:
        records = _records()
        yield
        while True:
            _write(os.path.join(folder, "data"), records)
            yield


def recordio_read():
    with _folder() as folder:
        prefix = os.path.join(folder, "data")
        _write(prefix, _records())
        order = np.random.RandomState(0).permutation(RECORDS)
        yield
        while True:
            labels = 0.0
            reader = mx.recordio.MXRecordIO(prefix + ".rec", "r")
            for text in iter(reader.read, None):
                header, _ = mx.recordio.unpack(text)
                labels += header.label
            reader.close()
            reader = mx.recordio.MXIndexedRecordIO(prefix + ".idx", prefix + ".rec", "r")
            for key in order:
                header, _ = mx.recordio.unpack(reader.read_idx(int(key)))
                labels -= header.label
            reader.close()
            yield labels


def _arrays():
    return {f"arg:w{i}": nd.array(np.random.RandomState(i).rand(1024, 2560).astype("float32")) for i in range(10)}


def nd_save():
    with _folder() as folder:
        arrays = _arrays()
        yield
        while True:
            nd.save(os.path.join(folder, "a.params"), arrays)
            yield


def nd_load():
    with _folder() as folder:
        path = os.path.join(folder, "a.params")
        nd.save(path, _arrays())
        yield
        while True:
            loaded = nd.load(path)
            yield sum(array[0, 0].asscalar() for array in loaded.values())
