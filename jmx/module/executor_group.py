"""One executor per device, each with its share of the batch: what a Module computes with."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import ndarray as nd
from ..context import Context, cpu
from ..core.declare.dtype import np_dtype
from ..io import DataDesc
from ._checks import _described

if TYPE_CHECKING:
    from .._typing import Float, Int
    from ..metric.base import EvalMetric
    from ..ndarray.ndarray import NDArray
    from ..symbol.symbol import Symbol

__all__ = ["DataParallelExecutorGroup"]


def _split_input_slice(batch_size: Any, work_load_list: Any) -> Any:
    """Slices, one per device, that share out `batch_size` samples in proportion to the numbers of `work_load_list`.

    Raises ValueError if a device would get nothing.
    """
    total = sum(work_load_list)
    counts = [round(load * batch_size / total) for load in work_load_list]
    if sum(counts) < batch_size:
        counts[-1] += batch_size - sum(counts)
    slices, end = [], 0
    for count in counts:
        begin, end = int(min(end, batch_size)), int(min(end + count, batch_size))
        if begin >= end:
            raise ValueError("Too many slices. Some splits are empty.")
        slices.append(slice(begin, end))
    return slices


def _part(array, axis, where):
    """The part `where` (a slice) of `array` along `axis`."""
    if axis == 0:
        return array[where.start : where.stop]
    return nd.slice_axis(array, axis=axis, begin=where.start, end=where.stop)


def _is_part(array, axis, where):
    """Whether the part `where` of `array` is all of it."""
    return axis < 0 or (where.start == 0 and where.stop == array.shape[axis])


def _load_general(data, targets, major_axis):
    """Copy each array of `data` to its targets, cut along the batch axis where there are several devices."""
    for source, goals, axis in zip(data, targets, major_axis):
        if isinstance(goals, nd.NDArray):
            source.copyto(goals)
        elif isinstance(source, list | tuple):
            for part, goal in zip(source, goals):
                part.copyto(goal)
        else:
            for where, goal in goals:
                whole = axis < 0 or (where.start == 0 and source.shape[axis] == where.stop)
                (source if whole else _part(source, axis, where)).copyto(goal)


def _load(arrays_of, batch, targets, major_axis):
    if isinstance(batch, list):  # a list has one batch for each device
        per_input = [[arrays_of(b)[i] for b in batch] for i in range(len(targets))]
        _load_general(per_input, [[goal for _, goal in goals] for goals in targets], major_axis)
    else:
        _load_general(arrays_of(batch), targets, major_axis)


def _load_data(batch, targets, major_axis):
    """Copy the inputs of a batch, or of one for each device, to those of executors."""
    _load(lambda one: one.data, batch, targets, major_axis)


def _load_label(batch, targets, major_axis):
    """Copy the labels of a batch, or of one for each device, to those of executors."""
    _load(lambda one: one.label, batch, targets, major_axis)


def _merge_multi_context(outputs, major_axis):
    """Put the parts of each output together, on the device of the first part."""
    merged = []
    for parts, axis in zip(outputs, major_axis):
        if axis < 0 or len(parts) == 1:
            merged.append(parts[0])
        else:
            merged.append(nd.concat(*[part.as_in_context(parts[0].context) for part in parts], dim=axis))
    return merged


def _resized(shape, axis, size):
    """`shape` with `size` at the batch axis, if there is one (-1 is none)."""
    return tuple(shape) if axis < 0 else (*shape[:axis], size, *shape[axis + 1 :])


def _prepare_group2ctxs(group2ctxs, ctx_len):
    """One dict of context by group name, or None, for each device."""
    if group2ctxs is None:
        return [None] * ctx_len
    if isinstance(group2ctxs, list):
        assert len(group2ctxs) == ctx_len, f"length of group2ctxs should be {ctx_len}, got {len(group2ctxs)}"
        return group2ctxs
    assert isinstance(group2ctxs, dict), (
        "group2ctxs should be list of dict of str to context, or dict of str to context or list of context, "
        f"got {type(group2ctxs).__name__}"
    )
    per_device = [{} for _ in range(ctx_len)]
    for name, devices in group2ctxs.items():
        contexts = [devices] if isinstance(devices, Context) else list(devices)
        if len(contexts) == 1:
            contexts = contexts * ctx_len
        assert len(contexts) == ctx_len, f"length of group2ctxs[{name}] should be {ctx_len} or 1, got {len(contexts)}"
        for place, context in zip(per_device, contexts):
            place[name] = context
    return per_device


class DataParallelExecutorGroup:
    """Executors of one symbol on several devices that share out each batch.

    Parameters
    ----------
    symbol : Symbol
        The network.
    contexts : list of Context
        The devices.
    workload : list of number
        How large the share of each device is, relative to the others.
    data_shapes, label_shapes : list of DataDesc or (str, tuple of int)
        The inputs, with the whole batch; `label_shapes` may be None.
    param_names : list of str
        Arguments that are parameters.
    for_training, inputs_need_grad : bool
        Whether gradients are computed, and whether also those of the inputs.
    shared_group : DataParallelExecutorGroup, optional
        A group whose parameters and input memory this one uses as well.
    logger : logging.Logger
        Where warnings go.
    fixed_param_names : list of str, optional
        Parameters without gradients.
    grad_req : str, list of str or dict of str to str
        'write', 'add' or 'null'.
    state_names : list of str, optional
        Inputs that the user sets with `set_states`.
    group2ctxs : dict, or list of dict, optional
        Contexts by the name of a `ctx_group`.
    """

    def __init__(
        self,
        symbol: Symbol,
        contexts: Sequence[Context],
        workload: Sequence[Float],
        data_shapes: Sequence[DataDesc | tuple[str, Sequence[Int]]],
        label_shapes: Sequence[DataDesc | tuple[str, Sequence[Int]]],
        param_names: Sequence[str],
        for_training: bool,
        inputs_need_grad: bool,
        shared_group: DataParallelExecutorGroup | None = None,
        logger: logging.Logger = logging,
        fixed_param_names: Sequence[str] | None = None,
        grad_req: str | Sequence[str] | Mapping[str, str] = "write",
        state_names: Sequence[str] | None = None,
        group2ctxs: Mapping[Any, Any] | Sequence[Mapping[Any, Any]] | None = None,
    ) -> None:
        self.symbol = symbol
        self.param_names = param_names
        self.arg_names = symbol.list_arguments()
        self.aux_names = symbol.list_auxiliary_states()
        self.output_names = symbol.list_outputs()
        self.num_outputs = len(self.output_names)
        self.output_layouts = [DataDesc.get_batch_axis(symbol[i].attr("__layout__")) for i in range(self.num_outputs)]
        self.contexts = contexts
        self.workload = workload
        self.group2ctxs = _prepare_group2ctxs(group2ctxs, len(contexts))
        self.for_training = for_training
        self.inputs_need_grad = inputs_need_grad
        self.logger = logger
        self.fixed_param_names = fixed_param_names or []
        self.state_names = state_names or []
        data_shapes, label_shapes = _described(data_shapes), _described(label_shapes)
        self.grad_req = self._requests(grad_req if for_training else "null", {x.name for x in data_shapes})
        self.shared_data_arrays = [{} for _ in contexts] if shared_group is None else shared_group.shared_data_arrays

        self.batch_size = self.slices = None
        self.execs = []
        self._default_execs = None
        self.data_layouts = self.label_layouts = self.label_names = None  # bind_exec sets those of labels if there are some
        self.bind_exec(data_shapes, label_shapes, shared_group)

    def _requests(self, grad_req: Any, data_names: Any) -> Any:
        """What to do with the gradient of each argument, by name."""
        if isinstance(grad_req, list | tuple):
            assert len(grad_req) == len(self.arg_names), (
                f"grad_req has {len(grad_req)} entries for {len(self.arg_names)} arguments"
            )
            return dict(zip(self.arg_names, grad_req))
        if not isinstance(grad_req, str | dict):
            raise ValueError("grad_req must be one of str, list, tuple, or dict.")
        usual, exceptions = (grad_req, {}) if isinstance(grad_req, str) else ("write", grad_req)
        params = set(self.param_names)
        differentiated = params.difference(self.fixed_param_names)
        if self.inputs_need_grad:
            differentiated |= data_names - params
        return {**{name: usual if name in differentiated else "null" for name in self.arg_names}, **exceptions}

    # ---- binding

    def decide_slices(self, data_shapes: Sequence[DataDesc]) -> Any:
        """Set the batch size and each device's slice of it; return the batch axes of the inputs.

        Parameters
        ----------
        data_shapes : list of DataDesc
            Inputs that must agree in their batch size.
        """
        assert len(data_shapes) > 0, "at least one input is needed"
        axes = [DataDesc.get_batch_axis(x.layout) for x in data_shapes]
        for (name, shape), axis in zip(data_shapes, axes):
            if axis == -1:
                continue
            size = shape[axis]
            if self.batch_size is None:
                self.batch_size = size
                self.slices = _split_input_slice(size, self.workload)
            else:
                assert size == self.batch_size, (
                    f"all data must have the same batch size: batch_size = {self.batch_size}, but {name} has shape {shape}"
                )
        return axes

    def bind_exec(
        self,
        data_shapes: Sequence[DataDesc],
        label_shapes: Sequence[DataDesc],
        shared_group: DataParallelExecutorGroup | None = None,
        reshape: bool = False,
    ) -> None:
        """Bind the executors, or give those that are there other input shapes.

        Parameters
        ----------
        data_shapes, label_shapes : list of DataDesc
            The inputs, with the whole batch; `label_shapes` may be None.
        shared_group : DataParallelExecutorGroup, optional
            A group to share arrays with.
        reshape : bool
            Whether there are executors.
        """
        assert reshape or not self.execs
        before = self.batch_size, self.slices, self.data_layouts, self.label_layouts
        try:
            self.batch_size = None
            self.data_layouts = self.decide_slices(data_shapes)
            if label_shapes is not None:
                self.label_layouts = self.decide_slices(label_shapes)
            executors = []
            for i in range(len(self.contexts)):
                data = self._sliced_shape(data_shapes, i, self.data_layouts)
                label = self._sliced_shape(label_shapes, i, self.label_layouts) if label_shapes is not None else []
                if reshape:
                    executors.append(self._default_execs[i].reshape(allow_up_sizing=True, **dict(data + label)))
                else:
                    executors.append(self._bind_ith_exec(i, data, label, shared_group))
        except BaseException:
            self.batch_size, self.slices, self.data_layouts, self.label_layouts = before
            raise
        self.execs = executors
        self.data_shapes, self.label_shapes = data_shapes, label_shapes
        self.data_names = [x.name for x in data_shapes]
        if label_shapes is not None:
            self.label_names = [x.name for x in label_shapes]
        self._collect_arrays()

    def _bind_ith_exec(self, i, data_shapes, label_shapes, shared_group):
        attributes = self.symbol.attr_dict()
        dtypes = {x.name: x.dtype for x in (*data_shapes, *label_shapes)}
        for x in data_shapes:
            declared = attributes.get(x.name, {}).get("__dtype__", "-1")
            if declared != "-1":
                dtypes[x.name] = np_dtype(int(declared)).type
        return self.symbol.simple_bind(
            ctx=self.contexts[i],
            grad_req=self.grad_req,
            type_dict=dtypes,
            shared_arg_names=self.param_names,
            shared_exec=None if shared_group is None else shared_group.execs[i],
            group2ctx=self.group2ctxs[i],
            shared_buffer=self.shared_data_arrays[i],
            **dict(data_shapes + label_shapes),
        )

    @property
    def _total_exec_bytes(self) -> Any:
        """Megabytes of the executors as they were bound, as `Executor.debug_str` reports them."""
        execs = self._default_execs or self.execs
        return sum(int(e.debug_str().split("\n")[-3].split()[1]) for e in execs)

    def _sliced_shape(self, shapes, i, major_axis):
        """Descriptions of the part of the inputs that device `i` gets."""
        size = self.slices[i].stop - self.slices[i].start if self.slices else None
        return [DataDesc(x.name, _resized(x.shape, axis, size), x.dtype, x.layout) for x, axis in zip(shapes, major_axis)]

    def _parts(self) -> Any:
        """The slice of each device; where no input has a batch axis these are never used."""
        return self.slices or [slice(i, i + 1) for i in range(len(self.execs))]

    def _collect_arrays(self):
        def of_inputs(names):
            names = list(names)
            for name in names:
                if name not in self.arg_names:
                    raise KeyError(
                        f"{name!r} is no input of the symbol, whose inputs are {', '.join(self.arg_names)}. Name data and "
                        "labels as the symbol does, by data_names and label_names of Module and the iterator's data_name and "
                        "label_name; a symbol without labels needs label_names=None"
                    )
            return [[(where, e.arg_dict[name]) for where, e in zip(self._parts(), self.execs)] for name in names]

        def of_params(arrays):
            return [[arrays(e)[i] for e in self.execs] for i, n in enumerate(self.arg_names) if n in self.param_names]

        self.data_arrays = of_inputs(self.data_names)
        self.label_arrays = None if self.label_shapes is None else of_inputs(x.name for x in self.label_shapes)
        self.state_arrays = [[e.arg_dict[name] for e in self.execs] for name in self.state_names]
        self.param_arrays = of_params(lambda e: e.arg_arrays)
        self.grad_arrays = of_params(lambda e: e.grad_arrays) if self.for_training else None
        self.input_grad_arrays = None
        if self.inputs_need_grad:
            places = [self.arg_names.index(name) for name in self.data_names if name in self.arg_names]
            self.input_grad_arrays = [[e.grad_arrays[i] for e in self.execs] for i in places]
        self.aux_arrays = [[e.aux_arrays[i] for e in self.execs] for i in range(len(self.aux_names))]

    def reshape(self, data_shapes: Sequence[DataDesc], label_shapes: Sequence[DataDesc]) -> None:
        """Use other input shapes from now on.

        Parameters
        ----------
        data_shapes, label_shapes : list of DataDesc
            The inputs, with the whole batch; `label_shapes` may be None.
        """
        if data_shapes == self.data_shapes and label_shapes == self.label_shapes:
            return
        if self._default_execs is None:
            self._default_execs = list(self.execs)
        self.bind_exec(data_shapes, label_shapes, reshape=True)

    # ---- parameters

    def set_params(self, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray], allow_extra: bool = False) -> None:
        """Copy parameters to all devices.

        Parameters
        ----------
        arg_params, aux_params : dict of str to NDArray
            Values by name.
        allow_extra : bool
            Ignore names that the symbol does not have; they raise ValueError otherwise.
        """
        for executor in self.execs:
            executor.copy_params_from(arg_params, aux_params, allow_extra_params=allow_extra)

    def get_params(self, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray]) -> None:
        """Write the parameters, averaged over the devices, into given arrays.

        Parameters
        ----------
        arg_params, aux_params : dict of str to NDArray
            Arrays to overwrite.
        """
        _write_means(arg_params, self.param_names, self.param_arrays)
        _write_means(aux_params, self.aux_names, self.aux_arrays)

    # ---- computing

    def forward(self, data_batch: Any, is_train: bool | None = None) -> None:
        """Give each device its part of the batch and compute the outputs.

        Parameters
        ----------
        data_batch : DataBatch, or list of one DataBatch per device
            The inputs.
        is_train : bool, optional
            Whether operators behave as in training; `for_training` by default.
        """
        _load(lambda batch: batch.data, data_batch, self.data_arrays, self.data_layouts)
        first = data_batch[0] if isinstance(data_batch, list) else data_batch
        if self.label_arrays is not None and first.label:
            _load(lambda batch: batch.label, data_batch, self.label_arrays, self.label_layouts)
        for executor in self.execs:
            executor.forward(is_train=self.for_training if is_train is None else is_train)

    def get_output_shapes(self) -> Any:
        """[(name, shape)] of the outputs, with the whole batch."""
        outputs = zip(self.output_names, self.execs[0].outputs, self.output_layouts)
        return [(name, _resized(output.shape, axis, self.batch_size)) for name, output, axis in outputs]

    def get_outputs(self, merge_multi_context: bool = True, begin: Int = 0, end: Int | None = None) -> Any:
        """The outputs of the last forward.

        Parameters
        ----------
        merge_multi_context : bool
            Put the devices' parts together.
        begin, end : int
            Only the outputs with these numbers.

        Returns
        -------
        list of NDArray, or list of lists of NDArray
            One array per output, or one per output and device.
        """
        outputs = [[e.outputs[i] for e in self.execs] for i in range(begin, self.num_outputs if end is None else end)]
        return _merge_multi_context(outputs, self.output_layouts[begin:]) if merge_multi_context else outputs

    def get_states(self, merge_multi_context: bool = True) -> Any:
        """The arrays of the states by state and device; `merge_multi_context` must be False."""
        assert not merge_multi_context, "merge_multi_context=True is not supported for get_states yet."
        return self.state_arrays

    def set_states(self, states: Sequence[Sequence[NDArray]] | None = None, value: Float | None = None) -> None:
        """Set the states.

        Parameters
        ----------
        states : list of list of NDArray
            Values by state and device.
        value : number
            Or one number for all.
        """
        assert states is None or value is None, "Only one of states & value can be specified."
        if states is not None:
            _load_general(states, self.state_arrays, (0,) * len(states))
            return
        assert value is not None, "At least one of states & value must be specified."
        for arrays in self.state_arrays:
            for array in arrays:
                array[:] = value

    def get_input_grads(self, merge_multi_context: bool = True) -> Any:
        """The gradients of the inputs from the last backward, as `get_outputs` gives outputs."""
        assert self.inputs_need_grad, "gradients of inputs need a bind with inputs_need_grad=True"
        if merge_multi_context:
            return _merge_multi_context(self.input_grad_arrays, self.data_layouts)
        return self.input_grad_arrays

    def backward(self, out_grads: Sequence[NDArray] | None = None) -> None:
        """Compute the gradients on all devices.

        Parameters
        ----------
        out_grads : list of NDArray, optional
            Gradients of the outputs, with the whole batch; not needed where all outputs are losses.
        """
        assert self.for_training, "re-bind with for_training=True to run backward"
        if isinstance(out_grads, nd.NDArray):
            out_grads = [out_grads]
        for executor, where in zip(self.execs, self._parts()):
            parts = []
            for grad, axis in zip(out_grads or [], self.output_layouts):
                mine = grad if axis < 0 or len(self.execs) == 1 else _part(grad, axis, where)
                parts.append(mine.as_in_context(executor._ctx))
            executor.backward(out_grads=parts)

    def update_metric(self, eval_metric: EvalMetric, labels: Any, pre_sliced: bool) -> None:
        """Update a metric from the outputs of each device.

        Parameters
        ----------
        eval_metric : EvalMetric
            Its `update_dict` is called with labels and outputs by name.
        labels : list of NDArray, or list of such lists if `pre_sliced`
            Labels of the whole batch, or by device.
        pre_sliced : bool
            Whether labels are given by device.
        """
        for i, (executor, where) in enumerate(zip(self.execs, self._parts())):
            if pre_sliced:
                mine = labels[i]
            else:
                axes = self.label_layouts or []
                mine = [x if _is_part(x, axis, where) else _part(x, axis, where) for x, axis in zip(labels or [], axes)]
            eval_metric.update_dict(
                OrderedDict(zip(self.label_names or [], mine)), OrderedDict(zip(self.output_names, executor.outputs))
            )

    def install_monitor(self, mon: Any) -> None:
        """Let a Monitor watch all executors."""
        for executor in self.execs:
            mon.install(executor)


def _write_means(targets: Any, names: Any, arrays: Any) -> None:
    """Write the mean over the devices of each parameter's arrays into `targets`, arrays by name."""
    for name, block in zip(names, arrays):
        mean = block[0] if len(block) == 1 else sum(array.as_in_context(cpu()) for array in block) / len(block)
        mean.astype(targets[name].dtype, copy=False).copyto(targets[name])
