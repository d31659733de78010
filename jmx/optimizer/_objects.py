"""The objects in files of optimizer states: arrays, optimizers and learning-rate schedulers, made without their constructors.

Their classes are loaded already; nothing is imported for a file. Optimizers and schedulers get the attributes that the file has;
an attribute must not take the place of a method. `fail` is what readers give to say that a file is damaged.
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING, Any

import numpy

from .. import lr_scheduler
from .._errors.homes import home
from .._files.pickles import check_nesting, check_states, mxnets_module
from ..ndarray import NDArray
from .base import Optimizer

if TYPE_CHECKING:
    from .._typing import AnyFunction, Int

_REAL = (int, float, numpy.integer, numpy.floating)
_COUNT = (int, numpy.integer)
#: how many steps a schedule may be behind
_MOST_STEPS = 10_000_000
#: attributes of every optimizer, and what they may be
_ATTRIBUTES = {
    "rescale_grad": _REAL, "lr": (*_REAL, type(None)), "lr_scheduler": (lr_scheduler.LRScheduler, type(None)), "wd": _REAL,
    "lr_mult": dict, "wd_mult": dict, "begin_num_update": _COUNT, "num_update": _COUNT, "_all_index_update_counts": dict,
    "_index_update_count": dict, "clip_gradient": (*_REAL, type(None)), "multi_precision": _COUNT, "aggregate_num": _COUNT,
    "idx2name": dict, "sym_info": tuple,
}  # fmt: skip


def place_of(module: Any) -> Any:
    """The name of a class's module in MXNet."""
    if module.startswith("jmx.optimizer.") and module != "jmx.optimizer.contrib":
        return "mxnet.optimizer.optimizer"
    return "mxnet.ndarray.sparse" if module == "jmx.ndarray._sparse_arrays" else mxnets_module(module)


def known_class(place: Any, name: str) -> Any:
    """An array class, or an optimizer or scheduler class that is loaded already, or None; `place` is its module in MXNet."""
    if place in ("mxnet.ndarray.sparse", "mxnet.ndarray._sparse_arrays"):  # jmx once wrote the latter
        from ..ndarray import sparse as module
    elif place in ("mxnet.numpy", "mxnet.numpy.multiarray"):
        from .. import numpy as module
    else:
        module = sys.modules.get(f"jmx{place.removeprefix('mxnet')}" if place.startswith("mxnet.") else place)
    cls = getattr(module, "__dict__", {}).get(name)
    if not isinstance(cls, type) or not issubclass(cls, NDArray | Optimizer | lr_scheduler.LRScheduler):
        return None
    # the common base of sparse arrays has no values of its own
    return cls if not issubclass(cls, NDArray) or cls._dense or hasattr(cls, "_storage_class") else None


def bare(cls: Any, fail: Any) -> Any:
    """An object of a class, without calling anything of the class's own."""
    try:
        return object.__new__(cls)
    except TypeError:
        fail(f"objects of {cls.__name__} cannot be made without their constructor")


def become(made: Any, loaded: Any, fail: Any) -> None:
    """Give an array without value the one of another array, which nobody else has."""
    kind = getattr(type(made), "_storage_class", None)
    if loaded.stype != (kind.stype if kind else "default"):
        fail(f"an array of class {type(made).__name__} has the storage type {loaded.stype}")
    made._become(loaded)


def set_attributes(made: Any, state: Any, fail: Any) -> None:
    """Give an optimizer or scheduler its attributes, which are data."""
    cls = type(made)
    slots = {}
    if type(state) is tuple and len(state) == 2 and type(state[1]) is dict:  # of a class with __slots__
        state, slots = {} if state[0] is None else state[0], state[1]
    if type(state) is not dict:
        fail(f"the state of {cls.__name__} is no dict of attributes")
    for name in (*state, *slots):
        _check_attribute(cls, name, name in slots, fail)
    try:
        setter = getattr(cls, "__setstate__", None)
        if setter is not None:
            setter(made, (dict(state), dict(slots)) if slots else dict(state))
        else:
            made.__dict__.update(state)
            for name, value in slots.items():
                setattr(made, name, value)
    except Exception as error:  # of a class of the program's
        fail(f"{cls.__name__} does not take its state: {type(error).__name__}: {error}")


