"""Sparse arrays, program by program, against results stored from the real MXNet 1.9.1; and what has no counterpart there."""

import json
import os
import sys

import numpy as np
import pytest

import jmx as mx

GOLDEN = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "golden")
sys.path.insert(0, GOLDEN)
import sparse_cases

pytestmark = pytest.mark.on_cpu

with open(os.path.join(GOLDEN, "sparse.json")) as _file:
    EXPECTED = json.load(_file)

#: program -> why jmx answers otherwise than MXNet, on purpose
DIFFERENT = {
    "C[5]": "MXNet makes a matrix without rows and cannot read it",
    "C[2:1]": "MXNet makes a matrix without rows and cannot read it",
    "d[:] = R * 2; r = d": "MXNet cannot assign a sparse array to a dense one, other than by copyto",
    **{p: "MXNet cannot add to a row-sparse gradient" for p in sparse_cases.GRADIENTS if "'add'" in p},
    **{
        p: "MXNet cannot write a sparse gradient to a dense array"
        for p in sparse_cases.GRADIENTS
        if p.startswith("W.attach_grad()") and "sparse_grad" in p
    },
}


def same(got, want):
    """Compare two described results; values within float32 rounding."""
    if got.keys() != want.keys():
        return False
    for key, value in want.items():
        if key == "data":
            a, b = np.array(got[key], float), np.array(value, float)
            if a.shape != b.shape or not np.allclose(a, b, rtol=2e-5, atol=1e-6, equal_nan=True):
                return False
        elif got[key] != value:
            return False
    return True


@pytest.mark.parametrize("group,program", [c for c in sparse_cases.everything() if c[1] in EXPECTED])
def test_program(group, program):
    got, want = sparse_cases.evaluate(program, mx, np), EXPECTED[program]
    if program in DIFFERENT:
        assert not same(got, want), "no longer different from MXNet: take it out of DIFFERENT"
        return
    assert same(got, want), f"{program}\n  jmx:   {got}\n  MXNet: {want}"


FIXTURES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "fixtures")


@pytest.mark.parametrize("name,stype", [("csr", "csr"), ("row_sparse", "row_sparse")])
def test_files_of_mxnet(tmp_path, name, stype):
    with open(os.path.join(FIXTURES, f"{name}.params"), "rb") as file:
        data = file.read()
    read = mx.nd.load_frombuffer(data)
    arrays = list(read.values()) if isinstance(read, dict) else read
    assert {a.stype for a in arrays} == {stype}
    path = str(tmp_path / "again.params")
    mx.nd.save(path, read)
    with open(path, "rb") as file:
        assert file.read() == data


def test_a_file_with_indices_out_of_range_is_refused(tmp_path):
    path = str(tmp_path / "bad.params")
    mx.nd.save(path, mx.nd.sparse.row_sparse_array((np.ones((1, 2)), [7]), shape=(9, 2)))
    with open(path, "rb") as file:
        data = bytearray(file.read())
    at = data.rindex((7).to_bytes(8, "little"))
    data[at : at + 8] = (70).to_bytes(8, "little")
    with pytest.raises(mx.MXNetError, match="indices lie between 70 and 70; 0 to 8 was expected"):
        mx.nd.load_frombuffer(bytes(data))


@pytest.mark.parametrize("optimizer", ["sgd", "adam", "adagrad", "ftrl"])
def test_training_an_embedding_touches_only_the_rows_that_were_looked_up(optimizer):
    net = mx.gluon.nn.Embedding(20, 3, sparse_grad=True)
    net.initialize(mx.init.One())
    trainer = mx.gluon.Trainer(net.collect_params(), optimizer, {"learning_rate": 0.1})
    for ids in ([1, 5, 1], [7, 5, 2]):
        with mx.autograd.record():
            loss = (net(mx.nd.array(ids)) ** 2).sum()
        loss.backward()
        assert net.weight.grad().stype == "row_sparse"
        np.testing.assert_array_equal(net.weight.grad().indices.asnumpy(), sorted(set(ids)))
        trainer.step(1)
    weight = net.weight.data().asnumpy()
    touched = [1, 2, 5, 7]
    assert (weight[touched] != 1).all()
    if optimizer != "ftrl":  # which computes a dense weight anew from its state, as in MXNet
        np.testing.assert_array_equal(np.delete(weight, touched, axis=0), 1)


def test_hybridized_networks_keep_sparse_gradients():
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Embedding(50, 3, sparse_grad=True), mx.gluon.nn.Dense(2))
    net.initialize(mx.init.One())
    net.hybridize()
    for ids in ([[4, 9]], [[4, 30]]):
        with mx.autograd.record():
            loss = (net(mx.nd.array(ids)) * 0).sum()
        loss.backward()
        np.testing.assert_array_equal(net[0].weight.grad().indices.asnumpy(), ids[0])


def test_a_row_sparse_parameter_lives_in_the_store():
    class Net(mx.gluon.Block):
        def __init__(self):
            super().__init__(prefix="net_")
            self.weight = self.params.get("weight", shape=(6, 2), stype="row_sparse", grad_stype="row_sparse")

        def forward(self, x):
            rows = self.weight.row_sparse_data(x)
            return mx.nd.Embedding(x, rows, input_dim=6, output_dim=2, sparse_grad=True)

    net = Net()
    net.initialize(mx.init.One())
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1.0})
    x = mx.nd.array([3, 1, 3])
    with mx.autograd.record():
        y = net(x)
    y.backward()
    trainer.step(1)
    everything = net.weight.row_sparse_data(mx.nd.arange(6))
    assert everything.stype == "row_sparse"
    np.testing.assert_array_equal(everything.asnumpy()[:, 0], [1, 0, 1, -1, 1, 1])
    with pytest.raises(RuntimeError, match="row_sparse_data"):
        net.weight.data()


