"""The files of a project that do not depend on the library of its model. `@NAME@` stands for what differs between projects."""

PYPROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "@PROJECT@"
version = "0.1.0"
description = "A network that came from Gluon, in @LIBRARY@"
requires-python = ">=3.11"
dependencies = [
@REQUIREMENTS@]

[project.optional-dependencies]
grain = ["grain>=0.2.10"] # reads batches in threads; without it NumPy makes them
safetensors = ["safetensors>=0.5.3"]
test = ["pytest>=8"]

[tool.setuptools]
py-modules = ["convert", "data", "loss", "model", "train"]
@PACKAGES@
[tool.pytest.ini_options]
testpaths = ["tests"]
pythonpath = ["."]
"""

DATA = '''\
"""The samples, and batches of them. What `load` returns is synthetic: put the reading of your own data there."""

import numpy as np

try:
    import grain
except ImportError:  # NumPy makes the batches then
    grain = None

#: of each input and label: the shape of a sample, its type, and, where it counts something, the number of values
INPUTS = @INPUTS@
LABELS = @LABELS@
#: which axis of a batch counts its samples, for the inputs and the labels
INPUT_AXES, LABEL_AXES = @INPUT_AXES@, @LABEL_AXES@


def load(training=True):
    """The samples for training or testing: inputs and labels, two tuples of arrays whose first axis counts the samples.

    Each synthetic sample is one of eight patterns with some noise, so that a model can learn which labels it has.@CHANNELS@
    """
    random = np.random.default_rng(0 if training else 1)
    kinds = random.integers(8, size=@COUNT@ if training else @FEWER@)
    inputs = tuple(_drawn(number, one, kinds, random) for number, one in enumerate(INPUTS))
    return inputs, tuple(_drawn(100 + number, one, kinds) for number, one in enumerate(LABELS))


def _drawn(seed, about, kinds, noise=None):
    """An array with the pattern of each sample's kind."""
    shape, dtype, values = about
    draw = np.random.default_rng(seed)
    if values is not None:
        return draw.integers(values, size=(8, *shape))[kinds].astype(dtype)
    array = draw.uniform(0, 1, (8, *shape))[kinds]
    if noise is not None:
        array = 2 * array - 1 + 0.1 * noise.normal(size=array.shape)
    return array.astype(dtype)


class Samples:
    """Samples one by one, as grain reads them."""

    def __init__(self, inputs, labels):
        self.inputs, self.labels = inputs, labels

    def __len__(self):
        return len(self.inputs[0])

    def __getitem__(self, place):
        return tuple(array[place] for array in self.inputs), tuple(array[place] for array in self.labels)


def batches(samples, batch_size, seed=None):
    """Batches (inputs, labels) of samples, in an order that the seed decides; the last one may be smaller."""
    for inputs, labels in _stacked(Samples(*samples), batch_size, seed):
        yield _turned(inputs, INPUT_AXES), _turned(labels, LABEL_AXES)


def _stacked(samples, batch_size, seed):
    if grain is not None:
        source = grain.MapDataset.source(samples)
        yield from (source if seed is None else source.shuffle(seed=seed)).batch(batch_size).to_iter_dataset()
        return
    order = np.arange(len(samples)) if seed is None else np.random.default_rng(seed).permutation(len(samples))
    for start in range(0, len(samples), batch_size):
        yield samples[order[start : start + batch_size]]


def _turned(arrays, axes):
    return tuple(np.moveaxis(array, 0, axis) for array, axis in zip(arrays, axes))
'''

CONVERT = '''\
"""Makes a checkpoint of the parameters that the Gluon program has saved: `python convert.py old.params`."""

import argparse
import math
import pathlib
import struct

import numpy as np

import train

#: of MXNet's numbers of types, those that NumPy has
TYPES = {0: "<f4", 1: "<f8", 2: "<f2", 3: "u1", 4: "<i4", 5: "i1", 6: "<i8", 7: "?"}

