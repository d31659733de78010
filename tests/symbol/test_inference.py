"""Shapes of partly known inputs; the values are MXNet's."""

import pytest

import jmx as mx

S = mx.sym
x, y, w = (mx.sym.var(name) for name in "xyw")
up = {"scale": 2, "sample_type": "bilinear", "num_filter": 3, "num_args": 2}


@pytest.mark.parametrize(
    "net, given, args, outputs",
    [
        (S.UpSampling(x, name="up", **up), {"x": (1, 3, 4, 4)}, [(1, 3, 4, 4), (3, 1, 4, 4)], [(1, 3, 8, 8)]),
        (S.slice(x, begin=(0, 1), end=(2, 3)), {"x": (0, 5)}, [(0, 5)], [(0, 2)]),
        (S.slice_axis(x, axis=0, begin=0, end=2), {"x": (0, 5)}, [(0, 5)], [(0, 5)]),
        (S.concat(x, y, dim=1), {"x": (0, 3), "y": (2, 0)}, [(2, 3), (2, 0)], [(2, 0)]),
        (S.concat(x, y, dim=1), {"x": (0, 3), "y": (2, 5)}, [(2, 3), (2, 5)], [(2, 8)]),
        (S.expand_dims(x, axis=1) + y, {"y": (3, 1, 4)}, [(3, 4), (3, 1, 4)], [(3, 1, 4)]),
        (S.expand_dims(x, axis=-1) + y, {"y": (3, 4, 1)}, [(3, 4), (3, 4, 1)], [(3, 4, 1)]),
        (S.zeros_like(x) + y, {"y": (3, 4)}, [(3, 4), (3, 4)], [(3, 4)]),
        (S.squeeze(x), {"x": (0, 1, 4)}, [(0, 1, 4)], [()]),
        (S.reshape(x, shape=(2, -1)) + y, {"x": (0, 4), "y": (2, 6)}, [(3, 4), (2, 6)], [(2, 6)]),
        (S.where(x, S.zeros((0, 3)), y), {"x": (2, 3)}, [(2, 3), (2, 3)], [(2, 3)]),
    ],
)
def test_partial_shapes(net, given, args, outputs):
    found = net.infer_shape_partial(**given)
    assert found == (args, outputs, [])


def test_what_stays_open_is_not_made_up():
    """MXNet refuses these; here only what follows is filled in."""
    assert S.dot(x, y, transpose_b=True).infer_shape_partial(x=(0, 4), y=(5, 0)) == ([(0, 4), (5, 4)], [(0, 5)], [])
    assert S.diag(x).infer_shape_partial(x=(0, 4)) == ([(0, 4)], [()], [])


def test_names_of_numbered_inputs():
    assert S.UpSampling(x, name="up", **up).list_arguments() == ["x", "up_weight"]
    assert S.UpSampling(data=x, weight=w, name="up", **up).list_arguments() == ["x", "w"]
    assert S.multi_sum_sq(num_arrays=2, name="m").list_arguments() == ["m_array_0", "m_array_1"]
    assert S.amp_multicast(num_outputs=2, name="m").list_arguments() == ["m_data_0", "m_data_1"]


@pytest.mark.parametrize("make", [lambda: mx.sym.random.normal(shape=()), lambda: mx.sym.zeros(())])
def test_an_array_of_no_given_shape_takes_that_of_its_users(make):
    total = make() * 0 + mx.sym.var("x")
    assert total.infer_shape(x=(3, 2)) == ([(3, 2)], [(3, 2)], [])
    assert total.bind(mx.cpu(), {"x": mx.nd.ones((3, 2))}).forward()[0].asnumpy().tolist() == [[1, 1]] * 3


def test_operators_without_inputs_ignore_arrays_given_by_name():
    made = mx.sym.random.randn(3, loc=1, data=mx.sym.var("x"))
    assert made.list_arguments() == [] and made.infer_shape() == ([], [(3,)], [])
    with pytest.raises(mx.base.MXNetError, match="Keyword argument name other not found"):
        mx.sym.relu(mx.sym.var("x"), other=mx.sym.var("y"))
