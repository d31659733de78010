"""Sparse arrays stay sparse: what is never made dense, in bound symbols, in Gluon, in Module and in products."""

import weakref

import numpy as np
import pytest

import jmx as mx
from jmx.core.run import sparse_storage

ROWS, COLUMNS = 8, 5000


@pytest.fixture
def made_dense(monkeypatch):
    """Storage type and shape of everything sparse that has been made dense."""
    seen = []
    for kind in (sparse_storage.CSR, sparse_storage.RowSparse):

        def full(self, make=None, original=kind.full):
            seen.append((self.stype, self.shape))
            return original(self, make)

        monkeypatch.setattr(kind, "full", full)
    return seen


def batch(rows=ROWS, seed=0):
    columns = np.sort(np.random.RandomState(seed).choice(COLUMNS, (rows, 5), replace=False), axis=1)
    parts = np.arange(1, rows * 5 + 1, dtype=np.float32), columns.reshape(-1), np.arange(0, rows * 5 + 1, 5)
    return mx.nd.sparse.csr_matrix(parts, shape=(rows, COLUMNS))


def some_rows(count=COLUMNS, width=2, step=7):
    index = np.arange(0, count, step)
    values = np.arange(1, len(index) * width + 1, dtype=np.float32).reshape(-1, width)
    return mx.nd.sparse.row_sparse_array((values, index), shape=(count, width))


class _Loss(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], mx.nd.softmax(in_data[0]))

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_data[0] - mx.nd.one_hot(in_data[1], 2))


@mx.operator.register("loss_beside_sparse_data")
class _LossProp(mx.operator.CustomOpProp):
    def __init__(self):
        super().__init__(need_top_grad=False)

    def list_arguments(self):
        return ["data", "label"]

    def infer_shape(self, in_shape):
        return in_shape, [in_shape[0]], []

    def create_operator(self, ctx, shapes, dtypes):
        return _Loss()


def classifier():
    """A linear model of sparse data whose loss is written in Python."""
    weight = mx.sym.var("weight", shape=(COLUMNS, 2), stype="row_sparse", init=mx.init.Normal(0.1))
    scores = mx.sym.sparse.dot(mx.sym.var("data", stype="csr"), weight)
    return mx.sym.MakeLoss(mx.sym.Custom(scores, mx.sym.var("softmax_label"), op_type="loss_beside_sparse_data"))


def test_training_by_module_beside_an_operator_in_python(made_dense):
    module = mx.mod.Module(classifier(), ["data"], ["softmax_label"])
    module.bind([mx.io.DataDesc("data", (ROWS, COLUMNS))], [("softmax_label", (ROWS,))])
    module.init_params()
    module.init_optimizer(kvstore=mx.kv.create("local"), optimizer_params={"learning_rate": 0.1})
    data, label = batch(), np.arange(ROWS) % 2
    before = module.get_params()[0]["weight"].asnumpy()
    del made_dense[:]
    step = mx.io.DataBatch([data], [mx.nd.array(label)])
    module.prepare(step, sparse_row_id_fn=lambda batch: {"weight": batch.data[0].indices})
    module.forward_backward(step)
    module.update()
    module.forward(step, is_train=False)
    assert made_dense == []

    x = data.asnumpy()
    scores = np.exp(x @ before - (x @ before).max(1, keepdims=True))
    slope = x.T @ (scores / scores.sum(1, keepdims=True) - np.eye(2)[label])
    after = module.get_params()[0]["weight"].asnumpy()
    np.testing.assert_allclose(after, before - 0.1 / ROWS * slope, rtol=1e-4, atol=1e-4)


