"""Parameters that a random distribution refuses: the error comes when somebody waits for a value, as in MXNet."""

import numpy as np
import pytest

import jmx as mx

CALLS = {
    "normal": (lambda: mx.nd.random.normal(0, -1, (2, 2)), "scale must be positive, got -1"),
    "uniform": (lambda: mx.nd.random.uniform(1, -1, (2, 2)), "low must not exceed high, got low=1, high=-1"),
    "gamma": (lambda: mx.nd.random.gamma(-1, 1, (2, 2)), "alpha must be positive, got -1"),
    "poisson": (lambda: mx.nd.random.poisson(-1, (2, 2)), "lam must not be negative, got -1"),
}


@pytest.mark.parametrize("name", CALLS)
def test_raised_by_whoever_waits_first(name):
    call, text = CALLS[name]
    made = call()
    assert made.shape == (2, 2) and made.dtype == np.float32
    further = mx.nd.dot(made, made)
    with pytest.raises(mx.base.MXNetError, match=text):
        further.asnumpy()
    assert np.isnan(made.asnumpy()).all()
    mx.nd.waitall()


def test_waitall_raises_once():
    made = mx.nd.random.normal(0, -1, (2, 2))
    with pytest.raises(mx.base.MXNetError, match="_random_normal"):
        mx.nd.waitall()
    mx.nd.waitall()
    made[:] = 3
    assert made.asnumpy().tolist() == [[3, 3], [3, 3]]


def test_graphs_raise_at_once():
    with pytest.raises(mx.base.MXNetError, match="scale must be positive"):
        mx.sym.random.normal(0, -1, (2, 2)).bind(mx.cpu(), {}).forward()[0].asnumpy()
