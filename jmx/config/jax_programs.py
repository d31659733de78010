"""Reading and computing traced programs of JAX (jaxprs), whose parts JAX does not promise.

A jaxpr is public as a thing to look at (`jax.make_jaxpr`, `jax.extend.core`); the parameters of its primitives are not. Who
walks one treats every surprise as "this program cannot be read" and has XLA compile it. What is not promised is asked for by
the functions of `jax_internals`.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
from typing import TYPE_CHECKING, Any

from . import jax_internals

if TYPE_CHECKING:
    from collections.abc import Callable

_NONE = object()

#: primitives that only call another program, and the parameter that holds it
_CALLS: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(("jit", "pjit", "checkpoint", "remat2"), lambda params: _known(params, "jaxpr")),
    **dict.fromkeys(
        ("closed_call", "core_call", "custom_jvp_call", "custom_vjp_call", "eval_jaxpr"),
        lambda params: _known(params, "call_jaxpr"),
    ),
}


def _known(params, name):
    """A parameter of an equation, or None."""
    with contextlib.suppress(KeyError):
        return jax_internals.parameter(params, name)


def is_literal(atom) -> bool:
    """Whether an input of an equation is a constant that is written into the program, with its value in `.val`."""
    return jax_internals.attribute(atom, "val", _NONE) is not _NONE


def trace_of(tracer) -> Any:
    """Return the trace that a traced array belongs to; None where JAX does not tell."""
    return jax_internals.attribute(tracer, "_trace")


def variable_of(tracer) -> Any:
    """Return the variable of a trace that a traced array stands for; None where JAX does not tell."""
    return jax_internals.attribute(tracer, "val")


def within_trace() -> bool:
    """Return whether this thread traces a program, so that what takes no arrays is a part of it; True where JAX does not tell."""
    found = _trace_state()
    return found is None or not found[0]()


@functools.cache
def _trace_state():
    return jax_internals.private("jax._src.core", "trace_state_clean")


def depends_on(tracer, variables) -> bool:
    """Return whether gradients pass from one of some variables of a trace, a container of their `id`s, to a traced array.

    They do where JAX does not tell what the array was made of.
    """
    waiting, seen = [tracer], set()
    while waiting:
        array = waiting.pop()
        variable = variable_of(array)
        if variable is None or id(variable) in variables:
            return True
        # keys of random numbers have a type without a kind
        if id(variable) in seen or is_literal(variable) or getattr(array.dtype, "kind", "u") in "biu":
            continue
        seen.add(id(variable))
        equation = jax_internals.attribute(array, "parent", _NONE)
        read = jax_internals.attribute(equation, "in_tracers") if equation is not None else ()
        if read is None:
            return True
        if equation is not None and equation.primitive.name != "stop_gradient":
            waiting += read
    return False


def describe_once(function) -> None:
    """Give a function the description that JAX makes of it whenever it is called with traced arrays, for messages.

    JAX looks at the function's source and signature for that, which takes as long as all else of such a call.
    """
    found = jax_internals.private("jax._src.core", "DebugInfo", "initial_result_paths")
    code = getattr(function, "__code__", None)
    if found is None or code is None:
        return
    make, paths = found
    with contextlib.suppress(Exception):  # JAX describes it then
        name = f"{function.__name__} at {code.co_filename}:{code.co_firstlineno}"
        function.__fun_debug_info__ = make("custom_vjp", name, None, paths)
        function.__signature__ = inspect.signature(function)


def adds_up(equation) -> bool:
    """Whether an equation adds up several arrays, each by itself (`jax.lax.reduce`)."""
    if equation.primitive.name != "reduce":
        return False
    try:
        program, _ = bare_program(jax_internals.parameter(equation.params, "jaxpr"))
    except KeyError:
        return False
    n, made = len(program.outvars), [e for e in program.eqns if e.primitive.name == "add"]
    pairs = [set(e.invars) for e in made] == [{program.invars[i], program.invars[n + i]} for i in range(n)]
    return pairs and len(made) == len(program.eqns) and [e.outvars[0] for e in made] == list(program.outvars)


def repeated_number(traced) -> Any:
    """Return the number that a traced array was made of by repeating it; None where it was not, and where JAX does not tell."""
    equation = jax_internals.attribute(traced, "parent")
    read = jax_internals.attribute(equation, "in_tracers", ())
    if len(read) != 1 or equation.primitive.name != "broadcast_in_dim":
        return None
    return jax_internals.attribute(variable_of(read[0]), "val")


def called_program(equation):
    """Return what an equation calls, if it only calls another program, else None.

    Returns
    -------
    (jaxpr, its constants, positions of the equation's inputs that it gets), or None
    """
    name, params = equation.primitive.name, equation.params
    if name == "custom_linear_solve":
        return _solution(params, len(equation.invars))
    if name == "call_hi_primitive":  # since JAX 0.12: an operation with a name, and what it consists of
        inner = _expanded(_known(params, "_prim"), equation.invars)
    else:
        inner = _CALLS[name](params) if name in _CALLS else None
    return None if inner is None else (*bare_program(inner), range(len(equation.invars)))


def bare_program(closed):
    """Return (jaxpr, its constants) of a traced program."""
    return jax_internals.attribute(closed, "jaxpr", closed), jax_internals.attribute(closed, "consts", ())


def _solution(params, n_inputs):
    """The program by which a linear system is solved; its inputs are constants of its own and the right-hand sides."""
    try:
        lengths = jax_internals.parameter(params, "const_lengths")
        before, own, after = lengths.matvec + lengths.vecmat, lengths.solve, lengths.transpose_solve
        return *bare_program(jax_internals.parameter(params, "jaxprs").solve), [
            *range(before, before + own),
            *range(before + own + after, n_inputs),
        ]
    except (KeyError, AttributeError, TypeError):
        return None


def _expanded(primitive, inputs):
    import jax

    expand = jax_internals.attribute(primitive, "expand")
    if expand is None:
        return None
    return jax.make_jaxpr(expand)(*[jax.ShapeDtypeStruct(v.aval.shape, v.aval.dtype) for v in inputs])


def ffi_target(equation) -> str | None:
    """Return the name of the foreign function that an equation calls, or None."""
    return _known(equation.params, "target_name") if equation.primitive.name == "ffi_call" else None


def ffi_plan(equation: Any) -> tuple[Any, tuple[tuple[int, int], ...]] | None:
    """Return what a foreign function is called with: its only attribute, an array of whole numbers, and (array, result) pairs.

    Results are written over the arrays that they are paired with. None for other functions, and for those that take arrays in
    other layouts than the usual one.
    """
    params = equation.params
    try:
        ((_, value),) = jax_internals.parameter(params, "attributes")
        layouts = *jax_internals.parameter(params, "input_layouts"), *jax_internals.parameter(params, "output_layouts")
        usual = all(layout is None or list(layout) == list(range(len(layout)))[::-1] for layout in layouts)
        array = jax_internals.attribute(value, "val")
        return (
            (array, tuple(jax_internals.parameter(params, "input_output_aliases") or ())) if usual and array is not None else None
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _primitives():
    # jax.extend imports Pallas, which takes longer than the rest of a small network's first step
    return jax_internals.private("jax._src.core", "Primitive") or jax_internals.private("jax.extend.core", "Primitive")


def noting_primitive(name: str) -> Any:
    """Return a new primitive whose parameter `results` says what comes out, ((shape, dtype), ...); None where there is none.

    It is bound while programs are traced, and nothing lowers it.
    """
    import numpy as np

    classes, arrays = _primitives(), jax_internals.private("jax.core", "ShapedArray")
    if classes is None or arrays is None:
        return None
    primitive, made = classes[0](name), arrays[0]
    primitive.multiple_results = True
    primitive.def_abstract_eval(lambda *_, results, **__: [made(shape, np.dtype(dtype)) for shape, dtype in results])
    return primitive


@functools.cache
def size_primitive() -> Any:
    """Return a new primitive that gives its parameter `dim`, a size, as an array without axes; None where there is none."""
    import jax
    import numpy as np

    classes, arrays = _primitives(), jax_internals.private("jax.core", "ShapedArray")
    if classes is None or arrays is None:
        return None
    primitive, made = classes[0]("dim_as_value"), arrays[0]
    primitive.def_abstract_eval(lambda dim: made((), jax.dtypes.canonicalize_dtype(np.int64), weak_type=True))
    return primitive


def triangular_letters(equation: Any) -> dict[str, str] | None:
    """Return the letters side, uplo, trans_x and diag of an equation that calls LAPACK's triangular solver, else None."""
    with contextlib.suppress(KeyError, IndexError, TypeError, ValueError, AttributeError):
        if ffi_target(equation) == triangular_solver(equation.invars[1].aval.dtype):
            letters = jax_internals.parameter(equation.params, "attributes")
            return {name: chr(jax_internals.attribute(value, "val", value)) for name, value in letters}


def evaluate(equations, values) -> None:
    """Compute equations of a traced program one after the other.

    Parameters
    ----------
    equations : sequence of jax.extend.core.JaxprEqn
    values : dict
        The value of each variable that they read; those that they make are added.
    """
    for equation in equations:
        inputs = [atom.val if is_literal(atom) else values[atom] for atom in equation.invars]
        results = equation.primitive.bind(*inputs, **equation.primitive.get_bind_params(equation.params))
        values.update(zip(equation.outvars, results if equation.primitive.multiple_results else [results]))


def can_evaluate(jax) -> bool:
    """Return whether `evaluate` works on this JAX."""
    try:
        jaxpr = jax.make_jaxpr(lambda x: jax.numpy.cumsum(x * 2) + 1)(jax.ShapeDtypeStruct((2,), "float32")).jaxpr

        def evaluated(x):
            values = {jaxpr.invars[0]: x}
            evaluate(jaxpr.eqns, values)
            return values[jaxpr.outvars[0]]

        return jax.eval_shape(evaluated, jax.ShapeDtypeStruct((2,), "float32")).shape == (2,)
    except Exception:
        return False


def scan_counts(params) -> tuple[int, int] | None:
    """Return how many of the inputs of a `scan` are constants of the loop, and how many are carried from step to step.

    JAX 0.10 has a parameter for each; from 0.11 on there is one tree of three branches (constants, carry, slices). None if
    neither is there.
    """
    with contextlib.suppress(KeyError):
        return jax_internals.parameter(params, "num_consts"), jax_internals.parameter(params, "num_carry")
    try:
        constants, carry, _ = jax_internals.parameter(params, "ft_in").unpack()
        return len(constants), len(carry)
    except (KeyError, AttributeError, TypeError, ValueError):
        return None


@functools.cache
def triangular_solver(dtype) -> str | None:
    """Return the name by which programs for the CPU call LAPACK's triangular solver, or None.

    Known is a call with two matrices, the second of which it overwrites, and four letters as bytes: side, uplo, trans_x and
    diag. Whether this JAX has it is read from a program of its own. `jmx/native/lapack.py` calls it.
    """
    import jax

    matrix = jax.ShapeDtypeStruct((2, 2), dtype)
    solve = jax.jit(lambda a, b: jax.lax.linalg.triangular_solve(a, b, left_side=True, lower=True, transpose_a=True))
    name = {"float32": "lapack_strsm_ffi", "float64": "lapack_dtrsm_ffi"}.get(str(dtype), "")
    try:
        text = solve.trace(matrix, matrix).lower(lowering_platforms=("cpu",)).as_text()
    except Exception:  # whatever it is, the caller has another way
        return None
    letters = ", ".join(f"{key} = {ord(letter)} : ui8" for key, letter in zip(("diag", "side", "trans_x", "uplo"), "NLTL"))
    return name if name and f"@{name}(" in text and letters in text else None


def long_work(arrays) -> Any:
    """Return a number for a traced program to give besides its results, so that XLA runs it behind the thread that calls it.

    On CPUs XLA runs programs of less than 1,000 operations in that thread, and counts none for a foreign function, however long
    that takes. Where it counts in another way the program runs as it would.
    """
    import jax.numpy as jnp

    real = (array for array in arrays if array.size and jnp.issubdtype(array.dtype, jnp.floating))
    first: Any = next(real, None)
    if first is None:  # what is computed from constants and whole numbers is short
        return jnp.zeros(())
    return jnp.max(jnp.arange(2048, dtype="float32") * first.ravel()[0].astype("float32"))
