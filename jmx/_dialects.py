"""What differs between the interfaces of MXNet 1.9.1 and 2.0: one record for each, whose fields name the differences.

Code asks the record of the interface that is on: `dialect().mixed_types`. tools/list_differences.py makes the list in
docs/mxnet2.md of the texts below.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._typing import CallableT


def _differs(topic: str, text: str) -> Any:
    """A field that is False for MXNet 1.9.1 and True for 2.0; `text` tells users what True means."""
    return field(default=False, metadata={"topic": topic, "text": text})


_arrays = functools.partial(_differs, "Arrays of `mx.np`")
_operators = functools.partial(_differs, "Operators, gradients and files")
_optimizers = functools.partial(_differs, "Optimizers")
_gluon = functools.partial(_differs, "Gluon")


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """An interface of MXNet, that of 1.9.1 or of 2.0. Each field says whether something is as in 2.0."""

    numpy_semantics: bool = _arrays(
        "NumPy semantics (`npx.set_np()`) is on in all threads, new ones too. In MXNet 1.9.1 a thread starts with it off."
    )
    numpy_result_types: bool = _arrays(
        "Functions such as `np.exp` give float32 for int32 and int64, float16 for booleans and other integers; MXNet 1.9.1 "
        "cuts their results off. `ceil`, `floor` and `trunc` leave integers and booleans as they are, as NumPy 2 does; MXNet "
        "2.0 makes floats of them."
    )
    exact_fractions: bool = _arrays(
        "A fraction beside an array of integers gives float64 (`a + 1.5`); MXNet 1.9.1 takes it as a whole number."
    )
    float32_from_numpy: bool = _arrays("`np.array` makes float32 of NumPy's arrays unless `dtype` is given.")
    int64_integers: bool = _arrays("`np.full` of an integer and `np.indices` are int64, in MXNet 1.9.1 float32 and int32.")
    numpy_operands: bool = _arrays(
        "NumPy's arrays may stand beside those of `mx.np` (`a + numpy_array`), which is a TypeError in MXNet 1.9.1."
    )
    integer_products: bool = _arrays(
        "`matmul`, `@`, `dot`, `tensordot`, `outer`, `inner` and `vdot` take integers and booleans, which MXNet 1.9.1 refuses."
    )
    mixed_types: bool = _arrays(
        "Two element types may meet in comparisons, bit operators, `maximum`, `where`, `concatenate`, `stack` and the like, "
        "which MXNet 1.9.1 refuses: floats win over integers, then the type that holds both."
    )
    boolean_inputs: bool = _arrays(
        "`roll`, `tril`, `diag`, `diagonal`, `unique`, `argmax` and the like take booleans, which MXNet 1.9.1 refuses."
    )
    array_api_arguments: bool = _arrays(
        "Further arguments that the array API standard has: `repeat` with a count for each element, `diff(prepend=, "
        "append=)`, negative places in `take`, `clip` without limits, any `k` in `eye`. `linalg.solve` "
        "broadcasts, `linalg.svd` takes matrices with more rows than columns."
    )
    array_api_results: bool = _arrays(
        "`linalg.eigh`, `qr`, `slogdet` and `svd` return tuples with names. `finfo` has numbers of Python's and "
        "`smallest_normal`."
    )
    arrays_for_scalars: bool = _arrays(
        "`count_nonzero`, and ufuncs of NumPy that run in NumPy, give an array where MXNet 1.9.1 gives a number."
    )
    numpy_remainders: bool = _arrays("Remainders of floats are NumPy's: by 0 they are NaN, where MXNet 1.9.1 gives 0.")
    numpy_reductions: bool = _arrays(
        "The mean of no elements is NaN, their product 1; in MXNet 1.9.1 both are 0. `sum` and `prod` have results of any "
        'element type (`sum(dtype="uint8")`).'
    )
    numpy_indexing: bool = _arrays(
        "All booleans in an index are masks, as in NumPy; MXNet 1.9.1 takes those in lists and NumPy arrays for the places 0 "
        "and 1 in assignments and beside other entries. `x[...]` and `x[None]` choose from an array without axes."
    )
    numpy_linspace: bool = _arrays("`np.linspace(retstep=True)` looks at `endpoint`, and the last number is exactly `stop`.")
    numpy_errors: bool = _arrays(
        "`nonzero` of an array without axes, `expand_dims` and `squeeze` raise NumPy's classes of errors."
    )
    in_place_power: bool = _arrays("`a **= 2` changes the array; in MXNet 1.9.1 it makes another one.")
    differentiable_gamma: bool = _arrays(
        "Numbers of `np.random.gamma`, and of distributions made of it, carry gradients to parameters that are arrays."
    )

    errors_of_inputs: bool = _operators(
        "`np.tril(10)` and the like, with an input that is no array, raise MXNetError, which is an AssertionError as well."
    )
    later_activations: bool = _operators('`Activation` and `npx.activation` know "mish" and "log_sigmoid".')
    boolean_dtypes: bool = _operators('`dtype="bool"` is taken by `eye`, `one_hot`, `cumsum` and others that make numbers.')
    group_norm_of_channels: bool = _operators(
        "`GroupNorm` of Gluon, `mx.nd` and `mx.sym` scales and shifts channels, not groups."
    )
    multinomial_counts: bool = _operators(
        "`nd.random.multinomial(n, p)` and `sym.random.multinomial` count outcomes; `categorical` draws them, as "
        "`multinomial` does in MXNet 1.9.1."
    )
    kept_gradients: bool = _operators(
        "`attach_grad` of a recorded result keeps the gradient that passes it, and leaves it in its graph; MXNet 1.9.1 cuts "
        "the graph there."
    )
    npy_files: bool = _operators("`npx.save` writes one array as NumPy's .npy; several are written by `npx.savez`.")
    npz_parameters: bool = _operators("`save_parameters` and `export` write .npz, in MXNet 1.9.1 its own .params.")
    lenient_gradient_checks: bool = _operators(
        "`test_utils.check_symbolic_backward` broadcasts a gradient to the shape of the expected one."
    )

    optimizer_defaults: bool = _optimizers(
        "Optimizers have other defaults: `lazy_update=False`, `learning_rate=0.1` of SGD, NAG, LARS, DCASGD and SGLD, 1 of "
        "AdaDelta, momentum 0.9 of NAG, `epsilon=1e-6` of AdaGrad, GroupAdaGrad and AdaDelta. As in MXNet 2.0, the rate takes "
        "the place of a scheduler's `base_lr`."
    )
    update_rules: bool = _optimizers(
        "Optimizers step as in MXNet 2.0: Adam, Adamax, Nadam, RMSProp and FTML clip the gradient before weight decay is "
        "added to it, AdaGrad, AdaDelta and DCASGD have the decay in the gradient, RMSProp, AdaGrad and GroupAdaGrad add "
        "`epsilon` to the root and Adamax to the maximum, AdaDelta has a rate. Operators that are called by themselves, such "
        "as `nd.adam_update`, stay as in 1.9.1."
    )

    structural_names: bool = _gluon(
        "Parameters are named by their place in the tree of blocks (`0.weight`), not by prefixes. `collect_params()` and "
        "`params` are dicts; methods that 1.x's dictionaries had raise AttributeError with what is to be called instead. A "
        "parameter that several blocks share has several names, and a Trainer updates it once. `Parameter.name` is what it "
        "was given (`weight`). In graphs each parameter has a name of its own; `export` writes the names of the tree."
    )
    replaceable_parameters: bool = _gluon(
        "Another parameter may be assigned in a parameter's place (`layer.weight = other.weight`)."
    )
    numpy_layers: bool = _gluon(
        "Layers, cells and `DataLoader`s take and give arrays of `mx.np`, where NumPy semantics is turned off, too."
    )
    callable_children: bool = _gluon(
        "Children are held by their blocks, and `child()` is the child, as with the weak references of MXNet 2.0."
    )
    declared_shapes: bool = _gluon(
        "A block that defines `forward` and has parameters of unknown shape defines `infer_shape(self, x, ...)`, or its first "
        "call raises RuntimeError."
    )
    export_names_files: bool = _gluon("`export(path)` returns the names of both files; in MXNet 1.9.1 it returns None.")
    fused_rnn_parameter: bool = _gluon(
        "`RNN`, `LSTM` and `GRU` have one parameter, `rnn_param`; `gluon.utils.split_rnn_params` cuts it up."
    )
    losses_of_samples: bool = _gluon(
        "`PoissonNLLLoss` and `CosineEmbeddingLoss` give one number for each sample, `KLDivLoss` the mean of each."
    )
    lambdas_of_arrays: bool = _gluon("The function of a `HybridLambda` gets arrays alone, without `F`.")


MXNET_1 = Dialect()
MXNET_2 = Dialect(**{difference.name: True for difference in fields(Dialect)})

_current = MXNET_1


def dialect() -> Dialect:
    """The record of the interface that is on; functions on arrays ask it in every call."""
    return _current


def select(chosen: Dialect) -> None:
    """Turn an interface on in the whole process."""
    global _current
    _current = chosen


def named_differently(difference: str, other: Callable[..., Any]) -> Callable[[CallableT], CallableT]:
    """A decorator of a function whose name means `other` where the interface has a difference, the field of that name."""

    def decorate(function: Any) -> Any:
        @functools.wraps(function)
        def either(*args, **kwargs):
            return (other if getattr(_current, difference) else function)(*args, **kwargs)

        return either

    return decorate
