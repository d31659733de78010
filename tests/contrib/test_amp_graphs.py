"""Graphs in mixed precision, node by node as MXNet's: golden/amp_graphs.json.gz, which generate_amp_graphs.py makes."""

import gzip
import json
import pathlib

import numpy as np
import pytest

import jmx as mx
from jmx.contrib import amp
from tests.contrib import amp_networks

GOLDEN = pathlib.Path(__file__).parent / "golden" / "amp_graphs.json.gz"


@pytest.fixture(scope="module")
def both():
    return json.loads(gzip.decompress(GOLDEN.read_bytes())), json.loads(json.dumps(amp_networks.graphs(mx, amp)))


@pytest.mark.parametrize("dtype", amp_networks.TYPES)
@pytest.mark.parametrize("choice", amp_networks.CHOICES)
def test_graphs_are_those_of_mxnet(both, dtype, choice):
    golden, ours = both
    keys = [key for key in golden if key.endswith(f" {dtype} {choice}")]
    assert len(keys) == 9
    for key in keys:
        assert ours[key] == golden[key], key


def test_symbols_take_bfloat16_by_the_name_that_mxnet_gives_it():
    named = np.dtype([("bfloat16", np.uint16)])
    cast = mx.sym.amp_cast(mx.sym.var("x"), dtype=named)
    assert cast.attr("dtype") == "bfloat16" and cast.infer_type(x="float32")[1] == [mx.nd.ones(1, dtype=named).dtype]
    assert amp.amp.lists.symbol_bf16.BF16_FUNCS == ["Convolution", "FullyConnected"]
