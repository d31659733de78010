"""Running a saved network: a symbol file and a file of parameters become a function on arrays.

    predictor = mx.predictor.Predictor.load("digits", 5)      # digits-symbol.json, digits-0005.params
    scores = predictor(data=images)[0]                        # any number of images
    small = mx.predictor.Predictor.load("digits", 5, dtype="int8", calib_data=examples)

`Predictor(symbol, parameters, shapes)` with `forward`, `reshape` and `get_output`, and `load_ndarray_file`, are what MXNet
has in its module `mxnet_predict`.
"""

from __future__ import annotations

import collections
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from . import autograd
from . import ndarray as nd
from . import symbol as sym
from .base import MXNetError
from .context import Context, current_context, takes_device
from .core.graph.nodes import topo
from .execution.cached_op import CachedOp
from .model import load_params
from .util import is_np_shape

if TYPE_CHECKING:
    from ._typing import DTypeLike, Int, NumPyArray
    from .gluon.parameter_dict import ParameterDict
    from .ndarray.ndarray import NDArray

__all__ = ["Predictor", "load_ndarray_file"]

_DEVICES = {"cpu": 1, "gpu": 2, "cpu_pinned": 3}


class Predictor:
    """A network with its parameters, for prediction only.

    Every set of input shapes is a compiled program of its own. The `shapes_kept` sets used last stay compiled (8, unless
    set on the class or a predictor); what is dropped is freed, and compiled again when it comes back.

    Parameters
    ----------
    symbol_file : str or bytes
        What the symbol's JSON file holds.
    param_raw_bytes : bytes
        What the file of parameters holds: arrays called "arg:..." and "aux:...".
    input_shapes : dict of str to tuple of int
        Shapes of the inputs. Names that the network does not have are ignored.
    dev_type : str
        "cpu", "gpu" or "cpu_pinned".
    dev_id : int
        Which of these devices.
    type_dict : dict of str to type, optional
        Element types of the inputs, where the parameters do not decide them and they are not float32.
    dtype : {'float32', 'bfloat16', 'float16', 'int8'}, default 'float32'
        What layers compute in. 'float32' runs the network as its files have it. The 16-bit types are put in by
        `contrib.amp.convert_model`, 'int8' by `contrib.quantization.quantize_model_mkldnn`, on CPUs. Results are float32.
        Networks that have the type already run as they are.
    calib_data : NDArray, numpy.ndarray, dict of str to array, or iterator, optional
        For 'int8': some hundred samples that say how large numbers get; an iterator (DataIter, DataLoader) gives them in
        batches.
    calib_mode : {'naive', 'entropy'}, default 'naive'
        Ranges from the smallest to the largest number, or those that lose least, without rare large numbers.

    Raises
    ------
    ValueError
        A shape is no tuple.
    KeyError
        There is no such type of device.
    MXNetError
        A file is damaged; a parameter is missing or has the wrong shape; a shape is missing; `calib_data` is missing or does
        not fit, or the network is of another type than `dtype` already.

    Examples
    --------
    >>> data, weight = mx.sym.Variable("data"), nd.array([[1, 2], [-3, 4]])
    >>> net = mx.sym.FullyConnected(data, num_hidden=2, no_bias=True, name="fc")
    >>> mx.model.save_checkpoint("small", 1, net, {"fc_weight": weight}, {})
    >>> x = nd.array([[1, -1], [0.5, 1]])
    >>> mx.predictor.Predictor.load("small", 1)(x)[0].asnumpy()
    array([[-1. , -7. ],
           [ 2.5,  2.5]], dtype=float32)
    >>> small = mx.predictor.Predictor.load("small", 1, dtype="int8", calib_data=x)
    >>> small(x)[0].asnumpy().round(1)
    array([[-1. , -7. ],
           [ 2.5,  2.5]], dtype=float32)
    """

    shapes_kept = 8

    def __init__(
        self,
        symbol_file: str | bytes,
        param_raw_bytes: bytes,
        input_shapes: Mapping[str, Sequence[Int]],
        dev_type: str = "cpu",
        dev_id: Int = 0,
        type_dict: Mapping[str, type[Any]] | None = None,
        dtype: DTypeLike = "float32",
        calib_data: Any = None,
        calib_mode: Literal["naive", "entropy"] | str = "naive",
    ) -> None:
        if dev_type not in _DEVICES:
            raise KeyError(dev_type)
        _check_shapes(input_shapes)
        text = symbol_file if isinstance(symbol_file, str) else bytes(symbol_file).decode()
        arrays = nd.load_frombuffer(bytes(param_raw_bytes))
        if not isinstance(arrays, dict) and arrays:
            raise MXNetError("Invalid param file format: the arrays have no names.")
        params = {}
        for name, array in dict(arrays).items():
            group, _, rest = name.partition(":")
            if group in ("arg", "aux"):
                params[group, rest] = array
        self._start(sym.load_json(text), params, Context(dev_type, dev_id), type_dict, (dtype, calib_data, calib_mode))
        self._bind(input_shapes)

    @classmethod
    @takes_device
    def load(
        cls,
        prefix: str,
        epoch: Int = 0,
        ctx: Context | None = None,
        input_shapes: Mapping[Any, Any] | None = None,
        type_dict: Mapping[Any, Any] | None = None,
        dtype: DTypeLike = "float32",
        calib_data: Any = None,
        calib_mode: Literal["naive", "entropy"] | str = "naive",
    ) -> Predictor:
        """Make a predictor of the files that checkpoints and `export` write: prefix-symbol.json and prefix-0000.params.

        Parameters
        ----------
        prefix : str
            Start of the file names.
        epoch : int
            The number in the file of parameters.
        ctx : Context, optional
            Where to compute; default: the current context.
        input_shapes, type_dict : dict, optional
            As for the class; without shapes, those of the arrays that come decide.
        dtype, calib_data, calib_mode
            As for the class.

        Returns
        -------
        Predictor
        """
        self = cls.__new__(cls)
        if input_shapes is not None:
            _check_shapes(input_shapes)
        params = {}
        for group, arrays in zip(("arg", "aux"), load_params(prefix, epoch)):
            params.update({(group, name): array for name, array in arrays.items()})
        self._start(
            sym.load(f"{prefix}-symbol.json"), params, ctx or current_context(), type_dict, (dtype, calib_data, calib_mode)
        )
        if input_shapes is not None:
            self._bind(input_shapes)
        return self

    def _start(self, symbol: Any, params: ParameterDict, ctx: Context, type_dict: Any, bits: tuple[DTypeLike, Any, str]) -> None:
        self.ctx, self.type_dict = ctx, type_dict
        arguments, states = symbol.list_arguments(), symbol.list_auxiliary_states()
        args = {name: params["arg", name].as_in_context(ctx) for name in arguments if ("arg", name) in params}
        aux = {name: params["aux", name].as_in_context(ctx) for name in states if ("aux", name) in params}
        lost = [name for name in states if name not in aux]
        if lost:
            raise MXNetError(f"Missing in the file of parameters: the auxiliary states {', '.join(lost)}.")
        labels = _labels(symbol)
        #: names of the inputs, in the order in which a call takes them
        self.inputs = [name for name in arguments if name not in args and name not in labels]
        dtype, calib_data, _ = bits
        if dtype != "float32" or calib_data is not None:
            # amp and quantization take half a second to import, for which float32 need not wait
            from .contrib._fewer_bits import convert

            symbol, args, aux = convert(symbol, args, aux, self.inputs, ctx, *bits, type_dict or {})
        self.symbol, self._params = symbol, {**args, **aux}
        self._arguments, self._order = symbol.list_arguments(), symbol.list_inputs()
        self._bound: collections.OrderedDict = collections.OrderedDict()
        self._now: _Bound | None = None
        self._watcher = None

    # ---- shapes

    def _bind(self, input_shapes: Any) -> None:
        """Make `input_shapes` the present ones; the predictor is as it was where that fails."""
        named = {name: tuple(shape) for name, shape in input_shapes.items() if name in self._arguments}
        key = tuple(sorted(named.items()))
        bound = self._bound.get(key)
        if bound is None:
            bound = self._bound[key] = self._make(named, [n for n in input_shapes if n not in named])
        self._bound.move_to_end(key)
        self._now = bound
        while len(self._bound) > max(1, self.shapes_kept):
            self._bound.popitem(last=False)[1].run.program.forget()

    def _make(self, named: Any, unknown: Any) -> Any:
        replaced = [name for name in named if name in self._params]
        if replaced:
            raise MXNetError(f"{', '.join(replaced)}: in the file of parameters, and not an input.")
        missing = [name for name in self.inputs if name not in named]
        fixed = {name: array.shape for name, array in self._params.items() if name in self._arguments}
        guessed = self.symbol.infer_shape_partial(**named)
        for name, shape in self._shapes(guessed).items():
            array = self._params.get(name)
            if array is not None and _known(shape) and shape != array.shape:
                raise MXNetError(
                    f"Parameter {name} has shape {array.shape}, but the network needs {shape} for inputs {_show(named)}. "
                    "Only shapes of inputs can change."
                )
        inferred = self.symbol.infer_shape_partial(**named, **fixed)
        shapes = self._shapes(inferred)
        if missing:
            also = f" There is no input called {', '.join(unknown)}." if unknown else ""
            raise MXNetError(
                f"Neither in the file of parameters nor in input_shapes: {', '.join(missing)}. Give shapes of inputs, and "
                f'a file that holds the parameters, as "arg:{missing[0]}".{also}'
            )
        open_ = [name for name, shape in shapes.items() if not _known(shape)]
        if open_:
            raise MXNetError(f"The input shapes {_show(named)} are not enough to get the shapes of {', '.join(open_)}.")
        dtypes, outputs = self._types()
        arrays = {name: nd.zeros(shapes[name], self.ctx, dtypes[name]) for name in self._arguments if name not in self._params}
        run = CachedOp(self.symbol)
        run.program = run.program.fresh()
        if self._watcher is not None:
            run._register_op_hook(*self._watcher)
        return _Bound(run, named, arrays, list(zip(inferred[1], outputs)))

    def _shapes(self, inferred: Any) -> Any:
        return dict(zip(self._arguments, inferred[0])) | dict(zip(self.symbol.list_auxiliary_states(), inferred[2]))

    def _types(self) -> Any:
        """(element types of the arguments by name, those of the outputs)."""
        known = {name: array.dtype for name, array in self._params.items() if name in self._arguments}
        known |= {k: np.dtype(v).type for k, v in (self.type_dict or {}).items() if k in self._arguments and k not in known}
        inferred = self.symbol.infer_type_partial(**known)[0]
        full = {name: np.float32 if dtype is None else dtype for name, dtype in zip(self._arguments, inferred)}
        return full, self.symbol.infer_type_partial(**full)[1]

    def reshape(self, input_shapes: Mapping[str, Sequence[Int]]) -> None:
        """Change the shapes of inputs; those that are not named and cannot be deduced stay. Inputs become zeros.

        Parameters
        ----------
        input_shapes : dict of str to tuple of int

        Raises
        ------
        ValueError
            A shape is no tuple.
        MXNetError
            The network does not allow the shapes, or there is no such input; the predictor is as it was.
        """
        _check_shapes(input_shapes)
        unknown = [name for name in input_shapes if name not in self._arguments]
        if unknown:
            raise MXNetError(f"cannot find input {', '.join(unknown)}; the inputs are {', '.join(self.inputs)}")
        if self._now is not None:
            alone = dict(zip(self._arguments, self.symbol.infer_shape_partial(**input_shapes)[0]))
            stay = {name: shape for name, shape in self._now.shapes.items() if not _known(alone[name])}
            input_shapes = {**stay, **input_shapes}
        self._bind(input_shapes)
        for array in self._now.arrays.values():
            array[:] = 0
        self._now.outputs = None

    # ---- running

    def forward(self, **kwargs: Any) -> None:
        """Compute the outputs, which `get_output` then hands out.

        Parameters
        ----------
        **kwargs : numpy.ndarray
            Inputs of as many elements as their shapes have; they are converted to the inputs' element types. What is left
            out keeps its last value, at first zeros.

        Raises
        ------
        ValueError
            A value is no NumPy array, or there are not as many as in `type_dict`.
        MXNetError
            There is no such input, or it has another size; nothing has changed then.
        """
        if self.type_dict and len(self.type_dict) != len(kwargs):
            raise ValueError(
                f"number of kwargs should be same as len of type_dict: {len(kwargs)} given, {len(self.type_dict)} in "
                "type_dict. Please check your forward pass inputs or type_dict passed to Predictor instantiation"
            )
        for value in kwargs.values():
            if not isinstance(value, np.ndarray):
                raise ValueError(f"Expect numpy ndarray as input, got {type(value).__name__}")
        if self._now is None:
            self._bind({name: value.shape for name, value in kwargs.items()})
        bound = self._now
        for name, value in kwargs.items():
            if name not in bound.arrays:
                raise MXNetError(f"cannot find input key {name}; the inputs are {', '.join(self.inputs)}")
            if value.size != bound.arrays[name].size:
                raise MXNetError(
                    f"Memory size do not match: {name} has {value.size} elements (shape {value.shape}), the predictor was "
                    f"made for shape {bound.arrays[name].shape}. Call reshape, or the predictor itself."
                )
        for name, value in kwargs.items():
            array = bound.arrays[name]
            array[:] = np.asarray(value, dtype=array.dtype).reshape(array.shape)
        self._run(bound)

    def _run(self, bound: Any) -> None:
        with autograd.pause(train_mode=False):
            outputs = bound.run(*(bound.arrays[n] if n in bound.arrays else self._params[n] for n in self._order))
        bound.outputs = outputs if isinstance(outputs, list) else [outputs]

    def __call__(self, *args: NDArray | NumPyArray, **kwargs: Any) -> list[NDArray]:
        """Compute the outputs for inputs of any shapes.

        Parameters
        ----------
        *args : NDArray or numpy.ndarray
            Inputs in the order of `inputs`.
        **kwargs : NDArray or numpy.ndarray
            Inputs by name.

        Returns
        -------
        list of NDArray

        Raises
        ------
        TypeError
            An input is missing, unknown or given twice, or no array.
        MXNetError
            The network does not allow the shapes; the predictor is as it was.
        """
        if len(args) > len(self.inputs):
            raise TypeError(f"{len(args)} inputs given; the inputs are {', '.join(self.inputs)}")
        named = dict(zip(self.inputs, args))
        twice = [name for name in kwargs if name in named]
        named |= kwargs
        unknown = [name for name in named if name not in self._arguments or name in self._params]
        missing = [name for name in self.inputs if name not in named]
        if twice or unknown or missing:
            what = [f"{word} {', '.join(n)}" for word, n in (("twice", twice), ("unknown", unknown), ("missing", missing)) if n]
            raise TypeError(f"{'; '.join(what)}: the inputs are {', '.join(self.inputs)}")
        for name, value in named.items():
            if not isinstance(value, (nd.NDArray, np.ndarray)):
                raise TypeError(f"{name} must be an NDArray or a NumPy array, got {type(value).__name__}")
        self._bind({name: value.shape for name, value in named.items()})
        bound = self._now
        for name, value in named.items():
            bound.arrays[name][:] = value
        self._run(bound)
        return list(bound.outputs)

    def get_output(self, index: Any) -> Any:
        """Return output `index` of the last `forward` as a NumPy array; zeros before the first.

        Raises
        ------
        MXNetError
            There are not as many outputs.
        """
        if self._now is None:
            raise MXNetError("There is no output yet: call forward first.")
        specs = self._now.specs
        if not 0 <= index < len(specs):
            raise MXNetError(f"Index exceed number of outputs: {index}, there are {len(specs)}.")
        if self._now.outputs is None:
            return np.zeros(*specs[index])
        return self._now.outputs[index].asnumpy()

    def set_monitor_callback(self, callback: Any, monitor_all: bool = False) -> None:
        """Call `callback(name, NDArray)` for what every operator gives, and for what it gets if `monitor_all`."""
        self._watcher = (lambda name, _, array: callback(name, array)), monitor_all
        for bound in self._bound.values():
            bound.run._register_op_hook(*self._watcher)