def _check_attribute(cls, name, slot, fail):
    """Refuse an attribute that would change what methods do, other than by the values that they use."""
    if type(name) is not str:
        fail(f"an attribute of {cls.__name__} has no name")
    owner = next((base for base in cls.__mro__ if name in vars(base)), None)
    there = vars(owner)[name] if owner is not None else None
    if slot:
        wrong = not isinstance(there, types.MemberDescriptorType)
    elif owner is None:
        wrong = name.startswith("__")
    else:
        # private helpers of ours are no names that a class of the program's has to avoid
        ours = name.startswith("_") and _is_ours(owner) and not _is_ours(cls)
        wrong = name.startswith("__") or (not ours and (callable(there) or hasattr(type(there), "__get__")))
    if wrong:
        fail(f"{name!r:.100} of {cls.__name__} is no attribute that may be set")


def _is_ours(cls):
    return home(cls).startswith("jmx.")


def check_object(made: Any, fail: Any) -> None:
    """Refuse an optimizer or scheduler whose attributes cannot be right, so that its first use would not end, or fail oddly."""
    cls, said = type(made), getattr(made, "__dict__", {})
    if isinstance(made, Optimizer):
        wanted = _ATTRIBUTES if _is_ours(cls) else {"aggregate_num": _COUNT}
        for name, kinds in wanted.items():
            if name not in said and not (hasattr(cls, name) and not _is_ours(cls)):
                fail(f"{cls.__name__} has no {name}")
            if not isinstance(getattr(made, name), kinds):
                fail(f"{name} of {cls.__name__} is a value of type {type(getattr(made, name)).__name__}")
        if _is_ours(cls):
            for counts in (made._index_update_count, *made._all_index_update_counts.values()):
                if type(counts) is not dict or not all(isinstance(n, _COUNT) for n in counts.values()):
                    fail(f"the counts of updates of {cls.__name__} are no numbers")
            _check_distance(made, fail)
    elif _is_ours(cls):
        for name in ("base_lr", "warmup_steps", "warmup_final_lr", "warmup_begin_lr"):
            if not isinstance(said.get(name), _REAL):
                fail(f"{name} of {cls.__name__} is no number")
        step = said.get("step", 1)
        steps = step if type(step) is list else [step]
        if not all(isinstance(n, _REAL) and n >= 1 for n in steps) or not isinstance(said.get("count", 0), _COUNT):
            fail(f"the steps of {cls.__name__} are no numbers of updates")


def _check_distance(optimizer, fail):
    """A schedule goes from its own count to the optimizer's in a loop: refuse one that would take for ever."""
    said = vars(optimizer.lr_scheduler) if type(optimizer.lr_scheduler) is lr_scheduler.FactorScheduler else {}
    count, step = said.get("count"), said.get("step")
    if isinstance(count, _COUNT) and isinstance(step, _REAL) and optimizer.num_update - count > _MOST_STEPS * step:
        fail(f"FactorScheduler has counted {count} updates, and {type(optimizer).__name__} {optimizer.num_update}")


def checked(read: Any, made: Any, size: Int, fail: AnyFunction) -> Any:
    """What a file holds, if it is states, or states and an optimizer, and the objects that were made for it can be right.

    Parameters
    ----------
    read : dict, or tuple of a dict and an Optimizer
    made : list of Optimizer and LRScheduler
    size : int
        Bytes of the file.
    fail : function
    """
    check_states(read)
    for one in made:
        check_object(one, fail)
        check_nesting(getattr(one, "__dict__", {}), size, fail)
    if isinstance(read, tuple) and read[1] is not None and not isinstance(read[1], Optimizer):
        fail(f"there is a value of type {type(read[1]).__name__} in the optimizer's place")
    return read
