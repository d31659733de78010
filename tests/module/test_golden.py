"""Modules beside the real MXNet: training, prediction, messages, files, and what is refused."""

import json
import math
import os

import pytest

import jmx as mx
from tests.golden import module_cases as cases
from tests.golden import module_refusals_cases

with open(os.path.join(os.path.dirname(cases.__file__), "module.json")) as _file:
    GOLDEN = json.load(_file)

#: the first lines of messages that MXNet's C++ code writes differ: what jmx says in their place
OWN_WORDS = {
    "grad_req value": "grad_req=sometimes is not a valid input in simple_bind",
    "shape": "Parameter fc1_bias has shape (4,) in the network, but the array that is given has shape (2,)",
    "features": "Shape of unspecified array arg:fc1_weight changed from (4, 5) to (4, 6)",
    "no such file": 'Open "/nonexistent/net-symbol.json": No such file or directory',
}


def compare(found, wanted, where=""):
    if isinstance(wanted, dict):
        assert sorted(found) == sorted(wanted), where
        for key in wanted:
            compare(found[key], wanted[key], f"{where}/{key}")
    elif isinstance(wanted, list):
        assert len(found) == len(wanted), (where, found, wanted)
        for i, (a, b) in enumerate(zip(found, wanted)):
            compare(a, b, f"{where}/{i}")
    elif isinstance(wanted, float):
        assert math.isclose(found, wanted, rel_tol=2e-4, abs_tol=2e-5), (where, found, wanted)
    else:
        assert found == wanted, where


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", list(cases.CASES))
def test_as_in_mxnet(name):
    with mx.name.NameManager():
        found = cases.plain(cases.CASES[name](mx))
    compare(json.loads(json.dumps(found)), GOLDEN[name])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", list(GOLDEN["refusals"]))
def test_refused_as_in_mxnet(name):
    kind, message = GOLDEN["refusals"][name]
    with pytest.raises(Exception) as info:
        module_refusals_cases.refusals(mx)[name]()
    assert info.type.__name__ == kind
    # whether classes are said to be of mxnet depends on whether a test before this one imported that
    assert OWN_WORDS.get(name, message).replace("'mxnet.", "'jmx.") in str(info.value).replace("'mxnet.", "'jmx.")