def test_module_takes_batches_of_another_size(made_dense):
    module = mx.mod.Module(classifier(), ["data"], ["softmax_label"])
    module.bind([mx.io.DataDesc("data", (ROWS, COLUMNS))], [("softmax_label", (ROWS,))])
    module.init_params()
    for rows in (ROWS, 3, 11):
        module.forward(mx.io.DataBatch([batch(rows)], [mx.nd.zeros(rows)]), is_train=True)
        module.backward()
        assert module.get_outputs()[0].shape == (rows, 2)
    # what the module itself asks of the weights, which store every row after the initialization
    assert not [shape for stype, shape in made_dense if stype == "csr"]


def test_bound_symbol(made_dense):
    net = mx.sym.sparse.dot(mx.sym.var("data", stype="csr"), mx.sym.var("weight", stype="row_sparse"))
    data, weight = batch(), some_rows()
    gradient = mx.nd.sparse.zeros("row_sparse", weight.shape)
    executor = net.bind(mx.cpu(), {"data": data, "weight": weight}, {"weight": gradient})
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones((ROWS, 2)))
    assert "MB allocated" in executor.debug_str()
    assert made_dense == []
    x = data.asnumpy()
    np.testing.assert_allclose(executor.outputs[0].asnumpy(), x @ weight.asnumpy(), rtol=1e-5)
    np.testing.assert_allclose(gradient.asnumpy(), x.T @ np.ones((ROWS, 2)), rtol=1e-5)


@pytest.mark.parametrize("hybridize", [False, True])
def test_gluon_with_sparse_gradients(made_dense, hybridize):
    class Linear(mx.gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.weight = self.params.get("weight", shape=(COLUMNS, 2), grad_stype="row_sparse", init="ones")

        def hybrid_forward(self, F, x, weight):
            return F.sparse.dot(x, weight)

    net = Linear()
    net.initialize()
    if hybridize:
        net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1, "momentum": 0.9})
    data = batch()
    with mx.autograd.record():
        loss = net(data).sum()
    loss.backward()
    trainer.step(1)
    assert net.weight.grad().stype == "row_sparse"
    assert made_dense == []
    expected = 1 - data.asnumpy().sum(0)[:, None] * np.ones((1, 2))
    np.testing.assert_allclose(net.weight.data().asnumpy(), expected, rtol=1e-5)


@pytest.mark.parametrize("hybridize", [False, True])
def test_embedding_with_sparse_gradients(made_dense, hybridize):
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Embedding(COLUMNS, 4, sparse_grad=True), mx.gluon.nn.Dense(2))
    net.initialize()
    if hybridize:
        net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "adam", kvstore="local")
    for _ in range(2):
        with mx.autograd.record():
            loss = net(mx.nd.array([[1, 2, 4999]])).sum()
        loss.backward()
        trainer.step(1)
    assert net[0].weight.grad().indices.asnumpy().tolist() == [1, 2, 4999]
    assert made_dense == []


def test_kvstore_gives_rows(made_dense):
    store = mx.kv.create("local")
    store.init("w", some_rows())
    rows = mx.nd.sparse.zeros("row_sparse", (COLUMNS, 2))
    store.row_sparse_pull("w", out=rows, row_ids=mx.nd.array([7, 8, 14]))
    assert made_dense == []
    np.testing.assert_array_equal(rows.data.asnumpy(), [[3, 4], [0, 0], [5, 6]])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("transposed", [False, True])
def test_product_with_some_rows(made_dense, transposed, dtype):
    left, right = batch().astype(dtype), (some_rows(ROWS, 3, 3) if transposed else some_rows()).astype(dtype)
    natural = mx.nd.sparse.dot(left, right, transpose_a=transposed)
    forced = mx.nd.sparse.dot(left, right, transpose_a=transposed, forward_stype="default")
    assert made_dense == []
    assert (natural.stype, forced.stype) == ("row_sparse" if transposed else "default", "default")
    assert natural.dtype == np.dtype(dtype)
    x = left.asnumpy()
    expected = (x.T if transposed else x) @ right.asnumpy()
    np.testing.assert_allclose(natural.asnumpy(), expected, rtol=1e-5)
    np.testing.assert_allclose(forced.asnumpy(), expected, rtol=1e-5)


