"""Random networks compute the same eager, hybridized, exported, bound by Module and as a function of JAX, and what MXNet does.

The first 200 are compared with MXNet's own results, which tests/golden/random_networks.json holds.
"""

import json
import pathlib
import sys
import tempfile

import numpy as np

from tools.campaign import probe

GOLDEN = pathlib.Path(__file__).resolve().parent.parent.parent / "tests" / "golden"
sys.path.insert(0, str(GOLDEN))

#: of the largest number of an array that is compared; single precision through a few layers
TOLERANCE = 5e-4

#: A gradient that cancels, such as that of a bias before a normalization, is compared beside this part of the largest one.
CANCELLED = 5e-2


def different(found, expected):
    """The names of `expected` whose arrays in `found` are missing, or differ by more than rounding."""
    largest = {}
    for name, array in expected.items():
        kind = name.split()[0]
        largest[kind] = max(largest.get(kind, 1e-3), np.max(np.abs(array), initial=0.0))
    return [
        name for name in expected if name not in found or _far(found[name], expected[name], CANCELLED * largest[name.split()[0]])
    ]


def _far(one, other, floor):
    one, other = np.asarray(one, "float64"), np.asarray(other, "float64")
    limit = TOLERANCE * max(np.max(np.abs(other), initial=0.0), floor)
    return one.shape != other.shape or not np.max(np.abs(one - other), initial=0.0) <= limit


@probe(goal=200, unit="random networks")
def run(rounds):
    """A network a round."""
    import mxnet as mx
    import random_networks_cases as cases

    golden = json.loads((GOLDEN / "random_networks.json").read_text())
    compared = 0
    for number in rounds:
        number += 1000 * rounds.seed
        net, recipe = cases.network(mx, number)
        state = {name: value.data().copy() for name, value in net.collect_params().items()}

        def restored(net=net, state=state):
            for name, value in net.collect_params().items():
                value.set_data(state[name])
                value.zero_grad()
            return net

        eager = cases.results(mx, net, recipe, number)
        ways = {}
        restored().hybridize()
        ways["hybridized"] = cases.results(mx, net, recipe, number)
        ways["exported"] = exported(mx, cases, restored(), recipe, number)
        ways["Module"] = module(mx, cases, restored(), recipe, number)
        ways["to_jax"] = as_jax(mx, cases, restored(), recipe, number)
        for way, found in ways.items():
            wrong = different(found, {name: eager[name] for name in found} if way == "to_jax" else eager)
            if wrong:
                rounds.fail(f"{way} differs from eager in {wrong}: {recipe}")
        known = golden.get(str(number))
        if known is not None:
            compared += 1
            wrong = different(cases.digest(eager), known)
            if wrong:
                rounds.fail(f"differs from MXNet in {wrong}: {recipe}")
    rounds.figure("compared with MXNet", compared)


def exported(mx, cases, net, recipe, number):
    """What the network computes after `export` and `SymbolBlock.imports`."""
    net(mx.nd.array(cases.data_of(recipe, number)))
    with tempfile.TemporaryDirectory() as folder:
        net.export(f"{folder}/net")
        again = mx.gluon.SymbolBlock.imports(f"{folder}/net-symbol.json", ["data"], f"{folder}/net-0000.params")
    return cases.results(mx, again, recipe, number)


def module(mx, cases, net, recipe, number):
    """What the network computes as the symbol of a Module."""
    data = mx.nd.array(cases.data_of(recipe, number))
    symbol = net(mx.sym.var("data"))
    bound = mx.mod.Module(symbol, label_names=None, context=mx.cpu())
    bound.bind([("data", data.shape)], for_training=True, inputs_need_grad=True)
    values = {name: value.data() for name, value in net.collect_params().items()}
    states = set(symbol.list_auxiliary_states())
    bound.set_params({n: v for n, v in values.items() if n not in states}, {n: v for n, v in values.items() if n in states})
    batch = mx.io.DataBatch([data])
    bound.forward(batch, is_train=False)
    found = {"inference": bound.get_outputs()[0].asnumpy()}
    if cases.has(recipe["body"], "dropout"):
        return found
    bound.forward(batch, is_train=True)
    out = bound.get_outputs()[0]
    found["training"] = out.asnumpy()
    bound.backward([mx.nd.array(cases.cotangent(out.shape, number))])
    found["gradient data"] = bound.get_input_grads()[0].asnumpy()
    executor = bound._exec_group.execs[0]
    found.update(
        {f"gradient {cases.suffix(name)}": value.asnumpy() for name, value in executor.grad_dict.items() if name != "data"}
    )
    found.update({f"state {cases.suffix(name)}": value.asnumpy() for name, value in executor.aux_dict.items()})
    return found


def as_jax(mx, cases, net, recipe, number):
    """What the network computes as a function of JAX in inference."""
    import jmx

    data = cases.data_of(recipe, number)
    function, params, state = jmx.to_jax(net, mx.nd.array(data))
    return {"inference": np.asarray(function(params, state, data)[0])}
