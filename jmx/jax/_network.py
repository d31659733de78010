"""`jmx.to_jax` and `jmx.from_jax`: a network as a pure function of JAX, and its values back."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import Tracer

from .. import autograd
from ..base import MXNetError
from ..core.declare.dtype import WIDE
from ..core.graph.lower import program_of
from ..core.numpy_tier import graph_options
from ..core.run import dispatch
from ..core.run.jax_arrays import adopt, context_of, implicit_value_of
from ..core.run.storage import ArrayBase
from ..gluon.block import Block
from ..gluon.structure import _regroup
from ..symbol import Symbol
from ._sources import assign, block_leaves, example_of, source_of

if TYPE_CHECKING:
    from collections.abc import Iterator


_KEY_HINT = (
    "It draws random numbers, for which it needs a key: fn(params, state, x, key=jax.random.key(0)), a new one for each step."
)


def to_jax(net, *example_inputs, params=None):
    """A network as a pure function of JAX, with its parameters and its state as nested dictionaries.

    Parameters
    ----------
    net : HybridBlock, SymbolBlock, Symbol or Module
        A Module is bound and has parameters.
    *example_inputs : NDArray, ndarray, jax.Array, numpy.ndarray or jax.ShapeDtypeStruct, or lists of them, or None
        Inputs as the network takes them, for shapes, element types and nesting: a block is traced with them, and parameters that
        wait for a shape get it. Values do not matter. Not needed for symbols and modules, nor for blocks that have been traced.
    params : dict of str to NDArray, optional
        Of a Symbol: its parameters and auxiliary states, with or without `arg:` and `aux:`. All other arguments are inputs.

    Returns
    -------
    fn : Network
        `fn(params, state, *inputs, train=False, key=None) -> (outputs, new_state)`. See `Network`.
    params : dict
        The parameters: nested dictionaries of `jax.Array` under structural names, such as `params["features"]["0"]["weight"]`,
        or under the names of a symbol's arguments. Frozen ones are among them; `fn.trainable` tells which they are.
    state : dict
        What the network itself writes while it is trained, such as moving statistics, nested in the same way.

    Raises
    ------
    MXNetError
        The network has no function: it looks at values, runs Python of the user's, or makes shapes from values.
    TypeError
        net is something else; a Block that is no HybridBlock, for example.

    Examples
    --------
    >>> net = mx.gluon.nn.HybridSequential()
    >>> net.add(mx.gluon.nn.Dense(4, activation="relu"), mx.gluon.nn.Dense(1))
    >>> net.initialize()
    >>> fn, params, state = jmx.to_jax(net, mx.nd.ones((2, 3)))
    >>> jax.tree.map(jnp.shape, params)
    {'0': {'bias': (4,), 'weight': (4, 3)}, '1': {'bias': (1,), 'weight': (1, 4)}}
    >>> outputs, state = jax.jit(fn)(params, state, jnp.ones((5, 3)))
    >>> outputs.shape
    (5, 1)
    """
    examples = tuple(example_of(x) for x in example_inputs)
    source = source_of(net, examples, params)
    fn = Network(source)
    values: tuple[dict[str, Any], dict[str, Any]] = {}, {}
    for path in fn.paths:
        set_value(values[path in source.written], path, source.leaves[path].value)
    if examples and isinstance(net, Symbol):
        _check_examples(fn, values, examples)
    return fn, *values


def _check_examples(fn, values, examples):
    shapes = [jax.ShapeDtypeStruct(x.shape, x.dtype) for x in examples]
    jax.eval_shape(lambda params, state, *inputs: fn(params, state, *inputs, key=jax.random.key(0)), *values, *shapes)


class Network:
    """The function that `jmx.to_jax` makes of a network.

    It is pure, so that `jax.jit`, `jax.grad` and `jax.vmap` apply. Attributes beside the call:

    trainable : dict
        Nested as `params`: whether a parameter's gradient is wanted (its `grad_req` is not 'null'). It is the mask that
        `optax.masked` takes.
    names : dict
        Nested as `params` and `state` together: MXNet's name of each.
    compiler_options : dict or None
        What a hybridized network is compiled with on this machine: `jax.jit(fn, compiler_options=fn.compiler_options)`.

    Examples
    --------
    >>> net = mx.gluon.nn.BatchNorm(scale=False, prefix="norm_")
    >>> net.initialize()
    >>> fn, params, state = jmx.to_jax(net, mx.nd.ones((2, 3)))
    >>> fn.trainable
    {'gamma': False, 'beta': True}
    >>> fn.names["running_mean"], sorted(state)
    ('norm_running_mean', ['running_mean', 'running_var'])
    """

    def __init__(self, source, platform=None) -> None:
        """`platform` is what the graph is written for; by default that of the network's arrays."""
        self._source = source
        # What the graph does not use is left out: its gradient would be zero, and weight decay would change it all the same.
        self.paths = [path for path in source.leaves if path in source.used]
        self.trainable: dict[str, Any] = {}
        self.names: dict[str, Any] = {}
        for path in self.paths:
            leaf = source.leaves[path]
            set_value(self.names, path, leaf.name)
            if path not in source.written:
                set_value(self.trainable, path, leaf.trainable)
        first = next((source.leaves[path].array for path in self.paths), None)
        self._platform = platform or (jax.default_backend() if first is None else first.ctx.device.platform)
        self.__name__ = f"to_jax_{source.name}"

    @functools.cached_property
    def compiler_options(self) -> None:
        """What a hybridized network is compiled with on this machine."""
        return graph_options()

    def __repr__(self) -> str:
        count = len(self.paths)
        return f"<jmx.to_jax({self._source.name}): function of (params, state, *inputs, train=False, key=None), {count} arrays>"

    def __call__(self, params, state, *inputs, train=False, key=None) -> tuple[Any, ...]:
        """Compute the outputs.

        Parameters
        ----------
        params, state : dict
            Nested as `to_jax` has returned them.
        *inputs : jax.Array or numpy.ndarray, or lists of them, or None
            As the network takes them, nested as the example inputs were. A symbol's and a module's last inputs may be left out
            where their shapes follow, such as labels in inference; they are zeros then.
        train : bool
            As in `autograd.train_mode`: with dropout, and batch normalization by the statistics of the batch, which then are in
            the new state.
        key : jax.Array, optional
            `jax.random.key(...)`, for dropout and everything that draws random numbers.

        Returns
        -------
        outputs : jax.Array, or list of them
            Nested as the network returns them.
        new_state : dict
            As `state`; the very values of `state` where the network has written nothing.
        """
        if not isinstance(train, (bool, int, np.bool_)):
            raise TypeError(
                f"train is a {type(train).__name__}; it decides what is computed, so that it must be True or False: "
                "jax.jit(fn, static_argnames='train'), or functools.partial(fn, train=True)"
            )
        source = self._source
        arrays = self._inputs(inputs)
        graph = source.graph(bool(train), arrays)
        stored = [
            _input(arrays[place])
            if isinstance(place, int)
            else self._value(params, state, place)
            if isinstance(place, tuple)
            else place
            for place in graph.inputs
        ]
        lowered = graph.lowered
        self._check(lowered, stored)
        if lowered.needs_key and key is not None:
            key = _typed(key)
        try:
            outs, new = lowered.run(bool(train), self._platform, key if lowered.needs_key else None, (), *stored)
        except MXNetError as error:
            if key is None and lowered.needs_key and _is_about_keys(error):
                raise MXNetError(f"{source.name}: {_KEY_HINT}") from error
            raise
        new_state = state
        for position, value in zip(lowered.written, new):
            path = graph.inputs[position]
            if value is not None and isinstance(path, tuple):
                new_state = _replaced(new_state, path, value)
        return _regroup(list(outs), graph.out_format), new_state

    def bind(self, params, state):
        """The outputs in inference as a function of the inputs alone, for repeated calls with the same weights.

        It is as fast as the hybridized network: on the CPU it keeps copies of weights in the layout that they are computed with,
        which `jax.jit` of a pure function has to make in every call. It is compiled by itself, and not for functions that JAX
        traces.

        Parameters
        ----------
        params, state : dict
            Nested as `to_jax` has returned them.

        Returns
        -------
        callable
            `predict(*inputs)` returns the outputs, nested as the network returns them.

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(1, in_units=2, use_bias=False)
        >>> net.initialize(mx.init.One())
        >>> fn, params, state = jmx.to_jax(net, mx.nd.ones((1, 2)))
        >>> fn.bind(params, state)(np.ones((3, 2), np.float32)).tolist()
        [[2.0], [2.0], [2.0]]
        """
        return Bound(self, params, state)

    def _inputs(self, inputs):
        flat, fmt = _flatten_inputs(inputs)
        complete, expected = getattr(self._source, "complete", None), self._source.in_format
        if complete is not None and len(flat) <= len(expected) and fmt == expected[: len(fmt)]:
            return complete(flat)
        if not _same_nesting(fmt, expected):
            raise MXNetError(
                f"{self._source.name} takes inputs nested as {_described(expected)}, got {_described(fmt)}; give them as in the "
                "call of the network."
            )
        return flat

    def _value(self, params, state, path):
        tree, label = (state, "state") if path in self._source.written else (params, "params")
        for part in path:
            try:
                tree = tree[part]
            except (KeyError, TypeError, IndexError):
                raise MXNetError(
                    f"{label} has no {_spelled(path)}, which {self._source.name} needs. Nest them as jmx.to_jax returned them."
                ) from None
        return _input(tree)

    def _check(self, lowered, arrays):
        if jax.config.jax_enable_x64:
            return
        wide = [node.name for node, a in zip(lowered.inputs, arrays) if a.dtype in WIDE]
        if wide or lowered.wide:
            what = f"{', '.join(wide[:5])} hold" if wide else "operators in it compute with"
            raise MXNetError(
                f"{self._source.name}: {what} 64-bit numbers, which JAX has in a mode only. Call the function under `with "
                "jax.enable_x64(True):` (also jax.jit of it), or cast the network: net.cast('float32')."
            )
        hosted = [step.node for step in lowered.steps if getattr(step.node.op, "hosted", None)]
        if hosted or lowered.dynamic:
            found = hosted or [step.node for step in lowered.steps if step.bound.program.dynamic]
            listed = ", ".join(f"{node.op.name} ({node.name})" for node in found[:10])
            raise MXNetError(
                f"{self._source.name} cannot be a function of JAX: {listed} run Python of the user's, or make shapes from "
                "values. Write what they do with jax.numpy and put it into the network by jmx.jax.call."
            )


