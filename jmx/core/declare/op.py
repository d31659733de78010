"""The operator registry: one `Op` per declaration, everything else derived from its signature.

    @op("Convolution", "_npx_convolution", when={"bias": lambda a: not a.no_bias})
    def convolution(data: Array, weight: Array, bias: Array | None = None, kernel: Shape = REQUIRED, ...): ...

    @convolution.deduce
    def _(a, data):                       # data is a jax.ShapeDtypeStruct
        return {"weight": (a.num_filter, ...), "bias": (a.num_filter,)}

The signature is the schema. Parameters before the `*`:
  `Array`      a tensor input; all `Array` inputs of a call have one element type (MXNet does not promote)
  `AnyArray`   a tensor input of an element type of its own (indices, labels, single-precision statistics)
  `*args: Array`  any number of inputs; MXNet's `num_args` is then accepted and counted by itself
  anything else an attribute, read by `declare.attrs`: int (of 32 bits), Long, Count, float, bool, str, Shape, OptShape, Shapes,
               Floats, Literal[...], DType, NumberType (a DType, but no booleans), each also `| None`; `Scalar` is a float that
               reaches the compiled program as an argument, so that a new value never compiles anew (it may also arrive as a
               Python int, and must not raise the arrays' element type) (`Scalars` is a tuple of such)
Right of the `*` stands what the runtime supplies: `key: Key` (a jax PRNG key), `train: Train` (bool),
`platform: Platform` ("cpu", "gpu", ...: for an operator with a lowering of its own for one of them), `devices: Devices` (in a
program that several devices run together its `core.declare.mesh_axes.MeshAxes`, else None), `bodies: Bodies` (the
graphs of a control flow operator, ready to run: `body.run(train, platform, key, (), *arrays)` gives the outputs and the new
values of those inputs that `body.written` names).

The function returns one array or a tuple of arrays; with `aux=`, the pair (outputs, new values of the aux inputs).
"""

from __future__ import annotations

import functools
import inspect
import itertools
import types
import typing
from collections.abc import Callable
from typing import Annotated, Any, NewType

import jax

from ..._dialects import dialect
from ...base import MXNetError
from ...util import is_np_shape
from . import attrs as _attrs
from .attrs import OUTPUTS, REQUIRED, Count, DType, Floats, Long, NumberType, OptShape, Scalar, Scalars, Shape, Shapes, Wide
from .deferred_errors import InvalidParameter, defer
from .dtype import WIDE, np_dtype
from .mesh_axes import MeshAxes, devices
from .traits import FIELDS, Traits
from .x64 import x64

__all__ = [
    "REGISTRY",
    "REQUIRED",
    "AnyArray",
    "Array",
    "Bodies",
    "Count",
    "DType",
    "Devices",
    "Floats",
    "Key",
    "Long",
    "OUTPUTS",
    "NumberType",
    "Op",
    "OptShape",
    "Platform",
    "InvalidParameter",
    "Scalar",
    "Scalars",
    "Shape",
    "Shapes",
    "Train",
    "Varies",
    "any_layout",
    "find",
    "known_shape",
    "defer",
    "op",
    "Wide",
]

Array = jax.Array
AnyArray = Annotated[jax.Array, "any"]
Key = NewType("Key", jax.Array)
Train = NewType("Train", bool)
Platform = NewType("Platform", str)
Bodies = NewType("Bodies", tuple)
Devices = NewType("Devices", MeshAxes)
#: operators of the NumPy interface take arrays without elements always
_NUMPY = "jmx.ops.npi"
#: most arrays that an attribute may count
_MOST_INPUTS = 1 << 20
#: of so many nodes with different attributes an operator keeps what it has read
_READINGS_KEPT = 4096
_AMBIENT = {Key: "key", Train: "train", Platform: "platform", Devices: "devices", Bodies: "bodies"}


class Varies(MXNetError):
    """A shape changes while the graph runs: it can only run operator by operator, not as one compiled program."""


#: every name, alias included -> Op
REGISTRY: dict[str, Op] = {}


