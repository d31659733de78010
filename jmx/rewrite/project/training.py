"""How a Gluon program trains, as far as its source tells: loss, optimizer, batch size, epochs. The rest gets defaults."""

from __future__ import annotations

import ast
import inspect
from typing import Any, NamedTuple

from ... import optimizer as opt
from ...gluon import Trainer
from ...gluon.loss import Loss
from ...lr_scheduler import LRScheduler
from .values import NotTold, Program

BATCH_SIZE, EPOCHS = 32, 5
OPTIMIZER, SETTINGS = "adam", {"learning_rate": 0.001}


class Setting(NamedTuple):
    """One thing about the training.

    value   what it is
    text    the same in words, or as the program has it
    line    where the program says so, 0 where in several places; None for a default
    """

    value: Any
    text: str
    line: int | None = None


class Training(NamedTuple):
    """How a program trains.

    optimizer    value: an Optimizer
    loss         value: a Loss, or None where the program names none
    batch_size, epochs
    notes        what was not read, with its line
    """

    optimizer: Setting
    loss: Setting
    batch_size: Setting
    epochs: Setting
    notes: list[str]


def read_training(source: str, names: dict[str, Any]) -> Training:
    """How a program trains.

    Parameters
    ----------
    source : str
        The program.
    names : dict
        What the names of its module stand for, where it has been imported; may be empty.
    """
    reader = _Reader(source, names)
    return Training(reader.optimizer(), reader.loss(), reader.batch_size(), reader.epochs(), reader.notes)


def _class_of(program, node):
    """The class that a call makes an instance of; None where the source does not tell."""
    try:
        found = program.value(node.func)
    except NotTold:
        return None
    return found if inspect.isclass(found) else None


