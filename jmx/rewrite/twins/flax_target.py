"""Flax NNX as a target: images have their channels last, modules and parameters may be shared."""

from __future__ import annotations

from .expressions import Call, written
from .flax_helpers import HELPERS
from .flax_layers import items_of
from .target import Target, module_of

_HEADER = '''"""A Gluon network in Flax NNX, written by `jmx rewrite --to flax`.

{images}`model = make_model(nnx.Rngs(0))` makes it, `load_weights(model, "{weights}")` gives it
its weights, `model.eval()` and `model.train()` switch dropout and normalization.
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx
'''

_LOADER = '''

#: where each array of the Gluon network goes: the way to it, and how its layout changes
WEIGHTS = {{
{rows}}}

CHANGES = {{
{changes}}}


def load_weights(model, path):
    """Take the weights of the Gluon network, by structural names, from an .npz or .safetensors file or a dictionary of arrays.

    `jmx convert net.params net.npz` makes such a file of what `net.save_parameters` has written.
    """
    if str(path).endswith(".safetensors"):
        from safetensors.numpy import load_file

        arrays = load_file(path)
    else:
        arrays = path if isinstance(path, dict) else dict(np.load(path))
    missing = sorted(set(WEIGHTS) - set(arrays))
    if missing:
        raise KeyError(f"{{path}} has no {{', '.join(missing)}}")
    for name, (place, change) in WEIGHTS.items():
        variable = model
        for step in place:
            variable = variable[step] if isinstance(step, int) else getattr(variable, step)
        value = CHANGES[change](arrays[name])
        if value.shape != variable.shape:
            raise ValueError(f"{{name}} has the shape {{value.shape}} here, and the model's {{variable.shape}}")
        variable[...] = jnp.asarray(value)
    return model
'''

_RUN = """
import importlib.util, json, sys
import jax
import numpy as np
spec = importlib.util.spec_from_file_location("twin", sys.argv[1])
twin = importlib.util.module_from_spec(spec)
spec.loader.exec_module(twin)
from flax import nnx
model = twin.load_weights(twin.make_model(nnx.Rngs(0)), sys.argv[2])
model.eval()
with np.load(sys.argv[3]) as inputs:
    nested = jax.tree.map(lambda number: inputs[f"input{number:03}"], json.loads(sys.argv[5]))
    outs = nnx.jit(lambda model, *inputs: model(*inputs))(model, *nested)
np.savez(sys.argv[4], *[np.asarray(leaf) for leaf in jax.tree.leaves(outs)])
assert "jmx" not in sys.modules and "mxnet" not in sys.modules
"""


def _sequence(items):
    return Call("nnx.Sequential", *items)


def _is_module(model):
    return isinstance(model, Call) and model.function == "nnx.Sequential"


def _parameter(shape, trained):
    return Call("nnx.Param" if trained else "nnx.Variable", f"jnp.zeros({shape!r})")


def _class_text(children, params, body, facts):
    arguments, lines = body
    given = [*children, *params]
    text = "(nnx.Module):\n"
    if given:
        text += f"    def __init__(self, {', '.join(given)}):\n"
        text += "".join(f"        self.{name} = {name}\n" for name in given) + "\n"
    text += f"    def __call__(self, {', '.join(arguments)}):\n"
    return text + "".join(f"        {line}\n" for line in lines)


def _dropout(helpers, modules, keys, rate, axes, x):
    settings = f", broadcast_dims={axes}" if axes else ""
    return f"{module_of(modules, 'dropout', f'nnx.Dropout({rate}{settings}, rngs=rngs)')}({x})"


def _header(weights, images, facts):
    about = "Images have their channels last: (batch, height, width, channels).\n" if images else ""
    return _HEADER.format(images=about, weights=weights)


def _maker(model, shared, ties, facts):
    text = "\n\ndef make_model(rngs):\n"
    for name, value in shared:
        text += f"    {name} = {written(value, 4, len(name) + 3)}\n"
    if not ties:
        return text + f"    return {written(model, 4, 7)}\n"
    text += f"    model = {written(model, 4, 8)}\n"
    text += "".join(f"    {_reached(place)} = {_reached(first)}\n" for place, first in ties)
    return text + "    return model\n"


def _reached(place):
    """The expression of a place in the model."""
    return "model" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)


FLAX = Target(
    title="Flax",
    package="flax",
    install="pip install flax",
    items_of=items_of,
    helpers=HELPERS,
    channels_last=True,
    shares=True,
    fixes=True,
    hands_over=False,
    sequence=_sequence,
    identity="lambda x: x",
    is_module=_is_module,
    parameter=_parameter,
    read_parameter="self.{}[...]".format,
    class_text=_class_text,
    dropout=_dropout,
    header=_header,
    maker=_maker,
    loader=_LOADER,
    changes={
        "same": "lambda array: array",
        "transposed": "np.transpose",
        "kernel": "lambda array: np.moveaxis(array, (0, 1), (-1, -2))",
    },
    numbered_changes={"repeated": "lambda array: np.repeat(array, {})"},
    run=_RUN,
)
