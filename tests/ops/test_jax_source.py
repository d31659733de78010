"""The trait `source`: what is written for an operator. That it computes what MXNet does is in `tests/rewrite/test_sources.py`."""

import dataclasses

import pytest

import jmx as mx
from jmx.core.declare.op import find
from jmx.ops import jax_source
from jmx.rewrite.twins.target import module_of

mx.nd.exp  # noqa: B018 (declares the operators)


def test_sizes_that_depend_on_the_batch_stay_open():
    op = find("Reshape")
    call = jax_source.Call(op.parse({"shape": (-3, 0)}), ["x"], [(2, 3, 4)], [(6, 4)], (True, False))
    assert jax_source.written(op.traits.source, call) == "x.reshape(-1, 4)"
    with pytest.raises(jax_source.NoSource, match="several sizes"):
        jax_source.written(op.traits.source, dataclasses.replace(call, varying=(True, True)))


def test_modules_of_one_kind_are_shared_and_others_get_a_number():
    modules: dict = {}
    assert [module_of(modules, "dropout", f"nnx.Dropout({rate})") for rate in (0.5, 0.5, 0.1)] == [
        "self.dropout", "self.dropout", "self.dropout2",
    ]  # fmt: skip
    assert modules == {"dropout": "nnx.Dropout(0.5)", "dropout2": "nnx.Dropout(0.1)"}


def test_an_operator_without_the_trait_is_not_written():
    with pytest.raises(jax_source.NoSource):
        jax_source.written(None, jax_source.Call(None, ["x"], [(2,)], [(2,)]))
