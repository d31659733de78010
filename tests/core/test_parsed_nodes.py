"""What a graph's nodes have read of their attributes, which equal nodes share."""

import dataclasses

import pytest

import jmx as mx
import jmx.ops  # declares the operators
from jmx import _dialects
from jmx.core.declare import op as declared
from jmx.core.declare.op import find
from jmx.core.graph import nodes


def test_equal_nodes_share_what_is_read_of_their_attributes():
    op = find("Pooling")
    first, second = (nodes.atomic(op, {"kernel": "(2, 2)", "pool_type": "max", "__hint__": hint}) for hint in "ab")
    assert first.parsed is second.parsed and first.parsed.kernel == (2, 2)
    second.set_attr("kernel", "(3, 3)")
    assert first.parsed.kernel == (2, 2) and second.parsed.kernel == (3, 3)
    for _ in range(2):
        with pytest.raises(mx.MXNetError, match="pool_type"):
            nodes.atomic(op, {"pool_type": "median"})


def test_what_is_read_depends_on_the_interface(monkeypatch):
    op, words = find("Cast"), {"dtype": "float16"}
    before = op.parse_words(words)
    assert op.parse_words(dict(words)) is before
    monkeypatch.setattr(_dialects, "_current", dataclasses.replace(_dialects.dialect(), boolean_dtypes=True))
    assert op.parse_words(words) is not before


def test_no_more_than_so_many_readings_are_kept(monkeypatch):
    monkeypatch.setattr(declared, "_READINGS_KEPT", 3)
    op = find("_plus_scalar")
    for i in range(10):
        assert op.parse_words({"scalar": str(i)}).scalar == i
        assert len(op._readings[1]) <= 3
