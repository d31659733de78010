"""`jmx.jax.export`: a network as a file that programs with JAX run without this package, compared with the network."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from ..base import MXNetError
from ..config import jax_internals
from ..core.declare.x64 import is_wide
from ..core.serial import atomic_file, together
from ..native import portable
from ._network import Network, paths_and_values, set_value, to_jax
from ._sources import example_of

#: names of platforms for `jax.export`
_PLATFORMS = ("cpu", "cuda", "rocm", "tpu")


class Report(NamedTuple):
    """What `jmx.jax.export` wrote.

    files        the paths of the files
    inputs       shape and element type of each input, as text; names stand for sizes that are open
    outputs      the same of each output
    platforms    what the program runs on
    difference   the largest difference of its outputs from the network's, absolute; None if they were not compared
    scale        the largest absolute value among the network's outputs
    """

    files: list[str]
    inputs: list[str]
    outputs: list[str]
    platforms: tuple[str, ...]
    difference: float | None
    scale: float | None

    def text(self) -> str:
        """The report in a few lines."""
        lines = [f"wrote    {path} ({os.path.getsize(path):,} bytes)" for path in self.files]
        lines += [f"inputs   {', '.join(self.inputs)}", f"outputs  {', '.join(self.outputs)}"]
        lines.append(f"runs on  {', '.join(self.platforms)}")
        if self.difference is None:
            lines.append("The outputs were not compared.")
        else:
            lines.append(f"largest difference from the network: {self.difference:.3g} (values up to {self.scale:.3g})")
        return "\n".join(lines)


def export(
    net, path, *example_inputs, params=None, shapes=None, platforms=("cpu", "cuda"), check=True, gradients=0, stablehlo=True
):
    """Write a network as a program of JAX that runs without this package.

    Three files are written: `PATH.jax_export`, which `jax.export.deserialize` reads; `PATH.npz`, the parameters, which
    `numpy.load` reads (bfloat16 as its bits in uint16); and `PATH.mlir`, the same program as StableHLO text, for tools that
    compile it. The program is that of inference.

    Parameters
    ----------
    net : HybridBlock, SymbolBlock, Symbol or Module
        As for `jmx.to_jax`.
    path : str or path-like
        Where to write, without an extension.
    *example_inputs : NDArray, ndarray, jax.Array, numpy.ndarray or jax.ShapeDtypeStruct
        Inputs, for their shapes and element types.
    params : dict of str to NDArray, optional
        Of a Symbol, as for `jmx.to_jax`.
    shapes : list of tuple of (int or str), optional
        The shape of each input, with names for sizes that stay open: `[("batch", 3, 224, 224)]`. By default the first axis of
        every input is open, and the same for all of them.
    platforms : sequence of str, default ("cpu", "cuda")
        What the program is to run on, of "cpu", "cuda", "rocm" and "tpu".
    check : bool, default True
        Whether to read the files back, run the program on random inputs, and compare.
    gradients : int, default 0
        How many times the program can be differentiated.
    stablehlo : bool, default True
        Whether to write `PATH.mlir`.

    Returns
    -------
    Report
        The files, and the largest difference. `print(report.text())` shows it.

    Raises
    ------
    MXNetError
        The network has no function (see `jmx.to_jax`), or needs an input's size where `shapes` leaves it open. Nothing was
        written then.

    Examples
    --------
    >>> net = mx.gluon.nn.Dense(4, in_units=3)
    >>> net.initialize()
    >>> report = jmx.jax.export(net, folder / "net", mx.nd.ones((1, 3)))
    >>> report.inputs, report.outputs, report.difference < 1e-6
    (['float32[batch,3]'], ['float32[batch,4]'], True)

    Any program with JAX runs it:

    >>> program = jax.export.deserialize((folder / "net.jax_export").read_bytes())
    >>> program.call(dict(np.load(folder / "net.npz")), np.ones((7, 3), np.float32))[0].shape
    (7, 4)

    References
    ----------
    JAX's "Exporting and serializing staged-out computations" says for how long such files can be read.
    """
    from jax import export as jax_export

    wrong = [name for name in platforms if name not in _PLATFORMS]
    if wrong or not platforms:
        raise MXNetError(f"platforms are some of {', '.join(_PLATFORMS)}, got {', '.join(wrong) or 'none'}")
    path = os.fspath(path)
    examples = [example_of(x) for x in example_inputs]
    fn, values, state = to_jax(net, *examples, params=params)
    weights = {".".join(path): _storable(value) for tree in (values, state) for path, value in paths_and_values(tree)}
    flat = [x for x in _flat(examples) if x is not None]
    if not flat:
        raise MXNetError("jmx.jax.export needs example inputs: jmx.jax.export(net, path, x)")
    described, names = _described(flat, shapes)
    call = _call(fn, values, state, examples, platforms)
    wide = is_wide(*[np.dtype(x.dtype) for x in (*weights.values(), *flat)])
    with portable(), jax_internals.without_locations(jax), jax.enable_x64(wide or bool(jax.config.jax_enable_x64)):
        specs = [jax.ShapeDtypeStruct(shape, x.dtype) for shape, x in zip(described, flat)]
        of_weights = {name: jax.ShapeDtypeStruct(value.shape, value.dtype) for name, value in weights.items()}
        exported = _exported(jax_export, jax.jit(call), platforms, of_weights, specs, names)
        blob = exported.serialize(vjp_order=gradients)
    files = [f"{path}.jax_export", f"{path}.npz"]
    with together():
        with atomic_file(files[1]) as file:
            np.savez(file, **weights)
        with atomic_file(files[0]) as file:
            file.write(blob)
        if stablehlo:
            files.append(f"{path}.mlir")
            with atomic_file(files[2]) as file:
                file.write(exported.mlir_module().encode())
    texts = [_spec_text(spec) for spec in specs], [_spec_text(spec) for spec in exported.out_avals]
    difference = scale = None
    if check:
        difference, scale = _compare(jax_export, files, fn, values, state, examples, flat, wide)
    return Report(files, *texts, tuple(platforms), difference, scale)


def _exported(jax_export, jitted, platforms, of_weights, specs, names):
    """The exported program."""
    try:
        return jax_export.export(jitted, platforms=list(platforms))(of_weights, *specs)
    except Exception as error:  # JAX raises what it likes where a shape is no number
        raise MXNetError(_hint(error, names)) from error


def _hint(error, names):
    text = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    if not names:
        return f"The network cannot be exported. {text}"
    return (
        f"The network cannot be exported with open sizes ({', '.join(names)}). {text} Give all sizes, for example "
        "shapes=[(1, 3, 224, 224)], or leave fewer of them open."
    )


def _call(fn, values, state, examples, platforms):
    """The program: a function of a flat dictionary of weights, and of inputs one after the other; it returns a tuple."""
    # What is written for several kinds of machines does nothing for the sake of one.
    network = Network(fn._source, "cpu" if tuple(platforms) == ("cpu",) else "gpu")

    def call(weights, *inputs):
        trees: tuple[dict[str, Any], dict[str, Any]] = {}, {}
        for given, tree in zip((values, state), trees):
            for path, value in paths_and_values(given):
                weight = weights[".".join(path)]
                bits = value.dtype == jnp.bfloat16
                set_value(tree, path, jax.lax.bitcast_convert_type(weight, jnp.bfloat16) if bits else weight)
        outs, _ = network(*trees, *_nested(examples, iter(inputs)))
        return tuple(jax.tree.leaves(outs))

    return call


def _storable(value):
    """A weight as NumPy's files hold it: they have no bfloat16, whose bits are kept as uint16."""
    array = np.asarray(value)
    return array.view(np.uint16) if value.dtype == jnp.bfloat16 else array


