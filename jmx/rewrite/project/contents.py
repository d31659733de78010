"""The contents of a project's files, from the twin of the network and what is known of the training."""

from __future__ import annotations

import ast
import copy
import importlib.metadata
import pathlib
import re
from typing import Any, NamedTuple

import numpy as np

from ... import autograd
from ...base import MXNetError
from ...gluon import Trainer, nn
from ...gluon.structure import _flatten
from ...jax import optimizers
from ...jax._optax import optax_code
from ...jax._sources import block_leaves, example_of
from ..twins.expressions import Call, written
from ..twins.write import twin_of
from . import parts
from .loss import default_loss, loss_source
from .training import Training

_SAMPLES = 256  # synthetic ones for training, or a batch


class _Samples(NamedTuple):
    """Samples of an input or of the labels, as the model takes them.

    shape    of one sample
    dtype
    values   how many values a number has that counts something; None for others
    axis     the axis of a batch that counts its samples
    """

    shape: tuple[int, ...]
    dtype: np.dtype
    values: int | None
    axis: int


class Contents:
    """Makes the files of a project.

    Parameters
    ----------
    net, example_inputs, check
        As for `to_project`.
    training : Training
    name : str
        The project's name.
    about : str
        The name of the Gluon program; may be empty.
    library : module
        `flax_parts` or `equinox_parts`.
    """

    def __init__(self, net, example_inputs, training: Training, name, about, check, library) -> None:
        self.library = library
        self.net, self.training, self.name, self.about = net, training, name, about
        self.notes = list(training.notes)
        self.words = _words(net, [example_of(one) for one in example_inputs])
        self.twin = twin_of(net, "model.npz", example_inputs, check, library.TARGET, self._drawn)
        self.loss, self.loss_said = self._loss()
        self.inputs, self.labels = self._samples()
        self.optimizer = self._optimizer()
        self.copied = "optimizers." in self.optimizer

    def files(self) -> dict[str, Any]:
        """The files by their names: texts, and dictionaries of arrays."""
        texts = {
            "README.md": parts.README, "pyproject.toml": parts.PYPROJECT, "data.py": parts.DATA, "convert.py": parts.CONVERT,
            "train.py": self.library.TRAIN, "tests/test_same.py": self.library.TEST,
        }  # fmt: skip
        known = self._project() | self._data() | self._of_training()
        made: dict[str, Any] = {file: re.sub(r"@([A-Z_]+)@", lambda found: known[found[1]], text) for file, text in texts.items()}
        made |= {"model.py": self.twin.source.text, "model.npz": self.twin.weights}
        made |= {"loss.py": self.loss.text, "tests/same.npz": self._golden()}
        if self.copied:
            folder = pathlib.Path(str(optimizers.__file__)).parent
            made |= {f"optimizers/{one.name}": one.read_text(encoding="utf-8") for one in sorted(folder.glob("*.py"))}
        for file, text in made.items():
            if file.endswith(".py"):
                compile(text, file, "exec")
        return dict(sorted(made.items()))

    # ---- what is found out

    def _drawn(self, number, example, random):
        """Values of an input, for the comparison with the Gluon network."""
        if number in self.words:
            return random.integers(self.words[number], size=example.shape).astype(example.dtype)
        if np.dtype(example.dtype).kind == "f":
            return random.uniform(-1, 1, example.shape).astype(example.dtype)
        return random.integers(2, size=example.shape).astype(example.dtype)

    def _loss(self):
        """The loss of the program where it can be written, or else a default."""
        output = self.twin.expected[0]
        if output.ndim == 0 or output.dtype.kind != "f":
            raise MXNetError(f"the network's first output ({output.dtype}, {output.ndim} axes) is none that a loss takes")
        if self.twin.root.nesting[1] != 0:
            self.notes.append("the network returns several arrays, and the loss is that of the first one")
        read = self.training.loss
        if read.value is not None:
            try:
                return loss_source(read.value, read.text, output, self.library.TARGET), read.text
            except MXNetError as error:
                self.notes.append(f"line {read.line}: {error}")
        loss, said = default_loss(output)
        return loss_source(loss, said, output, self.library.TARGET), said

    def _samples(self):
        """The samples of each input, and those of the labels."""
        axis, out_axis = self._axes()
        inputs = []
        for number, value in enumerate(self.twin.values):
            values = self.words.get(number, None if value.dtype.kind == "f" else 2)
            inputs.append(self._of(value, axis, values))
        if self.loss.axis is not None and self.loss.axis <= out_axis:
            out_axis -= 1
        return inputs, self._of(self.loss.labels, out_axis, self.loss.classes)

    def _moved(self, array):
        """An array as the model has it: images with channels last, if the library has them so."""
        return np.moveaxis(array, 1, -1) if array.ndim == 4 and self.library.TARGET.channels_last else array

    def _of(self, array, axis, values):
        """The samples that an array of a batch has."""
        moved = self._moved(array)
        if moved is not array and axis:
            raise MXNetError("images of which an axis behind the first counts the samples; --to flax writes the network")
        return _Samples((*moved.shape[:axis], *moved.shape[axis + 1 :]), array.dtype, values, axis)

    def _axes(self):
        """The axis of the inputs that counts samples, and that of the output: reversed samples give reversed outputs."""
        values, output = self.twin.values, self.twin.expected[0]
        near = 1e-3 * float(np.abs(output).max(initial=0))
        for axis in (0, 1):
            sizes = {value.shape[axis] for value in values if value.ndim > axis}
            if len(sizes) != 1 or any(value.ndim <= axis for value in values):
                continue
            with autograd.predict_mode():
                out = self.net(*[example_of(np.flip(value, axis).copy()) for value in values])
            found = _flatten(out, "output")[0][0].asnumpy()
            for out_axis in range(min(2, output.ndim)):
                if output.shape[out_axis] in sizes and np.abs(np.flip(found, out_axis) - output).max(initial=0) <= near:
                    return axis, out_axis
        shapes = ", ".join(str(value.shape) for value in values)
        raise MXNetError(
            f"no axis of the inputs {shapes} counts samples that an axis of the output {output.shape} counts too, so that a "
            "training loop cannot make batches; --to flax writes the network"
        )

    def _optimizer(self):
        """The source of the optimizer; a Trainer knows which parameters it treats in which way."""
        optimizer = self.training.optimizer.value
        alone = copy.deepcopy(optimizer)  # a Trainer tells its optimizer what is particular to a parameter
        try:
            return optax_code(Trainer(self.net.collect_params(), optimizer))
        except MXNetError as error:
            self.notes.append(f"the optimizer: {str(error).splitlines()[0]} Here all parameters are treated alike")
        return optax_code(alone)

    def _frozen(self):
        """The places of the parameters that are not trained, and are no statistics or variables."""
        leaves = {".".join(place): leaf.holder for place, leaf in block_leaves(self.net).items()}
        running = ("mean", "var")
        null = {name for name, holder in leaves.items() if holder is not None and holder.grad_req == "null"}
        places = [(name, place) for name, place, _ in self.twin.source.weights if name in null]
        return [place for name, place in places if place[-1] not in running and name not in self.twin.source.fixed]

    # ---- what the texts get

    def _project(self):
        settings = [
            ("optimizer", self.training.optimizer), ("batch size", self.training.batch_size), ("epochs", self.training.epochs),
        ]  # fmt: skip
        rows = [f"| {what} | {one.text} | {_line(one.line)} |" for what, one in settings]
        read = self.loss_said == self.training.loss.text
        rows.insert(1, f"| loss | `{self.loss_said}` | {_line(self.training.loss.line if read else None)} |")
        sentence = f"A network that came from {self.about}" if self.about else "A network that came from Gluon"
        copied = "| `optimizers/` | updates of MXNet's that optax has not; a copy from jmx, under the Apache License 2.0 |\n"
        required = _requirements(*self.library.REQUIRED)
        return {
            "PROJECT": re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-") or "network",
            "LIBRARY": self.library.TITLE,
            "REQUIREMENTS": "".join(f'  "{one}",\n' for one in required),
            "PACKAGES": 'packages = ["optimizers"]\n' if self.copied else "",
            "PROGRAM": self.about or "the program",
            "SENTENCE": f"{sentence}, in {self.library.TITLE}.",
            "OPTIMIZERS": copied if self.copied else "",
            "SETTINGS": "\n".join(rows),
            "NOTES": "".join(f"- {note[:1].upper()}{note[1:]}.\n" for note in self.notes),
        }

    def _data(self):
        count = max(_SAMPLES, self.training.batch_size.value)
        images = any(self.twin.source.images)
        return {
            "INPUTS": _listed(self.inputs),
            "LABELS": _listed([self.labels]),
            "INPUT_AXES": repr(tuple(one.axis for one in self.inputs)),
            "LABEL_AXES": repr((self.labels.axis,)),
            "CHANNELS": "\n    Images have their channels last: (height, width, channels)." if images else "",
            "COUNT": str(count),
            "FEWER": str(count // 2),
        }

    def _of_training(self):
        library = self.library
        output = library.ONE_OUTPUT if self.twin.root.nesting[1] == 0 else library.FIRST_OUTPUT
        needs_jax = "jax." in output and "import jax\n" not in library.IMPORTS
        frozen, said = self._frozen(), self.training.optimizer
        rows = "".join(f"    {place!r},\n" for place in frozen)
        return {
            "IMPORTS": f"import jax\n{library.IMPORTS}" if needs_jax else library.IMPORTS,
            "REACHED": ", reached" if frozen else "",
            "COMPARE": parts.COMPARE,
            "OPTIMIZERS_IMPORT": "import optimizers\n" if self.copied else "",
            "BATCH_SIZE": str(self.training.batch_size.value),
            "EPOCHS": str(self.training.epochs.value),
            "TRAINED": library.TRAINED_SOME.replace("@ROWS@", rows) if frozen else library.TRAINED_ALL,
            "OPTIMIZER_SAID": f"The Gluon program's optimizer: {said.text}." if said.line else f"A default: {said.text}.",
            "OPTIMIZER": written(_call(ast.parse(self.optimizer, mode="eval").body), 4, 7),
            "OUTPUT": output,
        }

    def _golden(self):
        twin, loss = self.twin, self.loss
        golden = {f"input{number:03}": self._moved(value) for number, value in enumerate(twin.values)}
        golden |= {f"output{number:03}": self._moved(value) for number, value in enumerate(twin.expected)}
        return golden | {"label000": self._moved(loss.labels), "loss000": loss.losses}


def _line(line):
    return "default" if line is None else str(line or "")


def _words(net, arrays):
    """How many values the inputs have that go to an embedding, by their numbers."""
    found: dict[int, int] = {}
    blocks: list[Any] = []
    net.apply(blocks.append)

    def note(block, given):
        for number, array in enumerate(arrays):
            if given[0] is array:
                found[number] = block.weight.shape[0]

    handles = [block.register_forward_pre_hook(note) for block in blocks if type(block) is nn.Embedding]
    active = [(block, block._active) for block in blocks if hasattr(block, "_active")]
    try:
        for block, _ in active:
            block._active = False  # hooks of children run only where children are called
        net(*arrays)
    finally:
        for handle in handles:
            handle.detach()
        for block, was in active:
            block._active = was
    return found


def _listed(samples):
    rows = [f'({one.shape}, "{one.dtype}", {one.values})' for one in samples]
    return f"[{', '.join(rows)}]"


def _call(node):
    """An expression of Python as one that is written on several lines where it is long."""
    if isinstance(node, ast.Call) and all(keyword.arg for keyword in node.keywords):
        keywords = {str(keyword.arg): _call(keyword.value) for keyword in node.keywords}
        return Call(ast.unparse(node.func), *map(_call, node.args), **keywords)
    return ast.unparse(node)


def _requirements(*names):
    """The packages with the oldest releases that this package requires."""
    try:
        required = importlib.metadata.requires("jmx") or []
    except importlib.metadata.PackageNotFoundError:  # a source tree that is not installed
        required = []
    found = {}
    for one in required:
        package = re.split(r"[^\w.-]", one)[0]
        oldest = re.search(r">=[\w.]+", one)  # a program may use newer releases than this package has been tried with
        found.setdefault(package.lower(), package + (oldest[0] if oldest else ""))
    return [found.get(name, name) for name in names]


__all__ = ["Contents"]