class Bound:
    """What `Network.bind` returns."""

    def __init__(self, network, params, state) -> None:
        self._network = network
        self._arrays = {path: adopt(network._value(params, state, path)) for path in network.paths}
        self._programs: dict[int, Any] = {}  # by graph, of which a source has several where shapes decide what is computed

    def __repr__(self) -> str:
        return f"<{self._network!r} with values, for inference>"

    def __call__(self, *inputs) -> jax.Array:
        """The outputs for these inputs."""
        network, source = self._network, self._network._source
        given = network._inputs(inputs)
        if any(isinstance(value, Tracer) for value in given):
            raise MXNetError("A bound network is not for functions that JAX traces: call fn(params, state, x) there.")
        graph = source.graph(False, given)
        program = self._programs.get(id(graph.lowered))
        if program is None:
            network._check(graph.lowered, [*given, *(array._data() for array in self._arrays.values())])
            program = self._programs[id(graph.lowered)] = program_of(graph.lowered, source.name)
        ctx = next(iter(self._arrays.values())).ctx if self._arrays else None
        arrays = [
            adopt(given[place], ctx)
            if isinstance(place, int)
            else self._arrays[place]
            if isinstance(place, tuple)
            else adopt(place, ctx)
            for place in graph.inputs
        ]
        with autograd.pause():
            outs = dispatch.run(program, arrays)
        return _regroup([out.asjax() for out in outs], graph.out_format)


