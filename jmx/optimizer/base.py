"""The optimizer base class: rates, counters, registry, and how updates are run.

A built-in optimizer describes the update of one parameter as operator calls (`step_calls`); any number of
parameters is then updated by one compiled program. An optimizer of a user overrides `update` and computes
with NDArrays; it is called once per parameter.
"""

from __future__ import annotations

import difflib
import functools
import inspect
import operator
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy

from .._dialects import dialect
from .._errors.wording import KnownKeywords
from ..ndarray import NDArray, fused_update, zeros
from ..util import is_np_array

if TYPE_CHECKING:
    from .._typing import CallableT, DTypeLike, Float, Int, T
    from ..gluon.base_parameter import Parameter
    from ..lr_scheduler import LRScheduler
    from ..symbol.symbol import Symbol

#: parameters of optimizers that are relatives of Adam, as their documentation has them
MOMENTS_DOC = """
Parameters
----------
learning_rate : float
    Rate.
beta1, beta2 : float
    Decay of the mean and of the mean square.
epsilon : float
    Added to the root of the mean square.
"""


_own_multipliers = operator.attrgetter("lr_mult", "wd_mult")
_HALF = frozenset(map(numpy.dtype, (numpy.float16, ml_dtypes.bfloat16)))


def is_half(array: Any) -> bool:
    """Whether an array has 16-bit floats, so that a 32-bit master copy pays."""
    return numpy.dtype(array.dtype) in _HALF


def state_like(weight: Any, dtype: DTypeLike | None = None, stype: str = "default") -> Any:
    """Zeros of the weight's shape on its context; dtype float32 and dense unless given."""
    return zeros(weight.shape, weight.ctx, dtype=dtype or "float32", stype=stype)


def as_list(value: Any) -> Any:
    """`value` if it is a list or tuple, else a list of it."""
    return value if isinstance(value, list | tuple) else [value]


def one_of(optimizer: Any, old: Any, value: Any, default: Any, new: Any, given: Any) -> Any:
    """The value of a parameter that has the name `new` in MXNet 2.0; TypeError where both are given."""
    if given is None:
        return value
    if value != default:
        raise TypeError(f"{type(optimizer).__name__}() got both {old} and {new}, two names of one argument; give one")
    return given


#: new names of arguments, and the old ones
_OLD_NAMES = {"epsilon": "eps"}


def defaults_of_v2(**defaults: Any) -> Callable[[CallableT], CallableT]:
    """A decorator of `__init__`: the defaults that differ with the interface of MXNet 2.0."""

    def decorate(init):
        places = inspect.getfullargspec(init).args[1:]

        @functools.wraps(init)
        def __init__(self, *args, **kwargs):
            if dialect().optimizer_defaults:
                given = {*places[: len(args)], *kwargs}
                missing = {n: v for n, v in defaults.items() if n not in given and _OLD_NAMES.get(n) not in given}
                kwargs.update(missing)
            init(self, *args, **kwargs)

        vars(__init__)["__signature__"] = inspect.signature(init)  # for `KnownKeywords`
        return __init__

    return decorate  # pyright: ignore[reportReturnType]