def read_params(path):
    """The arrays of a file that MXNet's `save_parameters` has written, by their names."""
    content = pathlib.Path(path).read_bytes()
    place = 0

    def numbers(layout):
        nonlocal place
        found = struct.unpack_from("<" + layout, content, place)
        place += struct.calcsize("<" + layout)
        return found

    if numbers("QQ")[0] != 0x112:
        raise ValueError(f"{path} is no file of MXNet's arrays")
    arrays = []
    for _ in range(numbers("Q")[0]):
        magic, storage = numbers("Ii")
        if magic not in (0xF993FAC9, 0xF993FACA) or storage != 0:
            raise ValueError(f"{path} has arrays that are sparse, or of a release before MXNet 1.0; `jmx convert` reads them")
        (rank,) = numbers("I")
        shape = numbers(f"{rank}q")
        kind = numbers("iii")[2]  # behind the device's type and number
        if kind not in TYPES:
            raise ValueError(f"{path} has arrays of the type number {kind}; `jmx convert` reads them")
        dtype = np.dtype(TYPES[kind])
        arrays.append(np.frombuffer(content, dtype, math.prod(shape), place).reshape(shape))
        place += arrays[-1].nbytes
    names = []
    for _ in range(numbers("Q")[0]):
        (length,) = numbers("Q")
        names.append(content[place : place + length].decode())
        place += length
    return dict(zip(names, arrays, strict=True))

def main(words=None):
    """Write the checkpoint that training begins with."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("params", help="a file of save_parameters, or .npz or .safetensors with the same names")
    parser.add_argument("--checkpoints", default="checkpoints", help="folder of the checkpoints")
    options = parser.parse_args(words)
    weights = options.params if options.params.endswith((".npz", ".safetensors")) else read_params(options.params)
    begun = train.begin(weights=weights)
    with train.open_checkpoints(options.checkpoints) as checkpoints:
        if checkpoints.latest_step() is not None:
            parser.error(f"{options.checkpoints} has checkpoints already")
        train.save(checkpoints, 0, *begun)
    print(f"{options.params} -> {options.checkpoints}")


if __name__ == "__main__":
    main()
'''

#: what a project's test compares by
COMPARE = """\
with np.load(HERE / "same.npz") as file:
    GOLDEN = dict(file)


def arrays(kind):
    return [GOLDEN[name] for name in sorted(GOLDEN) if name.startswith(kind)]


def compare(found, expected):
    for one, other in zip(found, expected, strict=True):
        assert one.shape == other.shape
        np.testing.assert_allclose(np.asarray(one), other, rtol=0, atol=1e-4 * max(1e-30, np.abs(other).max(initial=0)))
"""

README = """\
# @PROJECT@

@SENTENCE@ It was written by
`jmx rewrite --to project`, and needs neither MXNet nor jmx.

```
pip install -e '.[test]'
pytest                                # outputs and losses beside those of the Gluon network
python train.py                       # trains on synthetic data, until data.py reads yours
python train.py --epochs 20           # goes on where the last checkpoint is
python convert.py old.params          # a file of save_parameters becomes the first checkpoint
```

Without a checkpoint, training begins with weights that @LIBRARY@ draws; `python convert.py model.npz` lets it begin with
those of the Gluon network. The number of an epoch decides the order of its samples, so that a training that goes on
gives what one without a pause does.

| file | |
|---|---|
| `model.py`, `model.npz` | the network and its weights |
| `loss.py` | the loss of each sample |
| `data.py` | samples and batches; `load` is yours to write |
| `train.py` | the optimizer, a step, the loop, checkpoints of orbax in `checkpoints/` |
| `convert.py` | from a file of parameters to a checkpoint |
| `tests/test_same.py`, `tests/same.npz` | what the Gluon network computed, compared |
@OPTIMIZERS@
## What was read in @PROGRAM@

| | | line |
|---|---|---|
@SETTINGS@
@NOTES@"""
