"""What graph code needs to know of an operator besides its function: said once, as options of its declaration."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .control import Control
from .fusion import FusionSeed, Pointwise


def numbered(label, inputs) -> list[tuple[str, str]]:
    """The gradients' names of most operators: "q_backward_output", or "q_backward_output0", ... for several inputs."""
    return [(f"{label}_backward_output{k if len(inputs) > 1 else ''}", name) for k, name in enumerate(inputs)]


def named(label, inputs) -> list[tuple[str, str]]:
    """The gradients' names of MXNet's oldest operators, after their inputs: "q_backward_data"."""
    return [(f"{label}_backward_{name}", name) for name in inputs]


def counted(label) -> Callable[..., Any]:
    """The rule `Traits.input_names` of operators that take any number of inputs: label0, label1, ..."""
    return lambda a, attrs: [f"{label}{i}" for i in range(int(attrs.get("num_args", 1)))]


def passed_on(label, inputs) -> list[Any]:
    """No names: the gradient of the output is that of the inputs, and no node makes it."""
    return []


def numbered_for(*chosen) -> Callable[..., Any]:
    """`numbered` for operators that have one backward node for the inputs `chosen`, and none for the others."""
    return lambda label, inputs: numbered(label, [name for name in inputs if name in chosen])


def shown_by(**changes) -> Callable[..., Any]:
    """The rule `Traits.hidden_values` of operators that return their hidden outputs if attributes are changed to `changes`."""
    return lambda run, a, *inputs: run(changes, *inputs)[1:]


#: what most operators call the inputs that hold what a network has learned
LEARNED = "weight", "bias", "gamma", "beta", "moving_mean", "moving_var"


@dataclasses.dataclass(frozen=True, slots=True)
class OpenShape:
    """The rule of operators without inputs that leave dimensions of their output to whoever uses it.

    shape     function of the attributes and of whether NumPy's shape semantics are on: the output's shape with -1 for what is
              open, None if the rank is open too, or () if nothing is
    changes   function of the attributes and the shape that was found: the attributes to run with, as strings
    """

    shape: Callable
    changes: Callable


class Indices(NamedTuple):
    """Which values an input with indices, lengths or class numbers may have: from `lowest` to `size` - 1.

    position    of the input
    row         which of its rows that is said of; None for all
    besides     a further value that it may have
    """

    position: int
    size: int
    lowest: int = 0
    row: int | None = None
    besides: float | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class IntegerForm:
    """An operator's form on 8-bit integers.

    name    of the operator
    only    function of the attributes that says whether there is such a form; there always is by default
    must    whether quantization in "smart" mode always takes it
    requantize    whether 32-bit sums come out of it
    plain    positions of inputs that stay as they are, or a function of the attributes and the granularity ("tensor-wise" or
        "channel-wise") that gives them; None for all but the first
    asymmetric    whether it takes integers with an offset, and returns floating point
    changes    function of the granularity: the attributes, as text, that the form has besides
    """

    name: str
    only: Callable | None = None
    must: bool = False
    requantize: bool = False
    plain: tuple[int, ...] | Callable | None = ()
    asymmetric: bool = False
    changes: Callable | None = None

    def stays(self, position, a, granularity) -> bool:
        """Whether the input at `position` of a call with attributes `a` stays as it is."""
        plain = self.plain(a, granularity) if callable(self.plain) else self.plain
        return position > 0 if plain is None else position in plain