def test_executors_keep_storage_types():
    x = mx.sym.Variable("x", stype="csr")
    w = mx.sym.Variable("w", stype="row_sparse")
    run = mx.sym.make_loss(mx.sym.dot(x, w)).simple_bind(mx.cpu(), x=(2, 4), w=(4, 3), grad_req={"w": "write"})
    assert [run.arg_dict[n].stype for n in "xw"] == ["csr", "row_sparse"] and run.grad_dict["w"].stype == "row_sparse"
    dense = np.array([[0, 1, 0, 2], [0, 3, 0, 0]], "float32")
    run.arg_dict["x"][:] = mx.nd.array(dense).tostype("csr")
    run.arg_dict["w"][:] = mx.nd.ones((4, 3))
    np.testing.assert_array_equal(run.forward(is_train=True)[0].asnumpy(), dense @ np.ones((4, 3)))
    run.backward()
    np.testing.assert_array_equal(run.grad_dict["w"].indices.asnumpy(), [1, 3])
    np.testing.assert_array_equal(run.grad_dict["w"].asnumpy(), dense.T @ np.ones((2, 3)))
    for graph, stype in ((mx.sym.abs(w), "row_sparse"), (mx.sym.exp(w), "default"), (w * 2, "row_sparse"), (w + 1, "default")):
        assert graph.simple_bind(mx.cpu(), w=(3, 2)).forward()[0].stype == stype


def test_a_gradient_that_is_added_keeps_all_rows():
    w = mx.nd.ones((9, 2))
    w.attach_grad("add", stype="row_sparse")
    for ids in ([1, 2], [2, 8]):
        with mx.autograd.record():
            y = mx.nd.Embedding(mx.nd.array(ids), w, input_dim=9, output_dim=2, sparse_grad=True)
        y.backward()
    np.testing.assert_array_equal(w.grad.indices.asnumpy(), [1, 2, 8])
    np.testing.assert_array_equal(w.grad.data.asnumpy(), [[1, 1], [2, 2], [1, 1]])


def test_few_programs_serve_many_counts():
    weight = mx.nd.ones((1000, 4))
    from jmx.ndarray import _sparse_updates

    before = sum(f[True]._cache_size() + f[False]._cache_size() for f in _sparse_updates._programs.values())
    for count in range(33, 64):
        grad = mx.nd.sparse.row_sparse_array((np.ones((count, 4), "float32"), np.arange(count)), shape=(1000, 4))
        mx.nd.sgd_update(weight, grad, out=weight, lr=0.125, wd=0.0625)
    after = sum(f[True]._cache_size() + f[False]._cache_size() for f in _sparse_updates._programs.values())
    assert after - before <= 2


def test_batches_of_a_csr_matrix():
    dense = np.arange(20, dtype="float32").reshape(5, 4)
    data = mx.nd.array(dense).tostype("csr")
    with pytest.raises(NotImplementedError, match="discard"):
        mx.io.NDArrayIter(data, np.ones(5), 2)
    batches = [b.data[0] for b in mx.io.NDArrayIter(data, np.ones(5), 2, last_batch_handle="discard")]
    assert [b.stype for b in batches] == ["csr", "csr"]
    np.testing.assert_array_equal(np.concatenate([b.asnumpy() for b in batches]), dense[:4])


@pytest.mark.parametrize(
    "call,error,words",
    [
        (lambda: mx.nd.sparse.csr_matrix((np.ones(2), [0, 9], [0, 1, 2]), shape=(2, 3)).asnumpy(), mx.MXNetError, "column 9"),
        (lambda: mx.nd.sparse.row_sparse_array((np.ones((1, 2)), [9]), shape=(3, 2)).asnumpy(), mx.MXNetError, "row 9"),
        (lambda: mx.nd.sparse.row_sparse_array((np.ones((1, 2)), [1, 2]), shape=(3, 2)), mx.MXNetError, "2 indices"),
        (lambda: mx.nd.sparse.csr_matrix((np.ones(1), [1, 2], [0, 2]), shape=(1, 3)), mx.MXNetError, "2 column indices"),
        (lambda: mx.nd.sparse.zeros("csr", (2, 2, 2)), mx.MXNetError, "two dimensions"),
    ],
)
def test_refusals_say_why(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_a_failed_assignment_leaves_the_array_as_it_was():
    array = mx.nd.ones((2, 2)).tostype("row_sparse")
    for value in (mx.nd.ones((3, 2)), mx.nd.ones((3, 2)).tostype("row_sparse"), np.ones((3, 3))):
        with pytest.raises((mx.MXNetError, ValueError)):
            array[:] = value
    np.testing.assert_array_equal(array.asnumpy(), np.ones((2, 2)))


def test_an_update_leaves_the_dense_form_alone():
    """The dense form of a weight that stores all its rows is its buffer, which an update must not write over."""
    weight = mx.nd.ones((100, 3)).tostype("row_sparse")
    grad = mx.nd.sparse.row_sparse_array((np.ones((2, 3), "float32"), [5, 7]), shape=(100, 3))
    mx.nd.sparse.sgd_update(weight, grad, lr=0.5, out=weight)
    dense = weight.tostype("default")
    mx.nd.sparse.sgd_update(weight, grad, lr=0.5, out=weight)
    assert dense.asnumpy()[4:8, 0].tolist() == [1, 0.5, 1, 0.5]
    assert weight.asnumpy()[4:8, 0].tolist() == [1, 0, 1, 0]