@pytest.mark.parametrize("transposed", [False, True])
def test_product_of_a_dense_matrix_with_csr(made_dense, transposed):
    right = batch()
    left = mx.nd.arange(3 * (COLUMNS if transposed else ROWS)).reshape((3, -1))
    product = mx.nd.sparse.dot(left, right, transpose_b=transposed)
    assert made_dense == [] and product.stype == "csr"
    if not transposed:  # as many columns as the matrix has, in every row: what MXNet stores
        assert product.data.shape == (3 * 5 * ROWS,)
    x = right.asnumpy()
    np.testing.assert_allclose(product.asnumpy(), left.asnumpy() @ (x.T if transposed else x), rtol=1e-5)


@pytest.mark.parametrize("axis", [0, 1, -1, (0,), (-2,)])
@pytest.mark.parametrize("name", ["sum", "mean"])
@pytest.mark.parametrize("keepdims", [False, True])
def test_sums(made_dense, name, axis, keepdims):
    data = batch()
    result = getattr(mx.nd, name)(data, axis=axis, keepdims=keepdims)
    assert made_dense == []
    expected = getattr(data.asnumpy(), name)(axis, keepdims=keepdims)
    assert result.shape == expected.shape
    np.testing.assert_allclose(result.asnumpy(), expected, rtol=1e-5)


def test_norm(made_dense):
    for array in (batch(), some_rows()):
        found = mx.nd.norm(array), mx.nd.norm(array, ord=1)
        assert made_dense == []
        np.testing.assert_allclose(found[0].asnumpy(), [np.linalg.norm(array.asnumpy())], rtol=1e-5)
        np.testing.assert_allclose(found[1].asnumpy(), [np.abs(array.asnumpy()).sum()], rtol=1e-5)
        del made_dense[:]


def test_a_large_dense_form_is_not_kept():
    parts = sparse_storage.CSR.nothing((3000, 3000), np.float32, mx.cpu())
    dense = parts.dense()
    assert parts.dense() is dense  # as long as somebody holds it
    gone = weakref.ref(dense)
    del dense
    assert gone() is None


def test_an_executor_lets_go_of_its_parameters_after_backward():
    """Otherwise each update would copy a whole table for the rows of a batch. Gradients can still be asked for again."""
    table = mx.sym.Variable("table", stype="row_sparse")
    net = mx.sym.sum(mx.sym.Embedding(mx.sym.Variable("x"), table, input_dim=500, output_dim=4, sparse_grad=True))
    executor = net.simple_bind(mx.cpu(), x=(3,), grad_req={"x": "null", "table": "add"})
    weight, grad = executor.arg_dict["table"], executor.grad_dict["table"]
    weight[:] = mx.nd.ones((500, 4)).tostype("row_sparse")
    executor.arg_dict["x"][:] = mx.nd.array([7, 9, 7])
    mx.nd.sgd_update(weight, mx.nd.sparse.zeros("row_sparse", (500, 4)), lr=0.5, wd=0, lazy_update=True, out=weight)
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones(1))
    mx.nd.sgd_update(weight, grad, lr=0.5, wd=0, lazy_update=True, out=weight)  # all rows have one buffer now
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones(1))
    before = weight._cell.parts.buffer.unsafe_buffer_pointer()
    mx.nd.sgd_update(weight, grad, lr=0.5, wd=0, lazy_update=True, out=weight)
    assert weight._cell.parts.buffer.unsafe_buffer_pointer() == before
    assert weight.asnumpy()[[7, 8, 9], 0].tolist() == [-2, 1, -0.5]
    executor.backward(mx.nd.ones(1) * 2)
    assert grad.asnumpy()[[7, 8, 9], 0].tolist() == [8, 0, 4] and executor.outputs[0].asscalar() == 2