@dataclasses.dataclass(frozen=True, slots=True)
class Traits:
    """Facts about an operator, all of them optional; tests/core/test_traits.py compares them with MXNet 1.9.1.

    Names and files
    ---------------
    input_names : function of the parsed attributes and the words of the symbol
        Names of the inputs of an operator that takes any number; "arg0", "arg1", ... by default.
    initial : {input name: JSON}
        Initializers that a variable gets that is made for such an input.
    hidden : tuple of str, int, or a function of the attributes
        Names of outputs that users do not see and that MXNet's own backward pass reads, or how many where it names none.
        Files count them, and monitors show them.
    hidden_values : function of (run, attributes, *inputs)
        The hidden outputs' values, for monitors. ``run(changes, *arrays)`` gives all outputs of the operator with some
        attributes changed. Without it hidden outputs are memory for MXNet's kernels, shown as zeros.
    later : bool or tuple of str
        MXNet 1.9.1 does not have the operator, or these names of it: lists of its operators leave them out.
    backward : str or None
        What MXNet calls the operator that computes its gradient, behind "_backward_": its own public name by default. None where
        MXNet uses ordinary operators.
    numbered_inputs : bool
        MXNet has no names for the inputs, so that monitors show "q_input0".
    gradient_names : function of the node's name and the inputs' names
        [(name, input)] of the gradients that the backward node makes, as monitors show them.
    lists : tuple of str
        Names of the NumPy interface under which it returns a list even of a single output.
    precision_cast : bool
        Automatic mixed precision inserts it, output i being input i in another type: files leave it out.
    upgrade : function of (attributes as strings, version)
        Changes, in place, what files written by an older MXNet meant otherwise.
    unsaved : function of the attributes
        Says why a graph with such a node cannot be written to a file, and what to do. Without it it can.
    onnx : str, or tuple that begins with one
        "module.function" of the function in jmx/ops/onnx_forms/ that writes it in an ONNX file, and that function's further
        arguments. Without it it cannot be written.
    source : str, or tuple that begins with one
        How it is written with jax.numpy in generated source code: a text with {0}, {1}, ... for the inputs, or the name of a
        function in jmx/ops/jax_source.py, and that function's further arguments. Without it it cannot be written.

    Gradients
    ---------
    no_gradient : bool
        MXNet refuses to bind it where a gradient has to pass.
    zero_gradient : bool or function of the attributes
        Its inputs get no gradient, so that nothing above it needs one.
    ignores_out_grad : bool or function of the attributes
        Its gradients do not depend on those of its outputs, as a loss's.
    labels : tuple of str
        Inputs that only training needs.
    makes_integers : function of the attributes
        It makes integers or booleans of floating numbers and passes their gradient on (`declare/integers.py`).
    flat_integers : bool
        Its derivative is 0 in inputs that are integers or booleans.
    keeps_storage : bool
        The gradient of an input is stored as the input is; zeros always are.
    gradient_storage : function of (attributes, position, storage types of all inputs)
        How the gradient of an input is stored, for operators that make it sparse.
    makes_sparse : bool
        The result may be sparse though no input is.

    Shape inference and passes
    --------------------------
    waits_for_shapes : bool
        Nothing is inferred until all input shapes are complete.
    solves : "size" or "share"
        The output's size decides one unknown dimension of the input, or several that are alike and add their share.
    cuts : bool
        It cuts as far as a dimension reaches: of an unknown one nothing is known afterwards.
    output_shapes : function of (attributes, *specs of the inputs)
        The shapes of all outputs, each of the inputs' element type, for exact shapes that the operator takes, so that it need not
        be traced. It is asked only where all inputs are float32. None, or any error, where the function is to say what happens.
    types : function of (attributes, types of all inputs, None where unknown)
        (the types that inputs have, those of all outputs), None where nothing follows: for operators whose types do not depend
        on shapes but that cannot be traced for any.
    input_shape : function of (attributes, output shape)
        The first input's shape from the output's where not even the rank of the input is known.
    open_shape : OpenShape
        Its output's dimensions may be left to those who use it.
    control : function of the attributes
        The `Control` of an operator that runs graphs.
    joins : function of the attributes
        The axis along which it joins its inputs.
    splits : function of the attributes
        The axis that it takes apart, output i being slice i; None if it does not.
    integers : IntegerForm
        Its form on 8-bit integers, for quantization.
    calibrated_by : "input" or "output"
        Where the range of an operator on integers that takes one can be observed.
    takes_range : "range" or "numbers"
        An operator on integers can do what a requantization behind it does, by its `min_calib_range` and `max_calib_range`;
        "numbers": also what a dequantization behind that does, by `enable_float_output`. A function of the attributes gives
        either, or None.
    keeps_range : "joins" or "passes"
        Its integers stand for the range of its inputs': it joins several, for which one range is best, or passes one on.
    seeds : FusionSeed
        It is put into one operator with what follows it (`graph/partition/`).
    follows : "norm", "sum" or a function of the attributes
        What it is behind such a layer; the function gives a `Pointwise`, or None.
    identity : bool or function of the attributes
        In inference it passes its input on.
    reads_graphs : function of the graphs of a node
        Attributes, as text, that say what these graphs compute, for an operator whose function knows that without running them.
    relu : bool or function of the attributes
        It is max(x, 0).
    with_relu : {attribute: value}
        The attributes that add max(x, 0) to its first output.
    with_packed : {attribute: value}
        The attributes that make it copy its input "weight" to the layout in which it is computed with by a call of its own, in
        inference on the CPU. Such copies can be kept from one run of a program to the next.
    parameters : tuple of str
        The inputs that hold what a network has learned, and so stay from call to call in inference: what depends on them alone is
        computed once. `LEARNED` by default.
    adds : bool
        It adds two arrays of one shape.
    affine : function of (attributes, axis)
        In inference it only scales and shifts by numbers for each place along `axis`: a function from its inputs behind the first
        one to these numbers, (scale, shift); None where that is not so.
    with_affine : function of the attributes
        (the axis of its output's channels, function): `function(inputs, scale, shift, other, relu)` computes the output, scaled
        and shifted by numbers for each channel, the array `other` added unless it is None, and with `relu` nothing below zero.
    indices : function of (attributes, shapes of all inputs)
        The `Indices` that its inputs hold, for JMX_CHECK_INDICES: what is out of range is clipped or left out otherwise.
    draws : function of the attributes
        Whether it draws random numbers, for operators that get a key; always by default.
    devices : function of the attributes
        How many devices it looks at; 1 for itself only.
    moving : function of the attributes
        The factor by which the old value counts in its auxiliary states, if these are moving averages, which MXNet's CPU build
        changes in the backward pass (`core/run/moving.py`); None where they stay.
    ones : function of the attributes
        The names of inputs that it takes for ones, and sets to one in the user's arrays (`core/run/ones.py`).
    on_rows : function of (attributes as a dict, rows, gradient of these rows, weight, *states)
        An update of the rows of a weight and its states that are named, in ascending order up to the first one that is not there:
        [weight, *states], in a program for the CPU; None where no kernel does it.
    any_size : bool
        It may be traced with symbols in place of sizes, so that one trace serves all shapes (`core/numpy_tier/any_shape.py`). Its
        function must not look at sizes in another way than by computing and comparing; functions of users may.
    """

    input_names: Callable | None = None
    initial: Mapping[str, str] = dataclasses.field(default_factory=dict)
    hidden: tuple | int | Callable = ()
    hidden_values: Callable | None = None
    later: bool | tuple[str, ...] = False
    backward: str | None = ""
    numbered_inputs: bool = False
    gradient_names: Callable = numbered
    lists: tuple[str, ...] = ()
    precision_cast: bool = False
    upgrade: Callable | None = None
    unsaved: Callable | None = None
    onnx: str | tuple | None = None
    source: str | tuple | None = None
    no_gradient: bool = False
    zero_gradient: bool | Callable = False
    ignores_out_grad: bool | Callable = False
    labels: tuple[str, ...] = ()
    makes_integers: Callable | None = None
    flat_integers: bool = False
    keeps_storage: bool = False
    gradient_storage: Callable | None = None
    makes_sparse: bool = False
    waits_for_shapes: bool = False
    solves: str | None = None
    cuts: bool = False
    output_shapes: Callable | None = None
    types: Callable | None = None
    input_shape: Callable | None = None
    open_shape: OpenShape | None = None
    control: Callable[..., Control] | None = None
    joins: Callable | None = None
    splits: Callable | None = None
    integers: IntegerForm | None = None
    calibrated_by: str | None = None
    takes_range: str | Callable | None = None
    keeps_range: str | None = None
    seeds: FusionSeed | None = None
    follows: str | Callable[..., Pointwise | None] | None = None
    identity: bool | Callable = False
    reads_graphs: Callable[..., dict[str, str]] | None = None
    relu: bool | Callable = False
    with_relu: Mapping[str, object] | None = None
    with_packed: Mapping[str, object] | None = None
    parameters: tuple[str, ...] = LEARNED
    adds: bool = False
    affine: Callable | None = None
    with_affine: Callable | None = None
    indices: Callable[..., list[Indices]] | None = None
    draws: Callable | None = None
    devices: Callable | None = None
    moving: Callable | None = None
    ones: Callable | None = None
    on_rows: Callable | None = None
    any_size: bool = True

    def hidden_outputs(self, a, visible) -> list[str]:
        """Names of the outputs behind the `visible` ones."""
        hidden = self.hidden(a) if callable(self.hidden) else self.hidden
        return [f"output{visible + i}" for i in range(hidden)] if isinstance(hidden, int) else list(hidden)

    def gives_no_gradient(self, a) -> bool:
        """Whether the inputs of a call with attributes `a` get no gradient."""
        return bool(self.zero_gradient(a) if callable(self.zero_gradient) else self.zero_gradient)

    def is_relu(self, a) -> bool:
        """Whether a call with attributes `a` computes max(x, 0)."""
        return bool(self.relu(a) if callable(self.relu) else self.relu)

    def is_identity(self, a) -> bool:
        """Whether a call with attributes `a` passes its input on in inference."""
        return bool(self.identity(a) if callable(self.identity) else self.identity)

    def range_taken(self, a) -> str | None:
        """`takes_range` of a call with attributes `a`."""
        return self.takes_range(a) if callable(self.takes_range) else self.takes_range

    def needs_out_grad(self, a) -> bool:
        """Whether the gradients of a call with attributes `a` depend on those of its outputs."""
        ignores = self.ignores_out_grad(a) if callable(self.ignores_out_grad) else self.ignores_out_grad
        return not (ignores or self.no_gradient or self.gives_no_gradient(a))


#: names of all traits
FIELDS = frozenset(field.name for field in dataclasses.fields(Traits))
