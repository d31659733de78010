"""Operators that take the attributes of another one: the schema that `attributes_of` makes."""

import inspect

import mxnet as mx
import numpy as np
import pytest

from jmx.core.declare.op import REQUIRED, AnyArray, Array, Op, op
from jmx.ops._attributes import attributes_of


def _plain(data: Array, size: int = REQUIRED, rate: float = 0.5, mode: str = "a"):
    return data


PLAIN = Op(_plain, ["plain"])


def test_attributes_follow_the_inputs_and_own_ones_come_last():
    @attributes_of(PLAIN, without=("mode",), rate=0.25)
    def variant(data: Array, mask: AnyArray, extra: int = 3, *, rate, **a):
        return rate, a

    made = Op(variant, ["variant"])
    assert made.inputs == ["data", "mask"]
    assert made.mixed == {"mask"}
    assert made.schema == {"size": (int, REQUIRED), "rate": (float, 0.25), "extra": (int, 3)}
    assert made.fn(1, 2, size=4, rate=0.25, extra=5) == (0.25, {"size": 4})


def test_parameters_without_a_type_take_it_from_a_plain_function_and_stay_in_place():
    @attributes_of(_plain, rate=0.25)
    def variant(data, mask: AnyArray, *, rate, extra: int = 3, size):
        return rate

    operator = Op(variant, ["variant"])
    assert operator.inputs == ["data", "mask"]
    assert operator.mixed == {"mask"}
    assert list(operator.schema.items()) == [("rate", (float, 0.25)), ("extra", (int, 3)), ("size", (int, REQUIRED))]
    assert str(inspect.signature(variant)).startswith("(data: ")


def test_a_parameter_that_the_pattern_does_not_have_needs_a_type():
    with pytest.raises(KeyError, match="extra"):

        @attributes_of(_plain)
        def variant(data, extra):
            return data


def test_a_function_made_by_another_takes_the_operators_name_and_documentation(monkeypatch):
    monkeypatch.setattr("jmx.core.declare.op.REGISTRY", {})

    def apply(data: Array):
        return data

    operator = op("_made_here", doc="What it does.")(apply)
    assert operator.__name__ == "made_here"
    assert operator.__doc__ == "What it does."


def test_after_any_number_of_inputs_attributes_are_given_by_name():
    @attributes_of(PLAIN)
    def several(*data: AnyArray, **a):
        return a

    kinds = {p.name: p.kind for p in inspect.signature(several).parameters.values()}
    assert list(kinds) == ["data", "size", "rate", "mode"]
    assert {kinds[n] for n in ("size", "rate", "mode")} == {inspect.Parameter.KEYWORD_ONLY}


@pytest.mark.parametrize(
    ("name", "attributes"),
    [
        ("mp_sgd_update", ["lr", "wd", "rescale_grad", "clip_gradient", "lazy_update"]),
        ("preloaded_multi_mp_sgd_mom_update", ["momentum", "rescale_grad", "clip_gradient", "num_weights"]),
    ],
)
def test_a_variant_shows_the_attributes_in_mxnets_order(name, attributes):
    shown = list(inspect.signature(getattr(mx.nd, name)).parameters)
    assert [n for n in shown if n in attributes] == attributes


def test_a_required_attribute_of_a_variant_stays_required():
    with pytest.raises(mx.base.MXNetError, match="lr"):
        mx.nd.mp_sgd_update(mx.nd.ones(2), mx.nd.ones(2), mx.nd.ones(2))


def test_digits_beyond_all_floats():
    # as in symbol files; MXNet reads such a text as some number
    assert np.isinf(mx.nd._internal._plus_scalar(mx.nd.ones(2), scalar="9" * 400).asnumpy()).all()
    with pytest.raises(OverflowError, match="too large"):  # Python's own, as in MXNet
        mx.nd.ones(2) + 10**400
