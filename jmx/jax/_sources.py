"""The graphs of networks of every kind (blocks, symbols, modules), and where the arrays of their parameters are.

A source answers three questions about a network: which arrays it holds, under which structural names; which inputs it takes; and
the graph that computes its outputs for inputs of given shapes. `_network` makes a function of JAX from the answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from .. import autograd
from ..base import MXNetError
from ..core.graph.lower import Lowered
from ..core.graph.shapes import known
from ..core.run.jax_arrays import adopt, value_of
from ..core.run.storage import ArrayBase
from ..gluon._forward import graph_of, holds_forward
from ..gluon.block import Block
from ..gluon.hybrid import HybridBlock
from ..gluon.structure import _flatten, _regroup
from ..gluon.symbol_block import SymbolBlock
from ..ndarray import array
from ..symbol import Symbol
from ..util import is_np_array

if TYPE_CHECKING:
    from ..ndarray.ndarray import NDArray
    from ..ndarray.numpy.array import ndarray


#: for how many sets of shapes and modes the graphs of a block with `forward` on arrays are kept
_KEPT = 64


def of_kind(array, other) -> NDArray | ndarray:
    """`array` as an array of mx.np if `other` is one, else of mx.nd: neither may be assigned to the other."""
    return array.as_np_ndarray() if getattr(other, "_numpy", False) else array.as_nd_ndarray()


def assign(param, value) -> None:
    """Write an mx array to a parameter of Gluon, whichever kind of arrays that has."""
    param.set_data(value if param._data is None else of_kind(value, param.list_data()[0]))


class Leaf:
    """One array of a network.

    path        its place in the nested dictionaries
    name        MXNet's name
    trainable   whether the network asks for its gradient
    array       the mx array
    holder      the parameter of Gluon that has it; None for an array of a symbol
    """

    def __init__(self, path, name, trainable, array, holder=None) -> None:
        self.path, self.name, self.trainable, self.array, self.holder = path, name, trainable, array, holder

    @property
    def value(self) -> jax.Array:
        """The array's present value."""
        return value_of(self.array)


class Graph(NamedTuple):
    """A graph to be run.

    inputs: for each of its variables the number of an input (int), the place of a parameter (tuple), or a constant (jax.Array)
    """

    lowered: Lowered
    inputs: list[Any]
    out_format: Any


def source_of(net, examples, params=None) -> Any:
    """The source of a network.

    Parameters
    ----------
    net : HybridBlock, Symbol or Module
    examples : tuple
        Inputs, or none where they are not needed.
    params : dict of str to array, optional
        Of a Symbol: its parameters.
    """
    if isinstance(net, Symbol):
        return _SymbolSource(net, params or {})
    if params is not None:
        raise TypeError(f"params are the parameters of a Symbol; a {type(net).__name__} has its own")
    if isinstance(net, HybridBlock):
        on_arrays = holds_forward(net) and not isinstance(net, SymbolBlock)
        return (_ArraysSource if on_arrays else _BlockSource)(net, examples)
    if isinstance(net, Block):
        raise TypeError(
            f"{type(net).__name__} is a Block, whose forward is Python that runs anew in every call, so that it has no graph. "
            "Make it a HybridBlock (gluon.nn.HybridSequential in place of gluon.nn.Sequential), or call to_jax on the "
            "HybridBlocks in it."
        )
    if hasattr(net, "get_params") and hasattr(net, "data_names"):
        return _module_source(net)
    raise TypeError(
        f"expected a HybridBlock, SymbolBlock, Symbol or Module, got {type(net).__name__}. A function of JAX needs no conversion."
    )


def example_of(value, numpy=None) -> Any:
    """An example input as an mx array: of mx arrays, JAX's, NumPy's, and shapes with an element type.

    numpy : whether it becomes an `mx.np.ndarray`; None for what `mx.npx.is_np_array` says.
    """
    numpy = is_np_array() if numpy is None else numpy
    if value is None or isinstance(value, ArrayBase):
        return value
    if isinstance(value, (list, tuple)):
        return type(value)(example_of(item, numpy) for item in value)
    if isinstance(value, jax.ShapeDtypeStruct):
        value = np.zeros(value.shape, value.dtype)
    cls = None
    if numpy:
        from ..numpy import ndarray as cls
    if isinstance(value, jax.Array):
        return adopt(value, None, cls)
    if isinstance(value, (np.ndarray, np.generic, int, float)):
        value = np.asarray(value)
        made = array(value, dtype=value.dtype)
        return made.as_np_ndarray() if numpy else made
    raise TypeError(f"an input is a {type(value).__name__}; expected arrays, and lists of them")


class _Called(HybridBlock):
    """A block that calls another one, whose `__call__` may do more than its `forward`, such as making first states."""

    def __init__(self, block) -> None:
        super().__init__(prefix="")
        self.block = block

    def hybrid_forward(self, F, x, *args, **kwargs):
        """The call."""
        return self.block(x, *args)