def _is_about_keys(error):
    cause = error.__cause__
    return cause is not None and ("key" in str(cause).lower() or "NoneType" in str(cause))


def _typed(key):
    """A key of the new kind, also from a raw one of jax.random.PRNGKey."""
    if not isinstance(key, jax.Array):
        raise TypeError(f"key is a {type(key).__name__}; expected one of JAX's, such as jax.random.key(0)")
    return key if jnp.issubdtype(key.dtype, jax.dtypes.prng_key) else jax.random.wrap_key_data(key)


def _input(value):
    if isinstance(value, ArrayBase):
        return implicit_value_of(value)
    return value if isinstance(value, jax.Array) else jnp.asarray(value)


def _flatten_inputs(inputs):
    """The arrays of nested inputs in one list, without None, and their nesting."""
    flat, fmt = [], []
    for value in inputs:
        if value is None:
            fmt.append(-1)
        elif isinstance(value, (list, tuple)):
            inner, inner_fmt = _flatten_inputs(value)
            flat += inner
            fmt.append(inner_fmt)
        else:
            flat.append(_input(value))
            fmt.append(0)
    return flat, fmt


def _same_nesting(given, expected):
    """Whether inputs are nested as expected; trailing None may be left out."""
    if not isinstance(given, list) or not isinstance(expected, list):
        return given == expected or (isinstance(expected, int) and expected > 1 and given == [0] * expected)
    short, long = sorted((given, expected), key=len)
    rest = long[len(short) :]
    return all(map(_same_nesting, given, expected)) and all(one == -1 for one in rest)


def _described(fmt):
    if isinstance(fmt, list):
        return "(" + ", ".join(map(_described, fmt)) + ")"
    return {0: "array", -1: "None"}.get(fmt, f"{fmt} arrays")


def _spelled(path):
    return "".join(f"[{part!r}]" for part in path)


def set_value(tree, path, value) -> None:
    """Put a value at a place of nested dictionaries."""
    for part in path[:-1]:
        tree = tree.setdefault(part, {})
    tree[path[-1]] = value


def _replaced(tree, path, value):
    """`tree` with another value in one place; the rest is shared."""
    new = dict(tree)
    new[path[0]] = value if len(path) == 1 else _replaced(tree[path[0]], path[1:], value)
    return new