class Optimizer(KnownKeywords):
    """Base of all optimizers.

    A subclass defines `create_state(index, weight)`, which returns what it remembers of a parameter, and
    `update(index, weight, grad, state)`, which changes the weight in place.

    Parameters
    ----------
    rescale_grad : float, default 1.0
        Factor on each gradient, typically 1 / batch size.
    param_idx2name : dict of int to str, optional
        Names of the parameters, for `set_lr_mult` and `set_wd_mult`.
    wd : float, default 0.0
        Weight decay (L2 penalty).
    clip_gradient : float, optional
        Gradient elements are clipped to [-clip_gradient, clip_gradient].
    learning_rate : float, optional
        Rate; the scheduler's base rate or 0.01 by default.
    lr_scheduler : LRScheduler, optional
        Called with the number of updates for the rate.
    sym : Symbol, optional
        Network whose ``__lr_mult__`` and ``__wd_mult__`` attributes apply.
    begin_num_update : int, default 0
        Number of updates done before.
    multi_precision : bool, default False
        Keep a float32 master copy of 16-bit weights.
    param_dict : dict of int to gluon.Parameter, optional
        Parameters, whose `lr_mult` and `wd_mult` apply.
    aggregate_num : int, optional
        How many parameters one call of a user's optimizer gets, in lists. Built-in optimizers update all at once.
    use_fused_step : bool, optional
        Of MXNet 2.0: whether a user's optimizer computes by `fused_step` rather than `step`.

    Examples
    --------
    >>> class Plain(mx.optimizer.Optimizer):
    ...     def create_state(self, index, weight):
    ...         return None
    ...     def update(self, index, weight, grad, state):
    ...         self._update_count(index)
    ...         weight -= self._get_lr(index) * self.rescale_grad * grad
    >>> optimizer = Plain(learning_rate=0.5)
    >>> weight = nd.array([1, 2])
    >>> optimizer.update(0, weight, nd.array([1, 1]), None)
    >>> weight.asnumpy(), optimizer.num_update
    (array([0.5, 1.5], dtype=float32), 1)
    """

    lr: float
    wd: float
    num_update: int

    opt_registry: dict[str, type] = {}

    def __init__(
        self,
        rescale_grad: Float = 1.0,
        param_idx2name: Mapping[int, str] | None = None,
        wd: Float = 0.0,
        clip_gradient: Float | None = None,
        learning_rate: Float | None = None,
        lr_scheduler: LRScheduler | None = None,
        sym: Symbol | None = None,
        begin_num_update: Int = 0,
        multi_precision: bool = False,
        param_dict: Mapping[int, Parameter] | None = None,
        aggregate_num: Int | None = None,
        use_fused_step: bool | None = None,
    ) -> None:
        # the attributes and their order are those of MXNet's pickles
        self.rescale_grad = rescale_grad
        self.lr_scheduler = lr_scheduler
        if lr_scheduler is None and learning_rate is None:
            learning_rate = 0.01
        self.lr = learning_rate
        if lr_scheduler is not None and learning_rate is not None and lr_scheduler.base_lr != learning_rate:
            text = "learning rate from ``lr_scheduler`` has been overwritten by ``learning_rate`` in optimizer."
            print(UserWarning(text))
            lr_scheduler.base_lr = learning_rate
        self.wd = wd
        self.lr_mult = {}
        self.wd_mult = {}
        self.begin_num_update = begin_num_update
        self.num_update = begin_num_update
        self._all_index_update_counts = {0: {}}
        self._index_update_count = self._all_index_update_counts[0]
        self.clip_gradient = clip_gradient
        self.multi_precision = multi_precision
        self.aggregate_num = 0 if aggregate_num is None else aggregate_num
        if use_fused_step is not None:
            self.use_fused_step = use_fused_step
        if param_idx2name is None:
            param_idx2name = {}
        assert isinstance(param_idx2name, dict), "param_idx2name should be a dict of param indexes to names."
        self.idx2name = param_idx2name.copy()
        self.sym_info = (sym.attr_dict(), sym.list_arguments()) if sym is not None else ()
        self.param_dict = param_dict or {}
        self.allow_np_array = is_np_array()
        self.set_lr_mult({})
        self.set_wd_mult({})

    @staticmethod
    def register(klass: T) -> T:
        """Register an optimizer class under its lower-case name; usable as a decorator.

        Parameters
        ----------
        klass : type
            The class. One that is registered under the same name already is replaced, with a warning.

        Returns
        -------
        type
            `klass`.

        Examples
        --------
        >>> @mx.optimizer.register
        ... class Nothing(mx.optimizer.Optimizer):
        ...     def create_state(self, index, weight):
        ...         return None
        ...     def update(self, index, weight, grad, state):
        ...         pass
        >>> type(mx.optimizer.create("nothing")).__name__
        'Nothing'
        """
        assert isinstance(klass, type), f"register takes a class, got {klass!r}"
        name = klass.__name__.lower()
        old = Optimizer.opt_registry.get(name)
        if old is not None:
            warnings.warn(
                f"WARNING: New optimizer {klass.__module__}.{klass.__name__} is overriding "
                f"existing optimizer {old.__module__}.{old.__name__}",
                stacklevel=2,
            )
        Optimizer.opt_registry[name] = klass
        return klass

    @staticmethod
    def create_optimizer(name: str, **kwargs: Any) -> Optimizer:
        """Make the optimizer that is registered under a name.

        Parameters
        ----------
        name : str
            For example ``'sgd'``, in any case.
        **kwargs
            For its constructor.

        Returns
        -------
        Optimizer

        Raises
        ------
        ValueError
            There is no such optimizer; the message names those that are spelled nearly so.

        Examples
        --------
        >>> optimizer = mx.optimizer.create("SGD", learning_rate=0.5, momentum=0.9)
        >>> type(optimizer).__name__, optimizer.learning_rate, optimizer.momentum
        ('SGD', 0.5, 0.9)
        """
        key = name.lower()
        if key not in Optimizer.opt_registry:
            near = difflib.get_close_matches(key, Optimizer.opt_registry, 3)
            hint = f" (did you mean {', '.join(near)}?)" if near else ""
            raise ValueError(f"Cannot find optimizer {name}{hint}")
        return Optimizer.opt_registry[key](**kwargs)

    @property
    def learning_rate(self) -> float:
        """The rate at the current number of updates."""
        if self.lr_scheduler is not None:
            return self.lr_scheduler(self.num_update)
        return self.lr

    def set_learning_rate(self, lr: Float) -> None:
        """Set the rate; raises UserWarning if a scheduler decides it."""
        if self.lr_scheduler is not None:
            raise UserWarning(
                "LRScheduler of the optimizer has already been defined. Note that set_learning_rate can mutate the "
                "value of the learning rate of the optimizer only when the LRScheduler of the optimizer is undefined."
            )
        self.lr = lr

    def set_lr_scale(self, args_lrscale: Any) -> Any:
        """Superseded by `set_lr_mult`; raises DeprecationWarning."""
        raise DeprecationWarning("set_lr_scale is gone, use set_lr_mult")

    def _mults(self, attribute):
        multipliers = {}
        if self.sym_info:
            attributes, names = self.sym_info
            for name in names:
                if attribute in attributes.get(name, ()):
                    multipliers[name] = float(attributes[name][attribute])
        return multipliers

    def set_lr_mult(self, args_lr_mult: Mapping[Any, float]) -> None:
        """Set factors on the learning rate.

        Parameters
        ----------
        args_lr_mult : dict of str or int to float
            By parameter name or index; takes precedence over ``__lr_mult__`` of the symbol.
        """
        self.lr_mult = self._mults("__lr_mult__")
        self.lr_mult.update(args_lr_mult)

    # endings of the names of parameters that decay by default
    _decayed = ("_weight", "_gamma")

    def set_wd_mult(self, args_wd_mult: Mapping[Any, float]) -> None:
        """Set factors on the weight decay.

        By default parameters known by name decay only if the name ends in ``_weight`` or ``_gamma``.

        Parameters
        ----------
        args_wd_mult : dict of str or int to float
            By parameter name or index; takes precedence over ``__wd_mult__`` of the symbol.
        """
        self.wd_mult = {name: 0.0 for name in self.idx2name.values() if not name.endswith(self._decayed)}
        self.wd_mult.update(self._mults("__wd_mult__"))
        self.wd_mult.update(args_wd_mult)

    def _set_current_context(self, device_id: Any) -> None:
        """Count updates for this device from now on."""
        self._index_update_count = self._all_index_update_counts.setdefault(device_id, {})

    def _update_count(self, index: Any) -> None:
        """Count one update of a parameter, or of each in a list."""
        counts = self._index_update_count
        for idx in (index,) if type(index) is int else as_list(index):
            count = counts[idx] = counts.get(idx, self.begin_num_update) + 1
            if count > self.num_update:
                self.num_update = count

    def _mult(self, index: Any, own: Any, factors: Any) -> Any:
        if index in self.param_dict:
            return getattr(self.param_dict[index], own)
        if index in factors:
            return factors[index]
        if index in self.idx2name:
            return factors.get(self.idx2name[index], 1.0)
        return 1.0

    def _multipliers(self, indices: Any) -> list[tuple]:
        """The factors on the rate and on the decay of each parameter."""
        known = self.param_dict
        try:
            return list(map(_own_multipliers, map(known.__getitem__, indices)))
        except KeyError:
            pairs = (("lr_mult", self.lr_mult), ("wd_mult", self.wd_mult))
            return [tuple([self._mult(index, *pair) for pair in pairs]) for index in indices]

    def _get_lrs(self, indices):
        lr = self.learning_rate
        return [lr * self._mult(index, "lr_mult", self.lr_mult) for index in indices]

    def _get_lr(self, index: Any) -> Any:
        return self._get_lrs([index])[0]

    def _get_wds(self, indices):
        return [self.wd * self._mult(index, "wd_mult", self.wd_mult) for index in indices]

    def _get_wd(self, index: Any) -> Any:
        return self._get_wds([index])[0]

    def create_state(self, index: Any, weight: NDArray) -> Any:
        """Return the state for a parameter: None, an NDArray, or a tuple of these.

        Parameters
        ----------
        index : int or str
            Index of the parameter.
        weight : NDArray
            Its value.
        """

    def create_state_multi_precision(self, index: Any, weight: Any) -> Any:
        """Return the state, together with a float32 master copy where `multi_precision` applies."""
        if is_half(weight):
            if self.multi_precision:
                master = weight.astype(numpy.float32)
                return master, self.create_state(index, master)
            warnings.warn(
                "Accumulating with float16 in optimizer can lead to poor accuracy or slow convergence. "
                f"Consider using multi_precision=True option of the {type(self).__name__} optimizer",
                stacklevel=2,
            )
        return self.create_state(index, weight)

    def step_calls(
        self, index: Int | str, weight: NDArray, grad: NDArray, state: Any
    ) -> list[tuple[str, list[NDArray], dict[Any, Any], NDArray]]:
        """Return the update of one parameter as operator calls, counting the update.

        The calls must not depend on each other; those of many parameters run as one compiled program.
        Optimizers that implement this need not implement `update`.

        Parameters
        ----------
        index : int or str
            Index of the parameter.
        weight, grad : NDArray
            Value and gradient, of one shape.
        state
            What `create_state` returned.

        Returns
        -------
        list of (str, list of NDArray, dict, NDArray)
            Operator name, inputs, attributes, and the array that gets the output.
        """
        raise NotImplementedError(f"{type(self).__name__} implements neither step_calls nor update")

    def mixed_calls(self, index: Any, weight: Any, grad: Any, state: Any) -> Any:
        """As `step_calls` for a 16-bit weight with master copy; returns calls and those to run after them.

        Where `_mixed_in_single` is true the gradient may have been cast to float32 already.
        """
        master, inner = state
        calls = self.step_calls(index, master, grad.astype(numpy.float32, copy=False), inner)
        return calls, [self._back(master, weight)]

    # Whether `mixed_calls` computes with the gradient in float32, rather than in the type of the weight.
    _mixed_in_single = True

    @staticmethod
    def _back(master: Any, weight: Any) -> Any:
        """The call that rounds a master copy to the weight's type."""
        return "Cast", [master], {"dtype": numpy.dtype(weight.dtype).name}, weight

    def _step(self, index: Any, weight: Any, grad: Any, state: Any, mixed: Any) -> None:
        """Run the calls of one parameter, or of all in lists, as one program for each context that they are on."""
        self._begin(index)
        programs = {}
        one = not isinstance(index, list | tuple)
        entries = [(index, weight, grad, state)] if one else zip(index, weight, grad, state)
        for i, w, g, s in entries:
            assert isinstance(w, NDArray), f"weight must be an NDArray, got {type(w).__name__}"
            assert isinstance(g, NDArray), f"grad must be an NDArray, got {type(g).__name__}"
            calls, after = programs.setdefault(w.ctx, ([], []))
            if mixed and is_half(w):
                now, later = self.mixed_calls(i, w, g, s)
                calls += now
                after += later
            else:
                calls += self.step_calls(i, w, g, s)
        for calls, after in programs.values():
            fused_update(calls)
            if after:
                fused_update(after)

    def _begin(self, index: Any) -> Any:
        """Note that the calls of one parameter, or of all in a list, are about to be asked for."""

    def _fuses(self) -> Any:
        """Whether updates are described by calls, and no subclass computes them in its own way."""
        cls = type(self)
        return (
            cls.step_calls is not Optimizer.step_calls
            and cls.step is Optimizer.step
            and cls.fused_step is Optimizer.fused_step
            and (cls.update is Optimizer.update or cls._update_is_final)
            and cls.update_multi_precision is Optimizer.update_multi_precision
        )

    # Whether calls of two parameters differ by the arrays alone where counts and multipliers are equal: see `_plan.py`, which
    # trusts classes of this package only.
    _alike = True

    # Whether the numbers of its calls follow from its attributes and the multipliers, however many updates there were.
    _steady = False

    # Whether updaters do not ask `update`: MXNet's SGD, NAG, LARS and LAMB compute `update_multi_precision` by themselves,
    # so that a subclass which overrides `update` alone changes direct calls only.
    _update_is_final = False

    def update(self, index: Any, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Update a parameter in place.

        Parameters
        ----------
        index : int or str
            Index of the parameter.
        weight, grad : NDArray
            Value and gradient, of one shape; built-in optimizers also take lists of all four.
        state
            What `create_state` returned.
        """
        if type(self).step is not Optimizer.step or type(self).fused_step is not Optimizer.fused_step:
            step = self.fused_step if getattr(self, "use_fused_step", False) else self.step
            step(as_list(index), as_list(weight), as_list(grad), state if isinstance(index, list | tuple) else [state])
            return
        self._step(index, weight, grad, state, mixed=False)

    def step(self, indices: Sequence[Int], weights: Sequence[NDArray], grads: Sequence[NDArray], states: Sequence[Any]) -> None:
        """The update of some parameters. A user's optimizer defines it, as in MXNet 2.0, in place of :meth:`update`.

        Parameters
        ----------
        indices : list of int
            Indices of the parameters.
        weights, grads : list of NDArray
            Their values, to be changed in place, and gradients.
        states : list
            What `create_state` returned for each.
        """
        self._step(indices, weights, grads, states, mixed=False)

    def fused_step(self, indices: Any, weights: Any, grads: Any, states: Any) -> None:
        """As :meth:`step`, which it calls; used in its place with `use_fused_step`."""
        self.step(indices, weights, grads, states)

    def update_multi_precision(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """As `update`, with the state that `create_state_multi_precision` returned."""
        if self._fuses():
            self._step(index, weight, grad, state, mixed=self.multi_precision)
        elif self.multi_precision and is_half(weight):
            master, inner = state
            self.update(index, master, grad.astype(numpy.float32), inner)
            weight[:] = master.astype(weight.dtype)
        else:
            self.update(index, weight, grad, state)

    def _clip(self) -> Any:
        """The bound for operators, which take a negative one for none."""
        return -1.0 if self.clip_gradient is None else self.clip_gradient

    def _counted_attrs(self, index: Any, **more: Any) -> Any:
        """Count an update of a parameter; return the rate, the decay, the factor and any bound of its gradient, and `more`."""
        self._update_count(index)
        attrs = {"lr": self._get_lr(index), "wd": self._get_wd(index), "rescale_grad": self.rescale_grad, **more}
        if self.clip_gradient:
            attrs.setdefault("clip_gradient", self.clip_gradient)
        return attrs

    def _form(self) -> Any:
        """Attributes of an update operator: with the interface of MXNet 2.0 it computes as MXNet 2.0 does."""
        return {"v2": True} if dialect().update_rules else {}

    def __getstate__(self):
        state = self.__dict__.copy()
        del state["param_dict"]
        return state

    def __setstate__(self, state) -> None:
        self.__dict__ = state
        self.param_dict = {}


register = Optimizer.register
create = Optimizer.create_optimizer