class Op:
    """A pure function on jax arrays plus what MXNet's graph needs to know about it.

    name, names      the canonical name and all of them
    inputs           names of the tensor inputs, in order
    mixed            those of them that may have an element type of their own
    variadic         whether the last input takes any number of arrays; `count` is the attribute that counts them
    schema           attribute name -> (hint, default)
    scalars          attributes that reach the compiled program as arguments
    ambient          parameter name -> "key" | "train" | "platform" | "devices" | "bodies"
    graphs           names of the graphs that a control flow operator takes before its arrays
    aux              input name -> how MXNet initialises it ("zero", "one" or None), for inputs that are written back
    writes           whether any input is written back; which ones says `aux_indices`
    dynamic          output shapes depend on values: runs eagerly, never inside a compiled graph
    same_shape       all inputs and outputs have one shape (used to infer unknown input shapes)
    save             a recorded eager call keeps what the gradient needs instead of computing it again in backward
    unlisted         inputs and attributes that public signatures leave out; they are given by name
    ignored          attributes of former versions, accepted without effect
    traits           what graph code needs to know besides: a `Traits`
    """

    #: True for the operator `Custom`, whose code is the user's and runs on NDArrays between compiled programs
    hosted = False

    def __init__(
        self,
        fn,
        names,
        *,
        aux=(),
        outputs=1,
        visible=None,
        when=None,
        dynamic=False,
        same_shape=False,
        count="num_args",
        wide=False,
        guard=None,
        save=False,
        graphs=(),
        bounds=None,
        empty=False,
        channels_last=None,
        unlisted=(),
        ignored=(),
        **traits,
    ) -> None:
        self.fn, self.names, self.name = fn, names, names[0]
        self._aux_at: Any = aux if callable(aux) else None
        self.aux = dict(aux) if isinstance(aux, dict) else {} if callable(aux) else dict.fromkeys(aux)
        self.writes = bool(aux)
        self.graphs = tuple(graphs)
        self._wide = wide
        self.guard = guard
        self.bounds = dict(bounds or {})
        self.empty = empty or fn.__module__.startswith(_NUMPY)
        self.host: Callable[..., Any] | None = None
        self.host_takes_arrays = False
        #: the interface that is on, and what `parse_words` has read under it
        self._readings: tuple[Any, dict] = (None, {})
        self.numpy_form, self.numpy_form_is_eager = None, True
        self.values: Callable[..., Any] | None = None
        self.values_gradient: Callable[..., Any] | None = None
        self.inspect: Callable[..., None] | None = None
        self.layout_rule, self.prefers_nhwc = channels_last, False
        self.ignored, self.unlisted = tuple(ignored), frozenset(unlisted)
        if not FIELDS.issuperset(traits):
            raise TypeError(f"operator {names[0]!r}: no such options: {', '.join(sorted(set(traits) - FIELDS))}")
        self.traits = Traits(**traits)
        self.when = dict(when or {})
        self.dynamic, self.same_shape, self.save = dynamic, same_shape, save
        #: a number, names, or a function of the attributes that gives either; `_visible` may be None
        self._outputs: Any = outputs
        self._visible: Any = visible
        self._deduce: Callable[..., dict] | Any = None
        #: of a `deduce` rule: names of the inputs that it needs, and of those that it may be given besides
        self.deduces: tuple[tuple[str, ...], tuple[str, ...]] | tuple = ()
        self.__doc__, self.__module__ = fn.__doc__, fn.__module__
        self.__name__ = self.__qualname__ = fn.__name__
        self._read_signature()
        self._sort_attributes()
        self.count: str | Any = count if self.variadic else None
        if self.variadic and count in self.schema:
            self.bounds.setdefault(count, (0, _MOST_INPUTS))

    def _read_signature(self) -> None:
        """Sort the function's parameters by their types: inputs, attributes, and what the runtime supplies."""
        self.inputs: list[str] = []
        self.mixed: set[str] = set()
        self.optional: set[str] = set()
        self.schema: dict[str, tuple[Any, Any]] = {}
        self.ambient: dict[str, str] = {}
        self.variadic = False
        hints = typing.get_type_hints(self.fn, include_extras=True)
        for p in inspect.signature(self.fn).parameters.values():
            hint = hints.get(p.name, Array)
            plain, optional = _attrs.split_optional(hint)
            if plain in _AMBIENT:
                self.ambient[p.name] = _AMBIENT[plain]
            elif plain is Array or plain == AnyArray:
                self.inputs.append(p.name)
                if plain == AnyArray:
                    self.mixed.add(p.name)
                if optional or p.name in self.when:
                    self.optional.add(p.name)
                self.variadic |= p.kind is p.VAR_POSITIONAL
            else:
                self.schema[p.name] = (hint, REQUIRED if p.default is inspect.Parameter.empty else p.default)
        self.needs_key = "key" in self.ambient.values()
        self.needs_train = "train" in self.ambient.values()
        self.needs_platform = "platform" in self.ambient.values()

    def _sort_attributes(self) -> None:
        """Note which attributes reach the compiled program as arguments, and which are element types."""
        self.scalars = [n for n, (hint, _) in self.schema.items() if _attrs.is_scalar(hint)]
        self.scalar_lists = frozenset(n for n in self.scalars if _attrs.split_optional(self.schema[n][0])[0] is Scalars)
        self._dtypes = [n for n, (hint, _) in self.schema.items() if _attrs.is_dtype(hint)]

    def __repr__(self) -> str:
        return f"<operator {self.name}>"

    def __call__(self, *args, **kwargs) -> jax.Array | tuple[Any, ...]:
        return self.fn(*args, **kwargs)

    def deduce(self, rule) -> Callable[..., Any]:
        """Register how unknown input shapes follow from known ones.

        `rule(a, data, other=None)`: its parameters after the attributes name inputs and receive their
        `jax.ShapeDtypeStruct`; those without default must be known before it is asked. It returns a dict from
        input name to a shape (the element type is then the first input's) or a `jax.ShapeDtypeStruct`.
        """
        parameters = list(inspect.signature(rule).parameters.values())[1:]
        need = tuple([p.name for p in parameters if p.default is p.empty])
        self._deduce, self.deduces = rule, (need, tuple([p.name for p in parameters if p.default is not p.empty]))
        return rule

    def inspects(self, look) -> Callable[..., Any]:
        """Register a look at the values of an eager call's inputs before it runs: `look(a, *arrays)` raises for bad ones."""
        self.inspect = look
        return look

    def channels_last(self, starts=False) -> Callable[..., Any]:
        """Register how the operator runs on images whose channels come last: a decorator.

        `rule(a, shapes, moved)` gets the attributes, the inputs' shapes as MXNet has them (channels second) and which of them
        are laid out with channels last already. It returns None, for "not so", or the attributes to change and the
        positions of the inputs to lay out with channels last; of the outputs those with four axes are laid out so.

        starts    whether the operator is so much faster with channels last that it is worth laying out its inputs anew; its rule
                  gets the platform ("cpu", "gpu") as well
        """

        def register(rule):
            self.layout_rule, self.prefers_nhwc = rule, starts
            return rule

        return register

    def on_host(self, make=None, *, arrays=False) -> Callable[..., Any]:
        """Register how NumPy makes the result of an eager call on the CPU, where compiling for each shape would cost more.

        For operators that draw random numbers: `make(a, random, *scalars)` gets the attributes, a `numpy.random.Generator` seeded
        from the context's stream and the traced scalars; it returns a NumPy array. It is asked only where there are no inputs.

        arrays    whether it is asked where there are inputs, too: `make(a, random, *arrays, *scalars)` gets them as NumPy arrays
                  that must not be written to. It may return a tuple of arrays, or None, and then the compiled operator runs, as
                  it does in calls with a gradient.
        """
        if make is None:
            return functools.partial(self.on_host, arrays=arrays)
        self.host_takes_arrays = arrays
        self.host = make
        return make

    def in_numpy(self, make=None, *, eager=True) -> Callable[..., Any]:
        """Register how NumPy makes the outputs of an eager call on the CPU that is not recorded, so that nothing is compiled.

        For operators that get a key, or are `wide`: `make(a, draw, *arrays)` gets the attributes and the inputs as NumPy arrays,
        which it must not write to. ``draw(function, *numbers)`` gives what ``function(key, *numbers)`` draws in the compiled
        program, on the host. It returns a NumPy array or a tuple of them, an input as it is, or None, before anything is drawn,
        where the program has to run.

        eager    whether eager calls of the operator alone run it, too; otherwise only chains of operators do (`OperatorsInNumpy`)
        """
        if make is None:
            return functools.partial(self.in_numpy, eager=eager)
        self.numpy_form, self.numpy_form_is_eager = make, eager
        return make

    def on_values(self, gradient=None) -> Callable[..., Any]:
        """Register how NumPy computes a call on the CPU whose result's shape depends on values: a decorator.

        XLA would compile a program for every shape. The function has the parameters of the operator's own; it gets read-only
        NumPy arrays, and returns one or a list of those.

        gradient    function of (attributes, cotangents, *arrays), all of them NumPy's, that returns the gradient of each array
                    or None for zeros; without it the operator's own is differentiated
        """

        def register(compute):
            self.values, self.values_gradient = compute, gradient
            return compute

        return register

    def parse(self, raw) -> types.SimpleNamespace:
        """Attributes from Python values or from the strings of a symbol file, defaults filled in."""
        if self.count and self.count in raw and self.count not in self.schema:
            raw = {k: v for k, v in raw.items() if k != self.count}
        if self.ignored:
            raw = {k: v for k, v in raw.items() if k not in self.ignored}
        read = types.SimpleNamespace(**_attrs.parse(self.name, self.schema, raw, self.variadic, self.inputs, self.unlisted))
        if self.bounds:
            _attrs.check_bounds(self.name, self.bounds, vars(read))
        if self.guard is not None:
            self.guard(*(getattr(read, n) for n in self.scalars))
        return read

    def parse_words(self, raw: dict[str, str]) -> types.SimpleNamespace:
        """As `parse`, for the attributes of a node of a graph, which are text. Equal nodes share the result: do not change it."""
        if self.hosted:  # whose attributes become an object of the user's
            return self.parse(raw)
        interface, key = dialect(), frozenset(raw.items())
        kept = self._readings
        if kept[0] is not interface or len(kept[1]) >= _READINGS_KEPT:
            kept = self._readings = interface, {}
        read = kept[1].get(key)
        if read is None:
            read = kept[1][key] = self.parse(raw)
        return read

    def present(self, a) -> list[str]:
        """Names of the inputs a call with attributes `a` takes."""
        if not self.when:
            return self.inputs
        return [i for i in self.inputs if i not in self.when or self.when[i](a)]

    def output_names(self, a, visible=True) -> list[str]:
        """Names of the outputs: "output" for a single one, "output0", "output1", ... unless declared otherwise."""
        n = self._declared_outputs(a, visible)
        if not isinstance(n, int):
            return list(n)
        every = self._declared_outputs(a, False)
        if not isinstance(every, int):
            return list(every)[:n]
        return ["output"] if every == 1 else [f"output{i}" for i in range(n)]

    def _declared_outputs(self, a, visible) -> Any:
        """The outputs, or those that users see, as the declaration says them: their number or their names."""
        said = self._visible if visible and self._visible is not None else self._outputs
        return said(a) if callable(said) else said

    def has_output_names(self, a) -> bool:
        """Whether the declaration names the outputs; those of all others are numbered."""
        return not isinstance(self._declared_outputs(a, False), int)

    def initial_value(self, name) -> str | None:
        """The initializer, as JSON, of a variable that is made for the input `name`."""
        if self.aux.get(name):
            return f'["{self.aux[name]}", {{}}]'
        return self.traits.initial.get(name)

    def num_outputs(self, a, visible=True) -> int:
        """How many outputs a call with attributes `a` has; with visible=False those hidden from users too."""
        said: Any = self._visible if visible and self._visible is not None else self._outputs
        said = said(a) if callable(said) else said
        return said if isinstance(said, int) else len(said)

    def wide(self, a) -> bool:
        """True if the operator makes 64-bit numbers by nature, or an attribute asks for a 64-bit element type."""
        if self._wide is True or (callable(self._wide) and self._wide(a)):
            return True
        return bool([n for n in self._dtypes if getattr(a, n) is not None and np_dtype(getattr(a, n)) in WIDE])

    def pure(self, a, train, platform, key, scalars, *arrays, bodies=(), fn=None) -> tuple[Any, ...]:
        """(outputs, next values of aux inputs), both tuples, as a function of arrays only: what is jitted and differentiated.

        scalars   values of the attributes in `self.scalars`, in place of those in `a`; () for those
        bodies    the lowered graphs of a control flow operator
        fn        what is called in place of the operator's function
        Raises MXNetError for element types that differ and for arrays without elements, as the runtime does.
        """
        names = self.inputs[:1] * len(arrays) if self.variadic else self.present(a) if self.when else self.inputs
        if len({x.dtype for x in arrays}) > 1:
            self.check_types(names, arrays)
        if not self.empty and [x for x in arrays if 0 in x.shape]:
            self.check_sizes(arrays)
        values = {**vars(a), **dict(zip(self.scalars, scalars))}
        if self.ambient:
            values.update(self.supply(train, platform, key, bodies))
        fn = fn or self.fn
        result = fn(*arrays, **values) if self.variadic else fn(**dict(zip(names, arrays)), **values)
        outputs, aux = result if self.writes else (result, ())
        return (tuple(outputs) if isinstance(outputs, (tuple, list)) else (outputs,)), tuple(aux)

    def supply(self, train, platform, key, bodies=()) -> dict:
        """What the runtime gives the function: parameter name -> value."""
        ambient = {"key": key, "train": train, "platform": platform, "devices": devices(), "bodies": bodies}
        return {name: ambient[source] for name, source in self.ambient.items()}

    def check_types(self, names, arrays) -> None:
        """Raise MXNetError unless the arrays have one element type, those in `mixed` apart: MXNet does not promote."""
        dtypes = [x.dtype for name, x in zip(names, arrays) if name not in self.mixed]
        if len(set(dtypes)) > 1:
            raise MXNetError(
                f"Error in operator {self.name}: inputs have different element types: {', '.join(map(str, dtypes))}; expected "
                "one type for all. Convert with astype()."
            )

    def check_sizes(self, arrays) -> None:
        """Raise MXNetError for an array without elements, unless the operator takes those or NumPy's shapes are on."""
        if not [x for x in arrays if 0 in x.shape] or self.empty or is_np_shape():
            return
        for name, x in zip(itertools.chain(self.inputs, itertools.repeat(self.inputs[-1])) if self.inputs else (), arrays):
            if 0 in x.shape:
                raise MXNetError(
                    f"Operator {self.name} inferring shapes failed: {name} has the shape {tuple(x.shape)}, in which 0 stands for "
                    "an unknown size. Arrays without elements need NumPy shape semantics: mx.util.set_np_shape(True)."
                )

    def aux_indices(self, a, bodies=()) -> tuple[int, ...]:
        """Positions, among the inputs present, of those that are written back; what `bodies` write counts if they are given."""
        if self.graphs:
            return tuple(self._aux_at(a, bodies)) if bodies else ()
        if self._aux_at:
            return tuple(self._aux_at(a))
        return tuple(i for i, n in enumerate(self.present(a)) if n in self.aux) if self.aux else ()

    def learned_indices(self, a) -> tuple[int, ...]:
        """Positions, among the inputs present, of those that stay from call to call in inference (`Traits.parameters`)."""
        return tuple([i for i, name in enumerate(self.present(a)) if name in self.traits.parameters])

    def moving(self, a, bodies=()) -> dict[int, tuple]:
        """The auxiliary inputs that are moving averages, as `Program.moving` says; those of `bodies` count."""
        if bodies:
            decay, moves = None, any(body.moving for body in bodies)
        else:
            decay = self.traits.moving(a) if self.traits.moving is not None else None
            moves = decay is not None
        return dict.fromkeys(self.aux_indices(a, bodies), ((0, decay),)) if moves else {}

    def deduced(self, a, specs: dict) -> dict:
        """`specs` (input name -> ShapeDtypeStruct or None) completed as far as the rules go; raises nothing of its own."""
        completed = dict(specs)
        if not self.deduces:
            return completed
        need, may = self.deduces
        if [name for name in need if specs.get(name) is None]:
            return completed
        dtype = next(iter([s.dtype for s in specs.values() if s is not None]), None)
        for name, value in self._deduce(a, *[specs.get(name) for name in need + may]).items():
            if name in completed and completed[name] is None and value is not None:
                if not isinstance(value, jax.ShapeDtypeStruct):
                    value = jax.ShapeDtypeStruct(tuple(value), np_dtype(None) if dtype is None else dtype)
                completed[name] = value
        return completed

    def infer(self, a, specs, train=False):
        """Specs of the outputs (hidden ones too) and of the next aux values, by tracing the one implementation."""
        with x64(bool(self._wide or self._dtypes) and self.wide(a), *specs):
            key = jax.eval_shape(lambda: jax.random.key(0)) if self.needs_key else None
            return jax.eval_shape(functools.partial(self.pure, a, train, "cpu"), key, (), *specs)