class _Bound:
    """The network for one set of input shapes.

    run      a CachedOp with a program of its own
    shapes   the given shapes by name
    arrays   inputs and labels by name
    specs    (shape, element type) of each output
    """

    def __init__(self, run: Any, shapes: Any, arrays: Any, specs: Any) -> None:
        self.run, self.shapes, self.arrays, self.specs = run, shapes, arrays, specs
        self.outputs: list | None = None


def _labels(symbol):
    """Names of the variables that only losses take, as their labels."""
    taken: dict = {}
    for node in topo(symbol._entries):
        for i, (source, *_) in enumerate(node.inputs):
            if source.op is None:
                taken.setdefault(source.name, []).append(i < len(node.op.inputs) and node.op.inputs[i] in node.op.traits.labels)
    outputs = {node.name for node, _ in symbol._entries}
    return {name for name, as_label in taken.items() if all(as_label) and name not in outputs}


def _check_shapes(input_shapes):
    for name, shape in input_shapes.items():
        if not isinstance(shape, tuple):
            raise ValueError(f"Expect input_shapes to be dict str->tuple; {name} is {shape!r}")


def _known(shape):
    if is_np_shape():
        return shape is not None and -1 not in shape
    return bool(shape) and 0 not in shape


def _show(shapes):
    return ", ".join(f"{name} {shape}" for name, shape in shapes.items()) or "(none)"


def load_ndarray_file(nd_bytes: bytes) -> dict[str, NumPyArray] | list[NumPyArray]:
    """Read what a file of arrays holds.

    Parameters
    ----------
    nd_bytes : bytes

    Returns
    -------
    dict of str to numpy.ndarray, or list of numpy.ndarray
        A list if the arrays have no names.

    Raises
    ------
    MXNetError
        The file is damaged.
    """
    arrays = nd.load_frombuffer(bytes(nd_bytes))
    if isinstance(arrays, dict):
        return {name: array.asnumpy() for name, array in arrays.items()}
    return [array.asnumpy() for array in arrays]
