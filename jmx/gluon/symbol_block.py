"""SymbolBlock: a block made from a graph, such as an exported network or some layer inside one."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import symbol
from ..base import MXNetError
from ..context import takes_device
from ..core.declare.dtype import bfloat16, np_dtype
from ..ndarray import NDArray
from ..symbol import Symbol
from ..util import is_np_array
from ._naming import naming
from .hybrid import HybridBlock
from .parameter import ParameterDict
from .structure import _flatten, _regroup
from .utils import _check_same_symbol_type

if TYPE_CHECKING:
    from .._typing import ContextLike, DTypeLike
    from ..context import Context

__all__ = ["SymbolBlock"]

_ROW_SPARSE = "1"


def _infer_param_types(
    in_params: Sequence[Symbol],
    out_params: Symbol,
    arg_params: Sequence[str],
    aux_params: Sequence[str],
    default_dtype: DTypeLike | str = np.float32,
) -> Any:
    """Element types of arguments and auxiliary states, as far as they follow from the inputs, otherwise the default.

    Parameters
    ----------
    in_params : list of Symbol
        Input variables.
    out_params : Symbol
        The graph.
    arg_params, aux_params : list of str
        Names of the graph's arguments and auxiliary states.
    default_dtype : numpy.dtype or str
        What to fall back on.

    Returns
    -------
    arg_types, aux_types : list
    """
    known = {}
    for variable in in_params:
        types = variable.infer_type()[0]
        if not types:
            break
        known[variable.name] = types[0]
    arg_types = aux_types = None
    if len(known) == len(in_params):
        try:
            arg_types, _, aux_types = out_params.infer_type(**known)
        except MXNetError:
            pass
    if arg_types is None or len(arg_types) != len(arg_params):
        arg_types = [default_dtype] * len(arg_params)
    if aux_types is None or len(aux_types) != len(aux_params):
        aux_types = [default_dtype] * len(aux_params)
    return arg_types, aux_types


def _batch_norm_params(names):
    """Parameters of the batch normalizations among `names`; those stay float32 in a float16 network."""
    names = set(names)
    params = []
    for name in names:
        for variance, mean in (("running_var", "running_mean"), ("moving_var", "moving_mean")):
            if name.endswith(variance):
                group = [name.removesuffix(variance) + part for part in (variance, mean, "gamma", "beta")]
                if names.issuperset(group):
                    params.extend(group)
    return params


class SymbolBlock(HybridBlock):
    """A block that computes a graph.

    Parameters
    ----------
    outputs : Symbol or list of Symbol
        What the block returns.
    inputs : Symbol or list of Symbol
        The variables that are its inputs; every other variable is a parameter.
    params : ParameterDict or dict of str to Parameter, optional
        Parameters to share, by the names of the graph's variables.

    Examples
    --------
    >>> data = mx.sym.Variable("data")
    >>> net = gluon.SymbolBlock(mx.sym.FullyConnected(data, num_hidden=2, name="fc"), data)
    >>> net.initialize(mx.init.One())
    >>> net(nd.ones((1, 3))).asnumpy()
    array([[4., 4.]], dtype=float32)
    >>> sorted(net.collect_params())
    ['fc_bias', 'fc_weight']
    """

    @staticmethod
    @takes_device
    def imports(
        symbol_file: str,
        input_names: str | Sequence[str],
        param_file: str | None = None,
        ctx: Context | Sequence[Context] | None = None,
        allow_missing: bool = False,
        ignore_extra: bool = False,
    ) -> SymbolBlock:
        """Read a network that `HybridBlock.export`, the Module API or MXNet wrote.

        Parameters
        ----------
        symbol_file : str
            The file of the graph.
        input_names : str or list of str
            Names of its inputs.
        param_file : str, optional
            The file of the parameters; without one they are to be initialized.
        ctx : Context or list of Context, optional
            Where the parameters live; by default `cpu()`.
        allow_missing : bool
            Leave parameters uninitialized that the file lacks.
        ignore_extra : bool
            Skip entries of the file that the graph lacks.

        Returns
        -------
        SymbolBlock
        """
        if isinstance(input_names, str):
            input_names = [input_names]
        if is_np_array():
            from ..symbol.numpy import _symbol as np_symbol

            graph = np_symbol.load(symbol_file)
        else:
            graph = symbol.load(symbol_file)
        # With a parameter file, types come from there; without one, they follow from float32 inputs.
        inputs = [symbol.var(name, dtype=np.float32 if param_file is None else None) for name in input_names]
        if is_np_array() and param_file is not None:
            inputs = [variable.as_np_ndarray() for variable in inputs]
        block = SymbolBlock(graph, inputs)
        if param_file is not None:
            naming().load_exported(block, param_file, ctx, allow_missing, ignore_extra)
        return block

    def __init__(self, outputs: Symbol | Sequence[Symbol], inputs: Symbol | Sequence[Symbol], params: Any = None) -> None:
        super().__init__(prefix=None, params=None)
        self._prefix = ""
        self._params = ParameterDict("", naming().for_graph(params))
        if isinstance(inputs, Symbol) and len(inputs.list_outputs()) == 1:
            inputs = [inputs]
        if isinstance(outputs, (list, tuple)) and len(outputs) == 1:
            outputs = outputs[0]
        inputs, self._in_format = _flatten(inputs, "input")
        out, self._out_format = _flatten(outputs, "output")
        for variable in inputs:
            assert len(variable.get_internals().list_outputs()) == 1, (
                f"Input symbols must be variables, but {variable} is an output of operators"
            )
        for item in out:
            for node in item.get_internals():
                assert node.attr("__storage_type__") != _ROW_SPARSE, (
                    f"SymbolBlock doesn't support Parameter '{node.name}' because its storage type is 'row_sparse'."
                )
        graph = out[0] if len(out) == 1 else symbol.Group(out, _check_same_symbol_type(out))
        self._cached_graph = inputs, graph
        self._create_params({variable.name for variable in inputs})

    def _create_params(self, input_names) -> None:
        inputs, graph = self._cached_graph
        args, aux = graph.list_arguments(), graph.list_auxiliary_states()
        arg_types, aux_types = _infer_param_types(inputs, graph, args, aux)
        for name, dtype in zip(args, arg_types):
            if name not in input_names:
                self._params.get(name, allow_deferred_init=True, dtype=dtype)
        for name, dtype in zip(aux, aux_types):
            if name not in input_names:
                self._params.get(name, grad_req="null", allow_deferred_init=True, dtype=dtype)
        naming().register_of_graph(self)

    def __getstate__(self):
        return {**super().__getstate__(), "_cached_graph": self._cached_graph}

    def __repr__(self) -> str:
        inputs, graph = self._cached_graph
        return f"{type(self).__name__}(\n{graph} : {len(inputs)} -> {len(graph.list_outputs())}\n)"

    def forward(self, x, *args: Any) -> Any:
        """Run the compiled graph on arrays, or compose it with symbols."""
        if isinstance(x, NDArray):
            plan = self._call_plan
            if plan is not None and plan.flat_inputs == len(args) + 1:
                out = plan.run_flat((x, *args))
                if out is not None:
                    return out
            return self._call_cached_op(x, *args)
        assert isinstance(x, Symbol), (
            f"HybridBlock requires the first argument to forward be either Symbol or NDArray, but got {type(x)}"
        )
        flat, fmt = _flatten([x, *args], "input")
        assert fmt == self._in_format, f"The inputs must be nested as {self._in_format}, but are nested as {fmt}"
        inputs, graph = self._cached_graph
        composed = copy.copy(graph)
        composed._compose(**{variable.name: arg for variable, arg in zip(inputs, flat)})
        return _regroup(list(composed), self._out_format)

    def _clear_cached_op(self) -> None:
        graph = getattr(self, "_cached_graph", ())
        super()._clear_cached_op()
        self._cached_graph = graph

    def cast(self, dtype: DTypeLike) -> None:
        """As :meth:`Block.cast`; with float16 or bfloat16, batch normalizations stay float32."""
        super().cast(dtype)
        if np_dtype(dtype) in (np.float16, bfloat16):
            for name in _batch_norm_params(self._cached_graph[1].get_internals().list_inputs()):
                self._params.get(name).cast("float32")

    def hybrid_forward(self, F: Any, x, *args: Any, **kwargs: Any) -> Any:
        """Not used: the graph is given."""
        raise NotImplementedError("SymbolBlock computes the graph it was made from")

    def reset_ctx(self, ctx: ContextLike) -> None:
        """Move all parameters to other contexts (one, a list, or None for the current one)."""
        params = self._all_params()
        params.reset_ctx(ctx)
        for is_arg, entry in self._cached_op_args:
            # Parameters that a partitioning backend added belong to no dictionary.
            if not is_arg and entry.name not in params.keys():
                entry.reset_ctx(ctx)
