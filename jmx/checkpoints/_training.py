"""What is trained: a network with its trainer, or a module. Taken at one step, written by another thread, and read again."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from .. import ndarray
from .._files.atomic import atomic_file
from ..base import MXNetError
from ..gluon import Block, Trainer
from ..gluon.utils import _save_arrays
from ..module.base_module import BaseModule
from ..ndarray import NDArray
from ..ndarray.buffers import replica
from ..optimizer import Updater, _state_files
from ..util import is_np_array, is_np_shape, np_array, np_shape

#: names of files in a checkpoint
PARAMETERS, STATES = "net.params", "trainer.states"
#: of a loss scaler: what its next steps depend on
_SCALER = {"_loss_scale": float, "_next_loss_scale": float, "_unskipped": int}

Write = Callable[[str], None]


class Trained(Protocol):
    """What a manager saves and restores."""

    def taken(self) -> Write:
        """A function that writes the values of now into a folder, whatever happens to them meanwhile."""
        ...

    def facts(self) -> dict[str, Any]:
        """What goes with the values, as values of JSON."""
        ...

    def read(self, folder: str, facts: Mapping[str, Any]) -> None:
        """Take up what is in a folder, or change nothing where it is damaged."""
        ...


def _held(state: Any) -> Any:
    """A state with the values of now. Arrays share their memory until one of them is written."""
    if isinstance(state, NDArray):
        return replica(state)
    if isinstance(state, tuple | list):
        parts = [_held(part) for part in state]
        return tuple(parts) if isinstance(state, tuple) else parts
    return copy.deepcopy(state)


def _taken_states(updater: Any) -> Callable[[], Any]:
    """A function that makes the bytes of an updater's states and of its optimizer, as they are now."""
    if type(updater) is not Updater:  # another one knows how itself, and does it now
        data = updater.get_states(True)
        return lambda: data
    held = Updater(copy.deepcopy(updater.optimizer))
    held.states = {index: _held(state) for index, state in updater.states.items()}
    return lambda: held.get_states(True)


def _writes(arrays: Mapping[str, NDArray], states: Callable[[], Any] | None) -> Write:
    """What writes the arrays as this thread would, whose settings others do not have."""
    modes = is_np_shape(), is_np_array()

    def write(folder: str) -> None:
        with np_shape(modes[0]), np_array(modes[1]):
            _save_arrays(os.path.join(folder, PARAMETERS), arrays)
        if states is not None:
            with atomic_file(os.path.join(folder, STATES)) as file:
                file.write(states())

    return write


class OfGluon:
    """A block, with or without a trainer."""

    def __init__(self, net: Block, trainer: Trainer | None) -> None:
        self.net, self.trainer = net, trainer

    def taken(self) -> Write:
        """See `Trained`."""
        arrays = {}
        for name, parameter in self.net._collect_params_with_prefix().items():
            copies = parameter.list_data() if parameter._stype == "default" else []
            # What is trained is the same on all contexts, and a mean of three might not be. Running statistics differ.
            same = len(copies) == 1 or (copies and parameter.grad_req != "null")
            arrays[name] = replica(copies[0]) if same else parameter._reduce()
        if self.trainer is None:
            return _writes(arrays, None)
        self.trainer._get_ready()
        store = self.trainer._kvstore if self.trainer._update_on_kvstore else None
        return _writes(arrays, _taken_states(self.trainer._updaters[0] if store is None else store._updater))

    def facts(self) -> dict[str, Any]:
        """The scale of the loss under automatic mixed precision."""
        scaler = getattr(self.trainer, "_amp_loss_scaler", None)
        return {} if scaler is None else {"loss_scaler": {name: getattr(scaler, name) for name in _SCALER}}

    def read(self, folder: str, facts: Mapping[str, Any]) -> None:
        """See `Trained`. Parameters come first: a store takes its first values from them."""
        scaler = getattr(self.trainer, "_amp_loss_scaler", None)
        saved = scaler is not None and "loss_scaler" in facts
        scale = {name: kind(facts["loss_scaler"][name]) for name, kind in _SCALER.items()} if saved else {}
        if self.trainer is not None:
            _state_files.check(self.trainer._updaters, os.path.join(folder, STATES))
        self.net.load_parameters(os.path.join(folder, PARAMETERS))
        if self.trainer is not None:
            self.trainer.load_states(os.path.join(folder, STATES))
        for name, value in scale.items():
            setattr(scaler, name, value)


class OfModule:
    """A module."""

    def __init__(self, module: BaseModule) -> None:
        self.module = module

    def _own(self) -> Any:
        """The module itself that has the optimizer: of several for buckets, the present one."""
        module: Any = getattr(self.module, "_curr_module", None) or self.module
        if not hasattr(module, "_updater") or not module.optimizer_initialized:
            raise MXNetError(
                f"the {type(module).__name__} has no optimizer yet, or none that can be saved. Checkpoints are of a Module or a "
                "BucketingModule, after bind, init_params and init_optimizer"
            )
        return module

    def _updater(self) -> Any:
        module = self._own()
        return module._kvstore._updater if module._update_on_kvstore else module._updater

    def taken(self) -> Write:
        """See `Trained`."""
        states = _taken_states(self._updater())
        arguments, auxiliary = self.module.get_params()
        arrays = {f"arg:{name}": replica(value) for name, value in arguments.items()}
        arrays.update({f"aux:{name}": replica(value) for name, value in auxiliary.items()})
        return _writes(arrays, states)

    def facts(self) -> dict[str, Any]:
        """Nothing."""
        return {}

    def read(self, folder: str, facts: Mapping[str, Any]) -> None:
        """See `Trained`."""
        module, updater = self._own(), self._updater()
        groups: dict[str, dict[str, NDArray]] = {"arg": {}, "aux": {}}
        path = os.path.join(folder, PARAMETERS)
        read = ndarray.load(path)
        for name, value in read.items() if isinstance(read, dict) else ():
            group, _, own = name.partition(":")
            if group not in groups or not own:
                raise MXNetError(f"{path}: holds {name!r:.80}, which is no parameter of a module")
            groups[group][own] = value
        for group, present in zip(groups.values(), self.module.get_params()):
            for name, value in present.items():
                if name not in group or group[name].shape != value.shape:
                    found = f"of shape {group[name].shape}" if name in group else "missing"
                    raise MXNetError(f"{path}: parameter {name!r} is {found}, and the module's has the shape {value.shape}")
        _state_files.check([updater], os.path.join(folder, STATES))
        self.module.set_params(groups["arg"], groups["aux"])
        _state_files.load([updater], os.path.join(folder, STATES))
        module._optimizer = updater.optimizer
        if module._update_on_kvstore:  # the store has values of its own
            values = module._kvstore._values
            values.update({name: groups["arg"][name].copy() for name in values if name in groups["arg"]})