class _BlockSource:
    """A HybridBlock whose graph comes from its `hybrid_forward`, or a SymbolBlock."""

    def __init__(self, net, examples) -> None:
        self.net, self.name = net, net.name or type(net).__name__
        if examples:
            if not isinstance(net, SymbolBlock) and not net._backend:
                net = _Called(net)
            flat, fmt = _flatten(list(examples), "input")
            inputs = [a for a in flat if a is not None]
            if not inputs:
                raise ValueError("At least one of the example inputs must be an array.")
            with inputs[0].ctx:
                net._build_cache(*examples)
        elif not net._cached_graph:
            raise MXNetError(
                f"{self.name} was not traced yet: give example inputs, jmx.to_jax(net, x), whose shapes and nesting it is traced "
                "for. Their values do not matter."
            )
        elif not net._cached_op_args:
            net._build_cache(*_regroup([_shaped(variable) for variable in net._cached_graph[0]], net._in_format))
        self.in_format = net._in_format
        self.leaves = block_leaves(self.net)
        lowered = Lowered(net._cached_graph[1].__copy__()._entries)
        paths = _paths(self.leaves)
        for is_arg, entry in net._cached_op_args:
            if not is_arg and id(entry) not in paths:  # a backend has added it, no block owns it
                self.leaves[(entry.name,)] = _parameter_leaf((entry.name,), entry)
                paths[id(entry)] = (entry.name,)
        inputs = [entry if is_arg else paths[id(entry)] for is_arg, entry in net._cached_op_args]
        self._graph = Graph(lowered, inputs, net._out_format)
        self.used = {place for place in inputs if isinstance(place, tuple)}
        self.written = {inputs[i] for i in lowered.written if isinstance(inputs[i], tuple)}

    def graph(self, train, arrays) -> Graph:
        """The graph for inputs of these shapes."""
        return self._graph


def _shaped(variable):
    raise MXNetError(f"The network has an input {variable.name!r} of unknown shape: give example inputs, jmx.to_jax(net, x).")


class _ArraysSource:
    """A HybridBlock that defines `forward` on arrays: its graph depends on shapes and mode, and is traced for each."""

    def __init__(self, net, examples) -> None:
        if not examples:
            raise MXNetError(f"{net.name} defines forward on arrays and is traced by running it: give example inputs.")
        self.net, self.name = net, net.name or type(net).__name__
        flat, self.in_format = _flatten(list(examples), "input")
        present = [a for a in flat if a is not None]
        self._ctx, self._numpy = present[0].ctx, getattr(present[0], "_numpy", False)
        with self._ctx, autograd.predict_mode():
            net(*examples)  # sets the shapes of parameters that wait for inputs
        self.leaves = block_leaves(net)
        self._graphs: dict[Any, Graph] = {}
        shapes = [jax.ShapeDtypeStruct(a.shape, a.dtype) for a in present]
        both = [self.graph(train, shapes) for train in (False, True)]
        self.used = {place for graph in both for place in graph.inputs if isinstance(place, tuple)}
        self.written = {graph.inputs[i] for graph in both for i in graph.lowered.written if isinstance(graph.inputs[i], tuple)}

    def graph(self, train, arrays) -> Graph:
        """The graph for inputs of these shapes."""
        key = train, tuple([(a.shape, a.dtype) for a in arrays])
        found = self._graphs.get(key)
        if found is None:
            while len(self._graphs) >= _KEPT:
                self._graphs.pop(next(iter(self._graphs)))
            # JAX may be tracing the function that asks, and the block is run on arrays of its own.
            with jax.ensure_compile_time_eval():
                found = self._graphs[key] = self._trace(train, arrays)
        return found

    def _trace(self, train, arrays):
        with self._ctx, autograd.train_mode() if train else autograd.predict_mode():
            values = iter([example_of(np.zeros(a.shape, a.dtype), self._numpy) for a in arrays])
            flat = [None if one == -1 else next(values) for one in _flat_format(self.in_format)]
            try:
                inputs, graph, held, out_format = graph_of(
                    self.net, lambda block, *args: block(*args), flat, self.in_format, self._ctx
                )
            except MXNetError as error:
                raise MXNetError(
                    f"{self.name} cannot be a function of JAX. {error}. What its forward does must depend on its inputs through "
                    "operators alone."
                ) from error
        positions = {variable.name: i for i, variable in enumerate(inputs)}
        paths = _paths(self.leaves)
        places: list[Any] = []
        for name in graph.list_inputs():
            if name in positions:
                places.append(positions[name])
            else:  # a parameter of the block, or a constant that its forward has made
                holder = held[name]
                places.append(paths.get(id(holder)) or value_of(holder.list_data()[0]))
        return Graph(Lowered(graph._entries), places, out_format)


def _flat_format(fmt):
    return [fmt] if isinstance(fmt, int) else [one for item in fmt for one in _flat_format(item)]