# ---- back


def from_jax(net, params, state=None):
    """Write values of `jmx.to_jax`'s dictionaries back into a network.

    Parameters
    ----------
    net : HybridBlock, SymbolBlock, Module or Symbol
        The network that `to_jax` was called on, or another one of the same structure.
    params, state : dict
        Nested as `to_jax` has returned them; `jax.Array`s, or anything that NumPy takes. What they leave out keeps its value.

    Returns
    -------
    HybridBlock or Module, or (dict, dict)
        `net`. For a Symbol, which holds no arrays: `(arg_params, aux_params)`, as `Module.set_params` takes them.

    Raises
    ------
    MXNetError
        A name that the network has not, another shape, or another element type. Nothing was written then.

    Examples
    --------
    >>> net = mx.gluon.nn.Dense(1, in_units=2, use_bias=False)
    >>> net.initialize()
    >>> jmx.from_jax(net, {"weight": jnp.array([[1.0, 2.0]])})(mx.nd.ones((1, 2))).asnumpy()
    array([[3.]], dtype=float32)
    """
    given = dict(paths_and_values(params)) | dict(paths_and_values(state or {}))
    if isinstance(net, Symbol):
        return _for_symbol(net, given)
    if isinstance(net, Block):
        leaves = {path: (leaf.holder, leaf.array) for path, leaf in block_leaves(net).items()}
        unset = [_spelled(path) for path, (_, held) in leaves.items() if held is None and path in given]
        if unset:
            raise MXNetError(f"{', '.join(unset[:5])} of {net.name} are not initialized: call net.initialize() and run it once.")
        name = net.name
    else:
        leaves = {leaf.path: (None, leaf.array) for leaf in source_of(net, ()).leaves.values()}
        name = type(net).__name__
    _check_given(given, {path: held for path, (_, held) in leaves.items()}, name)
    arrays = {path: _as_array(value, leaves[path][1]) for path, value in given.items()}
    if isinstance(net, Block):
        for path, value in arrays.items():
            assign(leaves[path][0], value)
        return net
    arg_params, aux_params = net.get_params()
    for (name,), value in arrays.items():
        (aux_params if name in aux_params else arg_params)[name] = value
    net.set_params(arg_params, aux_params)
    return net


def _for_symbol(net, given):
    aux = set(net.list_auxiliary_states())
    unknown = [_spelled(path) for path in given if len(path) != 1 or path[0] not in {*net.list_arguments(), *aux}]
    if unknown:
        raise MXNetError(f"The symbol has no {', '.join(unknown[:5])}; it takes {', '.join(net.list_inputs()[:20])}.")
    arrays: tuple[dict[str, Any], dict[str, Any]] = {}, {}
    for (name,), value in given.items():
        arrays[name in aux][name] = _as_array(value, None)
    return arrays


def paths_and_values(tree, path=()) -> Iterator[tuple[Any, ...]]:
    """Pairs of place and value in nested dictionaries."""
    if not hasattr(tree, "items"):
        raise TypeError(
            f"expected nested dictionaries with names and arrays, got a {type(tree).__name__} at {_spelled(path) or 'top'}"
        )
    for name, value in tree.items():
        if hasattr(value, "items"):
            yield from paths_and_values(value, (*path, name))
        else:
            yield (*path, name), value


def _check_given(given, leaves, name):
    unknown = [_spelled(path) for path in given if path not in leaves]
    if unknown:
        some = ", ".join(_spelled(path) for path in list(leaves)[:5])
        raise MXNetError(f"{name} has no {', '.join(unknown[:5])}. Its names are {some}{', ...' if len(leaves) > 5 else ''}.")
    wrong = []
    for path, value in given.items():
        held = leaves[path]
        shape, dtype = tuple(np.shape(value)), value.dtype if hasattr(value, "dtype") else np.asarray(value).dtype
        if shape != tuple(held.shape):
            wrong.append(f"{_spelled(path)} has the shape {shape}, and the network's has {tuple(held.shape)}")
        elif dtype != held._data().dtype:
            wrong.append(f"{_spelled(path)} is {dtype}, and the network's is {held._data().dtype}; convert it with astype")
    if wrong:
        raise MXNetError(f"Values that do not fit {name}: {'; '.join(wrong[:5])}{'; ...' if len(wrong) > 5 else ''}.")


def _as_array(value, like):
    """An mx array that shares no memory with what the caller may donate."""
    if isinstance(value, ArrayBase):
        return value.copy()
    if not isinstance(value, jax.Array):
        value = jnp.asarray(value)
    if len(value.devices()) > 1:
        value = jax.device_put(value, jax.local_devices()[0])
    return adopt(jnp.array(value, copy=True), context_of(value))


__all__ = ["Network", "from_jax", "to_jax"]
