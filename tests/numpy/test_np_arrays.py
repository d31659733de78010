"""Arrays of mx.np beside classic ones: one memory and tape, two interfaces that refuse each other's arrays."""

import threading

import numpy as onp
import pytest

import jmx as mx
from jmx import np, npx


@pytest.fixture(autouse=True)
def numpy_semantics():
    npx.set_np()
    yield
    npx.reset_np()


def test_each_interface_refuses_the_arrays_of_the_other():
    new, old = np.ones((2, 2)), mx.nd.ones((2, 2))
    with pytest.raises(TypeError, match=r"`Activation` .* legacy operator .* `as_nd_ndarray\(\)`"):
        mx.nd.Activation(new, act_type="relu")
    with pytest.raises(TypeError, match=r"`_npx_relu` .* known as `relu` .* `as_np_ndarray\(\)`"):
        npx.relu(old)
    with pytest.raises(TypeError, match="can only write to legacy ndarrays"):
        mx.nd.relu(old, out=new)
    with pytest.raises(TypeError, match="not supported"):
        new + old
    with pytest.raises(TypeError, match="`_npx_relu`"):
        mx.sym.npx.relu(mx.sym.var("x"))
    with pytest.raises(TypeError, match="use npx.save"):
        mx.nd.save("unused", [new])


def test_both_views_of_an_array_share_memory_and_gradient():
    x = np.array([1.0, 2.0])
    old = x.as_nd_ndarray()
    assert type(old) is mx.nd.NDArray and old.as_np_ndarray() is not x
    old[0] = 5
    assert x[0] == 5
    x.attach_grad()
    with mx.autograd.record():
        y = (x.as_nd_ndarray() * x.as_nd_ndarray()).as_np_ndarray() * 3
    y.backward()
    assert type(x.grad) is np.ndarray and x.grad.tolist() == [30, 12]
    assert type(x.as_nd_ndarray().grad) is mx.nd.NDArray


def test_rows_are_views():
    x = np.arange(6).reshape(2, 3)
    row = x[1]
    row += 10
    assert x.tolist() == [[0, 1, 2], [13, 14, 15]]
    assert np.shares_memory(x, row) and not np.shares_memory(x[0], row)


def test_numpy_functions_find_their_counterparts():
    x = np.array([[1.0, 4.0]])
    assert type(onp.sqrt(x)) is np.ndarray and type(onp.concatenate([x, x])) is np.ndarray
    assert type(onp.logaddexp(x, x)) is np.ndarray  # NumPy's own, on the host
    assert isinstance(onp.asarray(x), onp.ndarray)
    x.attach_grad()
    with mx.autograd.record(), pytest.raises(ValueError, match="with autograd active"):
        onp.logaddexp(x, x)


def test_files_need_numpy_semantics(tmp_path):
    path = str(tmp_path / "arrays")
    npx.save(path, [np.array(3.0), np.zeros((0, 2))])
    scalar, empty = npx.load(path)
    assert scalar.shape == () and empty.shape == (0, 2)
    npx.reset_np()
    with pytest.raises(ValueError, match="legacy mode"):
        npx.load(path)
    with pytest.raises(ValueError, match="legacy mode"):
        npx.save(path, [np.ones(2)])
    with pytest.raises(mx.MXNetError, match="npx.set_np"):
        np.zeros((0, 2))


def test_semantics_belong_to_a_thread():
    found = []
    thread = threading.Thread(target=lambda: found.append((npx.is_np_array(), npx.is_np_shape())))
    thread.start()
    thread.join()
    assert npx.is_np_array() and found == [(False, False)]


def test_a_failed_assignment_changes_nothing():
    x = np.arange(4).reshape(2, 2)
    before = x.tolist()
    for key, value in ((0, np.ones(3)), (0, "x"), (0, mx.nd.ones(2)), ((0, 0, 0), 1), (5, 1), ("a", 1)):
        with pytest.raises((TypeError, ValueError, IndexError, mx.MXNetError)):
            x[key] = value
    assert x.tolist() == before


def test_boolean_keys():
    x = np.arange(6).reshape(2, 3)
    mask = x > 2
    assert x[mask].tolist() == [3, 4, 5] and x[~mask, None].shape == (3, 1)
    assert x[[True, False]].tolist() == [[0, 1, 2]] and x[:, x[0] != 1].shape == (2, 2)
    with pytest.raises(IndexError, match="dimension is 2 but corresponding boolean dimension is 3"):
        x[onp.array([True, False, True])]
    x[mask] = onp.array([7, 8, 9])
    assert x.tolist() == [[0, 1, 2], [7, 8, 9]]
    x[mask] = -1
    assert x.sum() == 0


@mx.operator.register("np_doubled")
class _Doubled(mx.operator.CustomOpProp):
    def create_operator(self, ctx, in_shapes, in_dtypes):
        class Operator(mx.operator.CustomOp):
            def forward(self, is_train, req, in_data, out_data, aux):
                assert type(in_data[0]) is mx.nd.NDArray  # registered outside of NumPy semantics
                self.assign(out_data[0], req[0], in_data[0] * 2)

        return Operator()


def test_operators_in_python_get_the_arrays_they_were_registered_with():
    @mx.operator.register("np_tripled")
    class Tripled(mx.operator.CustomOpProp):
        def create_operator(self, ctx, in_shapes, in_dtypes):
            class Operator(mx.operator.CustomOp):
                def forward(self, is_train, req, in_data, out_data, aux):
                    assert type(in_data[0]) is np.ndarray
                    self.assign(out_data[0], req[0], np.sum(in_data[0]) + in_data[0] * 3)

                def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
                    self.assign(in_grad[0], req[0], out_grad[0] * 3)

            return Operator()

    x = np.array([1.0, 2.0])
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.np._internal.Custom(x, op_type="np_tripled")
    y.backward()
    assert type(y) is np.ndarray and y.tolist() == [6, 9] and x.grad.tolist() == [3, 3]
    npx.reset_np()
    assert mx.nd.Custom(mx.nd.ones(2), op_type="np_doubled").asnumpy().tolist() == [2, 2]


def test_loaders_give_numpy_arrays():
    data = mx.gluon.data.ArrayDataset(np.arange(6).reshape(3, 2), onp.arange(3))
    batches = list(mx.gluon.data.DataLoader(data, batch_size=2))
    assert [type(part) for batch in batches for part in batch] == [np.ndarray] * 4
    assert batches[1][0].tolist() == [[4, 5]] and batches[1][1].dtype == "int64"


def test_operators_take_all_arguments_by_position():
    x, out = mx.np.array([[1, 2], [3, 4]]), mx.np.zeros((2, 2))
    assert mx.np.sum(x, 0, None, True).asnumpy().tolist() == [[4, 6]]
    assert mx.np.prod(x, 1, None, True).asnumpy().tolist() == [[2], [12]]
    assert mx.np.squeeze(x.reshape(1, 2, 2), 0, out) is out
    assert out.asnumpy().tolist() == [[1, 2], [3, 4]]
    mx.np.dot(x, x, out)
    assert out.asnumpy().tolist() == [[7, 10], [15, 22]]


def test_repeat_takes_the_array_by_the_name_of_mxnet():
    assert mx.np.repeat(data=mx.np.array([1, 2]), repeats=2).asnumpy().tolist() == [1, 1, 2, 2]


def test_every_name_that_dir_lists_is_there():
    for module in (mx.np, mx.npx):
        assert [name for name in dir(module) if not hasattr(module, name)] == []