def block_leaves(net) -> dict[tuple[str, ...], Leaf]:
    """The parameters of a block by their places in its tree; one that several blocks share has its first place."""
    leaves: dict[tuple[str, ...], Leaf] = {}
    seen: set[int] = set()

    def add(path, param):
        if id(param) not in seen:
            seen.add(id(param))
            leaves[path] = _parameter_leaf(path, param)

    def visit(block, path):
        if type(block)._collect_params_with_prefix is not Block._collect_params_with_prefix:
            # It names them otherwise in files: recurrent layers do, as if they were cells.
            for name, param in block._collect_params_with_prefix().items():
                add((*path, *name.split(".")), param)
            return
        for name, param in block._reg_params.items():
            add((*path, name), param)
        for name, child in block._children.items():
            visit(child, (*path, name))

    visit(net, ())
    for param in net._all_params().values():  # such as those that a block uses of another one
        if id(param) not in seen:
            leaves[(param._name,)] = _parameter_leaf((param._name,), param)
    return leaves


def _parameter_leaf(path, param):
    arrays = param._arrays
    return Leaf(path, param._name, param.grad_req != "null", arrays[0] if arrays else None, param)


def _paths(leaves):
    """{id of a parameter: its place}"""
    return {id(leaf.holder): path for path, leaf in leaves.items()}


class _SymbolSource:
    """A Symbol with a dictionary of parameters."""

    def __init__(self, net, params, inputs=None, frozen=()) -> None:
        self.net, self.name = net, net.name or "symbol"
        given = _unprefixed(params)
        aux = net.list_auxiliary_states()
        arguments = net.list_arguments()
        self.input_names = inputs or [name for name in arguments if name not in given]
        missing = [name for name in arguments if name not in given and name not in self.input_names]
        missing += [name for name in aux if name not in given]
        if missing:
            raise MXNetError(
                f"The symbol needs values of {', '.join(missing)}, which params lacks: give all parameters and auxiliary states, "
                "as mx.model.load_checkpoint or Module.get_params returns them."
            )
        names = [name for name in (*arguments, *aux) if name in given and name not in self.input_names]
        self.leaves = {(name,): Leaf((name,), name, name not in aux and name not in frozen, given[name]) for name in names}
        self.in_format = [0] * len(self.input_names)
        lowered = Lowered(net.__copy__()._entries)
        positions = {name: i for i, name in enumerate(self.input_names)}
        places: list[Any] = [positions.get(node.name, (node.name,)) for node in lowered.inputs]
        count = len(net.list_outputs())
        self._graph = Graph(lowered, places, 0 if count == 1 else [0] * count)
        self.used = {place for place in places if isinstance(place, tuple)}
        self.written = {places[i] for i in lowered.written if isinstance(places[i], tuple)}

    def graph(self, train, arrays) -> Graph:
        """The graph, whatever the shapes are."""
        return self._graph

    def complete(self, arrays) -> list[jax.Array]:
        """`arrays`, and zeros for the inputs at the end that were left out, such as labels in inference."""
        left_out = self.input_names[len(arrays) :]
        if not left_out:
            return arrays
        given = {name: a.shape for name, a in zip(self.input_names, arrays)}
        given |= {leaf.name: leaf.array.shape for leaf in self.leaves.values()}
        given = {name: shape for name, shape in given.items() if name in self.net.list_arguments()}
        shapes = dict(zip(self.net.list_arguments(), self.net.infer_shape_partial(**given)[0] or ()))
        unknown = [name for name in left_out if not known(shapes.get(name))]
        if unknown:
            raise MXNetError(
                f"{self.name} takes {len(self.input_names)} inputs ({', '.join(self.input_names)}), got {len(arrays)}; the shape "
                f"of {', '.join(unknown)} does not follow from those of the others."
            )
        return [*arrays, *(jnp.zeros(shapes[name], np.float32) for name in left_out)]


def _unprefixed(params):
    """A dictionary of arrays without `arg:` and `aux:`, as files have them."""
    arrays = {}
    for name, value in dict(params).items():
        name = name.removeprefix("arg:").removeprefix("aux:")
        value = value.data() if hasattr(value, "list_data") else value
        arrays[name] = value if isinstance(value, ArrayBase) else array(np.asarray(value), dtype=np.asarray(value).dtype)
    return arrays


def _module_source(module):
    if not module.binded or not module.params_initialized:
        raise MXNetError("The module has no parameters yet: call bind() and init_params() (or fit) first.")
    net = module.symbol
    if not isinstance(net, Symbol):
        raise TypeError(f"{type(module).__name__} has no symbol of its own: call to_jax on the modules in it.")
    arg_params, aux_params = module.get_params()
    arguments = net.list_arguments()
    labels = getattr(module, "_label_names", None) or [name for name, *_ in module.label_shapes or ()]
    states = getattr(module, "_state_names", None) or []
    inputs = [name for name in (*module.data_names, *labels, *states) if name in arguments]
    frozen = set(getattr(module, "_fixed_param_names", None) or ())
    return _SymbolSource(net, {**arg_params, **aux_params}, inputs, frozen)


__all__ = ["Graph", "Leaf", "block_leaves", "example_of", "source_of"]
