"""`gluon.data.batchify`: batches of samples, by `mx.nd` and with NumPy semantics."""

import mxnet as mx
import numpy as np
import pytest
from mxnet import gluon
from mxnet.gluon.data import batchify


@pytest.fixture(params=[False, True], ids=["nd", "np"])
def kind(request):
    if request.param:
        mx.npx.set_np()
        yield mx.np.ndarray
        mx.npx.reset_np()
    else:
        yield mx.nd.NDArray


def test_stack(kind):
    batch = batchify.Stack()(np.array([[1, 2], [3, 4]]))
    assert type(batch) is kind and batch.dtype == np.int64
    np.testing.assert_array_equal(batch.asnumpy(), [[1, 2], [3, 4]])
    arrays = batchify.Stack()([batch, batch + 1])
    assert type(arrays) is kind and arrays.shape == (2, 2, 2)
    words, labels = batchify.Stack(use_shared_mem=True)([(np.array([1, 2]), 0), (np.array([3, 4]), 1)])
    assert words.ctx == mx.Context("cpu_shared", 0) and words.shape == (2, 2) and labels.shape == (2,)


def test_pad(kind):
    batch = batchify.Pad(val=-1, round_to=4, dtype="float32")([np.array([[1, 2], [3, 4]]), np.array([[5]])])
    assert type(batch) is kind and batch.dtype == np.float32 and batch.shape == (2, 4, 4)
    np.testing.assert_array_equal(batch.asnumpy()[1, :2, :2], [[5, -1], [-1, -1]])
    np.testing.assert_array_equal(batchify.Pad()([[1], []]).asnumpy(), [[1], [0]])
    with pytest.warns(UserWarning, match="Pad is faster"):
        batchify.Pad()([batch])
    with pytest.raises(NotImplementedError, match="use Group"):
        batchify.Pad()([(1, 2)])
    with pytest.raises(ValueError, match="one number of axes"):
        batchify.Pad()([np.ones(2), np.ones((2, 2))])


def test_group_append_and_list(kind):
    samples = [([1, 2, 3], 0, "a"), ([4], 1, "b")]
    words, labels, texts = batchify.Group(batchify.Append(), batchify.Stack(), batchify.AsList())(samples)
    assert [word.shape for word in words] == [(1, 3), (1, 1)]
    assert labels.asnumpy().tolist() == [0, 1] and texts == ["a", "b"]
    assert batchify.Append(expand=False)([[1, 2]])[0].shape == (2,)
    with pytest.raises(AssertionError, match="3 fields, and Group has 1 functions"):
        batchify.Group([batchify.Stack()])(samples)
    with pytest.raises(AssertionError, match="must be callable"):
        batchify.Group(1)


def test_in_a_loader(kind):
    samples = gluon.data.SimpleDataset([(np.arange(n), n) for n in (1, 2, 3)])
    loader = gluon.data.DataLoader(samples, 2, batchify_fn=batchify.Group(batchify.Pad(), batchify.Stack()))
    first, second = list(loader)
    assert first[0].shape == (2, 2) and second[0].shape == (1, 3)
    assert second[1].asnumpy().tolist() == [3]