class _Reader:
    def __init__(self, source, names):
        self.program, self.notes = Program(source, names), []
        self.calls = [node for node in ast.walk(self.program.tree) if isinstance(node, ast.Call)]
        self.calls.sort(key=lambda call: (call.lineno, call.col_offset))
        self.made = [(call, cls) for call in self.calls if (cls := _class_of(self.program, call)) is not None]

    def note(self, node, text):
        self.notes.append(f"line {node.lineno}: {text}")

    # ---- the optimizer

    def optimizer(self) -> Setting:
        """The optimizer of the program's first Trainer."""
        trainers = [call for call, cls in self.made if issubclass(cls, Trainer)]
        default = Setting(opt.create(OPTIMIZER, **SETTINGS), f"{OPTIMIZER}, {SETTINGS}")
        if not trainers:
            return default
        call = trainers[0]
        if len(trainers) > 1:
            self.note(trainers[1], f"another Trainer; the first one, of line {call.lineno}, was taken")
        given = _given(call, ("params", "optimizer", "optimizer_params"))
        if not self._all_parameters(given.get("params")):
            self.note(call, "the Trainer may have some of the parameters only; here all are trained that have gradients")
        clips = [one for one in self.calls if "clip_global_norm" in ast.unparse(one.func)]
        if clips:
            self.note(
                clips[0], "gradients are clipped by their norm; optax.clip_by_global_norm does that to those of the mean loss"
            )
        if "optimizer" not in given:
            self.note(call, "the Trainer's optimizer was not found")
            return default
        try:
            wanted = self.program.value(given["optimizer"])
        except NotTold as error:
            self.note(call, f"the optimizer ({error}) is known only when the program runs")
            return default
        settings = self._settings(given.get("optimizer_params"))
        try:
            made = wanted if isinstance(wanted, opt.Optimizer) else opt.create(wanted, **settings)
        except Exception as error:  # an optimizer or argument that MXNet does not know; the program would fail with it too
            self.note(call, f"the optimizer {wanted!r} cannot be made: {error}")
            return default
        text = f"{type(made).__name__} by {ast.unparse(given['optimizer'])}"
        shown = ", ".join(f"{key}={_shown(value)}" for key, value in settings.items())
        return Setting(made, f"{text}{f' ({shown})' if shown else ''}", call.lineno)

    def _all_parameters(self, node):
        """Whether an argument is `net.collect_params()` or the like, without a pattern, of a name."""
        node = self.program.behind(node) if node is not None else None
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "collect_params":
            return False
        return not node.args and not node.keywords and isinstance(node.func.value, ast.Name)

    def _settings(self, node):
        """The optimizer's arguments, those that the source tells."""
        if node is None:
            return {}
        node = self.program.behind(node)
        if isinstance(node, ast.Dict):
            pairs = [(key.value if isinstance(key, ast.Constant) else None, value) for key, value in zip(node.keys, node.values)]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dict" and not node.args:
            pairs = [(keyword.arg, keyword.value) for keyword in node.keywords]
        else:
            pairs = []
        settings = {}
        if not pairs:
            try:
                settings = dict(self.program.value(node))
            except (NotTold, TypeError, ValueError):
                self.note(node, f"the optimizer's arguments ({ast.unparse(node)}) are known only when the program runs")
        for key, value in pairs:
            if key is None:
                self.note(value, f"an argument of the optimizer ({ast.unparse(value)}) was not read")
            elif key != "rescale_grad":  # the Trainer sets it
                self._setting(settings, key, value)
        return settings

    def _setting(self, settings, key, node):
        try:
            settings[key] = self.program.value(node)
        except NotTold:
            behind = self.program.behind(node)
            shown = ast.unparse(behind)
            if key == "lr_scheduler":
                rate = self._rate_of(behind)
                also = "" if rate is None else f", and its highest rate, {rate:g}, is kept all the time"
                self.note(behind, f"the schedule {shown} is known only when the program runs{also}")
                if rate is not None:
                    settings.setdefault("learning_rate", rate)
            else:
                self.note(node, f"{key} of the optimizer ({shown}) is known only when the program runs; it has its default here")

    def _rate_of(self, node):
        """The rate that a call of a scheduler's class names; None where it names none."""
        if isinstance(node, ast.Call):
            cls = _class_of(self.program, node)
            if cls is not None and issubclass(cls, LRScheduler):
                given = _given(node, tuple(inspect.signature(cls).parameters))
                if "base_lr" in given:
                    try:
                        return float(self.program.value(given["base_lr"]))
                    except NotTold:
                        return None
        return None

    # ---- the rest

    def loss(self) -> Setting:
        """The program's first loss of Gluon's, or of its own."""
        found = [call for call, cls in self.made if issubclass(cls, Loss)]
        for call in found:
            try:
                made = self.program.value(call)
            except NotTold as error:
                self.note(call, f"the loss {error} is known only when the program runs")
                continue
            others = [one for one in found if ast.unparse(one) != ast.unparse(call)]
            if others:
                self.note(others[0], f"another loss, {ast.unparse(others[0])}; the one of line {call.lineno} was taken")
            return Setting(made, ast.unparse(call), call.lineno)
        return Setting(None, "none was found")

    def batch_size(self) -> Setting:
        """What loaders and iterators are given, or else `trainer.step`."""
        for call in self.calls:
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if name.endswith(("DataLoader", "Iter")):
                given = _given(call, ("dataset", "batch_size"))
                found = self._number(given.get("batch_size"))
                if found is not None:
                    return Setting(found, str(found), call.lineno)
        for call in self.calls:
            if isinstance(call.func, ast.Attribute) and call.func.attr == "step" and len(call.args) == 1:
                found = self._number(call.args[0])
                if found is not None and found > 1:
                    return Setting(found, str(found), call.lineno)
        return self._option("batch_size", BATCH_SIZE)

    def epochs(self) -> Setting:
        """The number of passes of a loop that counts epochs."""
        for node in ast.walk(self.program.tree):
            if isinstance(node, ast.For) and "epoch" in ast.unparse(node.target).lower() and isinstance(node.iter, ast.Call):
                plain = isinstance(node.iter.func, ast.Name) and node.iter.func.id == "range" and len(node.iter.args) == 1
                found = self._number(node.iter.args[0]) if plain else None
                if found is not None:
                    return Setting(found, str(found), node.lineno)
        return self._option("epochs", EPOCHS)

    def _option(self, name, default):
        """The default of an option, or else the default that is given."""
        try:
            value = self.program.option(name)
        except NotTold:
            value = None
        if not isinstance(value, int) or value <= 0:
            return Setting(default, str(default))
        return Setting(value, f"{value}, the default of --{name.replace('_', '-')}", 0)

    def _number(self, node):
        """A positive whole number, or None."""
        if node is None:
            return None
        try:
            value = self.program.value(node)
        except NotTold:
            return None
        return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


def _given(call, names):
    """The expressions of a call's arguments by the names of the parameters."""
    given = dict(zip(names, call.args))
    return given | {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}


def _shown(value):
    return type(value).__name__ if isinstance(value, LRScheduler) else repr(value)


__all__ = ["Setting", "Training", "read_training"]