def any_layout(a, shapes, moved):
    """The rule (`Op.channels_last`) of operators that work on elements one by one, whatever their order."""
    if any(len(shape) != 4 for shape in shapes):
        return None
    return {}, range(len(shapes))


def known_shape(name, shape) -> None:
    """Raise MXNetError where `shape`, of a call that makes an array, has an unknown size by the rules that are in force."""
    if (not shape or 0 in shape) and not is_np_shape():
        raise MXNetError(
            f"Operator {name} inferring shapes failed: the shape {tuple(shape)} has unknown sizes. Give all sizes, or turn NumPy "
            "shape semantics on: mx.util.set_np_shape(True)."
        )


def op(*names, doc=None, **options) -> Callable[..., Any]:
    """Declare an operator under its MXNet names, the canonical one first.

    Options:
    doc      the docstring of a function that has none of its own
    aux      inputs that the operator writes back: a tuple of names or {name: "zero" | "one" | None} (MXNet's initial value);
             for an operator of any number of inputs a function of the attributes that gives their positions (for one with
             graphs, of the attributes and the bodies)
    outputs  number or names of all outputs; may be a function of the attributes
    visible  number of outputs the user sees; may be a function of the attributes
    when     {input name: function of the attributes} for inputs that are present only sometimes
    guard    function of the traced scalars, in order, that raises MXNetError for values the operator refuses
    bounds   {attribute: (lowest value, highest value or None)}, checked when the operator is called or put into a graph
    wide     whether outputs have a 64-bit element type whatever the inputs and attributes are; or a function of the attributes
             that says whether the operator computes in 64 bits
    empty    whether it takes arrays without elements outside of NumPy's shape semantics, where MXNet reads 0 as unknown
    channels_last   a rule as `Op.channels_last` registers it; `any_layout` for what works on elements one by one
    dynamic, same_shape, save, count, graphs, unlisted, ignored   see `Op`
    all others: see `declare.traits.Traits`

    A function that another function made takes the operator's name.
    """

    def declare(fn):
        if doc is not None:
            fn.__doc__ = doc
        if "<locals>" in fn.__qualname__:
            fn.__name__ = fn.__qualname__ = names[0].lstrip("_")
        operator = Op(fn, names, **options)
        for name in names:
            if name in REGISTRY:
                raise ValueError(f"operator {name!r} is declared twice: {REGISTRY[name].fn.__qualname__} and {fn.__qualname__}")
            REGISTRY[name] = operator
        return operator

    return declare


def find(name) -> Op:
    """The operator called `name`; raises MXNetError if there is none."""
    try:
        return REGISTRY[name]
    except KeyError:
        import difflib

        near = difflib.get_close_matches(name, REGISTRY, 3)
        hint = f" Did you mean {' or '.join(near)}?" if near else ""
        raise MXNetError(f"Cannot find operator {name!r}.{hint}") from None
