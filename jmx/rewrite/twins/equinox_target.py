"""Equinox as a target: arrays as MXNet has them, states and keys handed from call to call, nothing shared."""

from __future__ import annotations

from ...ops.jax_source import NoSource
from .equinox_helpers import HELPERS
from .equinox_layers import items_of
from .expressions import Call, Listed, written
from .target import Target, module_of

_HEADER = '''"""A Gluon network in Equinox, written by `jmx rewrite --to equinox`.

`model, state = make_model(jax.random.key(0))` makes it, `model, state = load_weights(model, state, "{weights}")` gives it
its weights. `outputs, state = apply(model, state, inputs, key=key)` calls it as in training, with a key for dropout;
`eqx.nn.inference_mode(model)` is the model for evaluation. Images have their channels second, as in MXNet.
"""

import functools
import itertools
import math
from collections.abc import Callable

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
'''

_LOADER = '''

#: where each array of the Gluon network goes: the way to it, and how its layout changes
WEIGHTS = {{
{rows}}}

CHANGES = {{
{changes}}}


def reached(model, place):
    """What is at a place in a model, and in trees like it."""
    for step in place:
        model = model[step] if isinstance(step, int) or isinstance(model, dict) else getattr(model, step)
    return model


def load_weights(model, state, path):
    """Take the weights of the Gluon network, by structural names, from an .npz or .safetensors file or a dictionary of arrays.

    Returns the model and the state that have them. `jmx convert net.params net.npz` makes such a file of what
    `net.save_parameters` has written.
    """
    if str(path).endswith(".safetensors"):
        from safetensors.numpy import load_file

        arrays = load_file(path)
    else:
        arrays = path if isinstance(path, dict) else dict(np.load(path))
    missing = sorted(set(WEIGHTS) - set(arrays))
    if missing:
        raise KeyError(f"{{path}} has no {{', '.join(missing)}}")
    places, values = [], []
    for name, (place, change) in WEIGHTS.items():
        there, value = reached(model, place), jnp.asarray(CHANGES[change](arrays[name]))
        is_state = isinstance(there, eqx.nn.StateIndex)
        shape = state.get(there).shape if is_state else there.shape
        if value.shape != shape:
            raise ValueError(f"{{name}} has the shape {{value.shape}} here, and the model's {{shape}}")
        if is_state:
            state = state.set(there, value)
        else:
            places.append(place)
            values.append(value)
    if places:
        model = eqx.tree_at(lambda model: [reached(model, place) for place in places], model, values)
    return model, state
'''

_RUN = """
import importlib.util, json, sys
import equinox as eqx
import jax
import numpy as np
spec = importlib.util.spec_from_file_location("twin", sys.argv[1])
twin = importlib.util.module_from_spec(spec)
spec.loader.exec_module(twin)
model, state = twin.load_weights(*twin.make_model(jax.random.key(0)), sys.argv[2])
model = eqx.nn.inference_mode(model)
with np.load(sys.argv[3]) as inputs:
    nested = jax.tree.map(lambda number: inputs[f"input{number:03}"], json.loads(sys.argv[5]))
    outs, _ = eqx.filter_jit(twin.apply)(model, state, *nested)
np.savez(sys.argv[4], *[np.asarray(leaf) for leaf in jax.tree.leaves(outs)])
assert "jmx" not in sys.modules and "mxnet" not in sys.modules
"""

_MAKER = '''

def _model(key):
    keys = (jax.random.fold_in(key, number) for number in itertools.count())
    return {model}


def make_model(key):
    """The model, and the state of its normalizations."""
    return eqx.nn.make_with_state(_model)(key)


def apply(model, state, *inputs, key=None):
    """What the model computes of inputs, and the state behind it; the key is for dropout."""
    return {call}
'''


def _sequence(items):
    return Call("eqx.nn.Sequential", Listed(*items))


def _parameter(shape, trained):
    return f"jnp.zeros({shape!r})"


def _class_text(children, params, body, facts):
    arguments, lines = body
    text = f"({'eqx.nn.StatefulLayer' if facts.stateful else 'eqx.Module'}):\n"
    text += "".join(f"    {name}: eqx.Module\n" for name in children) + "".join(f"    {name}: jax.Array\n" for name in params)
    given = [*arguments, *(["state"] if facts.stateful else []), "*", "key=None"]
    text += ("\n" if children or params else "") + f"    def __call__(self, {', '.join(given)}):\n"
    return text + "".join(f"        {line}\n" for line in lines)


def _dropout(helpers, modules, keys, rate, axes, x):
    if axes:
        raise NoSource("axes")
    helpers.add("one_of")
    return f"{module_of(modules, 'dropout', f'eqx.nn.Dropout({rate})')}({x}, key=one_of(key, {next(keys)}))"


def _header(weights, images, facts):
    return _HEADER.format(weights=weights)


def _maker(model, shared, ties, facts):
    call = "model(*inputs, state, key=key)" if facts.stateful else "model(*inputs, key=key), state"
    return _MAKER.format(model=written(model, 4, 7), call=call)


EQUINOX = Target(
    title="Equinox",
    package="equinox",
    install="pip install equinox",
    items_of=items_of,
    helpers=HELPERS,
    channels_last=False,
    shares=False,
    fixes=False,
    hands_over=True,
    sequence=_sequence,
    identity="eqx.nn.Identity()",
    is_module=lambda model: True,
    parameter=_parameter,
    read_parameter="self.{}".format,
    class_text=_class_text,
    dropout=_dropout,
    header=_header,
    maker=_maker,
    loader=_LOADER,
    changes={"same": "lambda array: array", "flipped": "lambda array: np.flip(array.swapaxes(0, 1), range(2, array.ndim))"},
    numbered_changes={"repeated": "lambda array: np.repeat(array, {})", "spread": "lambda array: array.reshape(-1, *[1] * {})"},
    run=_RUN,
)