def _flat(values):
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from _flat(value)
        else:
            yield value


def _nested(examples, left):
    """The values of an iterator nested as the examples are."""
    return [_nested(one, left) if isinstance(one, (list, tuple)) else None if one is None else next(left) for one in examples]


def _described(flat, shapes):
    """(the shapes as `jax.export` has them, the names of open sizes)"""
    from jax import export as jax_export

    if shapes is None:
        shapes = [("batch", *x.shape[1:]) if x.shape else () for x in flat]
    if len(shapes) != len(flat):
        raise MXNetError(f"shapes has {len(shapes)} shapes, and the network {len(flat)} inputs")
    names = sorted({size for shape in shapes for size in shape if isinstance(size, str)})
    for name in names:
        if not name.isidentifier():
            raise MXNetError(f"an open size is named {name!r}; expected a word such as 'batch'")
    for shape, x in zip(shapes, flat):
        fits = len(shape) == len(x.shape) and all(isinstance(s, str) or s == n for s, n in zip(shape, x.shape))
        if not fits:
            raise MXNetError(f"the shape {tuple(shape)} does not describe the example input of shape {tuple(x.shape)}")
    scope = jax_export.SymbolicScope()
    made = [jax_export.symbolic_shape(",".join(map(str, shape)), scope=scope) if shape else () for shape in shapes]
    return made, names


def _spec_text(spec):
    return f"{np.dtype(spec.dtype).name}[{','.join(map(str, spec.shape))}]"


def _compare(jax_export, files, fn, values, state, examples, flat, wide):
    """(largest difference, largest value) of the written program's outputs and the network's, on random inputs."""
    with open(files[0], "rb") as file:
        program = jax_export.deserialize(bytearray(file.read()))
    if jax.default_backend() not in [{"cuda": "gpu", "rocm": "gpu"}.get(name, name) for name in program.platforms]:
        return None, None
    inputs = [_random(x, number) for number, x in enumerate(flat)]
    with jax.enable_x64(wide or bool(jax.config.jax_enable_x64)), np.load(files[1]) as arrays:
        found = program.call(dict(arrays), *inputs)
        expected, _ = jax.jit(fn)(values, state, *_nested(examples, iter(inputs)))
    difference, scale = 0.0, 0.0
    for one, other in zip(found, jax.tree.leaves(expected)):
        one, other = np.asarray(one, np.float64), np.asarray(other, np.float64)
        if other.size:
            difference = max(difference, float(np.abs(one - other).max()))
            scale = max(scale, float(np.abs(other).max()))
    return difference, scale


def _random(example, number):
    """Values for an input: small whole numbers for integers, which may be indices."""
    generator = np.random.default_rng(number)
    dtype = np.dtype(example.dtype)
    if dtype.kind in "iub":
        return generator.integers(0, 2, example.shape).astype(dtype)
    return generator.uniform(-1, 1, example.shape).astype(dtype)


__all__ = ["Report", "export"]
