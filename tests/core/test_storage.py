"""Storage: views, donation, aliasing of NumPy memory, failed calls."""

import jax
import numpy as np
import pytest

import jmx as mx
from jmx import nd
from jmx.core.run import storage


def values(shape=(3, 4)):
    return nd.array(np.arange(np.prod(shape)).reshape(shape))


def test_a_view_of_a_view_writes_to_the_base():
    x = values()
    x[1][1:3][:] = 9
    np.testing.assert_array_equal(x.asnumpy()[1], [4, 9, 9, 7])


def test_a_view_sees_later_writes_to_its_base_and_to_its_siblings():
    x = values()
    row, flat = x[2], x.reshape((-1,))
    x[2, 0] = 70
    flat[9] = 80
    np.testing.assert_array_equal(row.asnumpy(), [70, 80, 10, 11])


def test_writing_one_element_of_a_large_array_reuses_its_memory(monkeypatch):
    donated = []
    fillers = storage._fillers

    class Told:
        def __init__(self, donate, filler):
            self.donate, self.filler = donate, filler

        def into(self, *args):
            donated.append(self.donate)
            self.filler.into(*args)

    monkeypatch.setattr(storage, "_fillers", lambda size: [Told(*pair) for pair in zip((False, True), fillers(size))])
    x = values((64, 8))
    x[:] = x + 1
    x[3] = 5.0
    assert donated == [True]
    held = x._data()
    x[4] = 6.0
    assert donated == [True, False], "a buffer that somebody else refers to must not be donated"
    assert held[4, 0] == 33 and x[4, 0].asscalar() == 6


def test_copies_do_not_follow_writes_though_they_share_the_buffer_at_first():
    x = values()
    y = nd.zeros((3, 4))
    y[:] = x
    assert y._data() is x._data()
    x[0] = -1
    np.testing.assert_array_equal(y.asnumpy(), np.arange(12).reshape(3, 4))


def test_numpy_sources_are_copied_and_asnumpy_is_a_writable_copy():
    source = np.ones((256, 256), np.float32)
    x = nd.array(source)
    source[:] = 2
    copy = x.asnumpy()
    assert copy.max() == 1 and copy.flags.writeable
    copy[:] = 3
    assert x.asnumpy().max() == 1


def test_wide_types_are_exact_and_leave_the_global_flag_alone():
    big = nd.array(np.array([2**53 + 1, -(2**62)]), dtype="int64")
    assert (big + 1).asnumpy().tolist() == [2**53 + 2, -(2**62) + 1]
    fine = nd.array(np.array([1e-17]), dtype="float64")
    assert (fine + 1 - 1).dtype == np.float64 and ((1 + fine * 3) - 1).asnumpy()[0] == (1 + 3e-17) - 1
    big[0] = 2**60 + 1
    assert big.asnumpy()[0] == 2**60 + 1
    assert not jax.config.jax_enable_x64 and jax.numpy.arange(2.0).dtype == np.float32


@pytest.mark.parametrize(
    "call",
    [
        lambda x: x.__setitem__(9, 1),
        lambda x: x.__setitem__(0, nd.ones((7,))),
        lambda x: x.__setitem__((slice(None), 1), np.ones((2, 2))),
        lambda x: nd.broadcast_add(x, nd.ones((5, 5)), out=x),
        lambda x: nd.sum(x, axis=0, out=x),
        lambda x: nd.Cast(x, dtype="int32", out=x),
        lambda x: x.copyto(nd.ones((2, 2))),
        lambda x: x.reshape((5, 5)),
    ],
)
def test_a_failed_call_leaves_the_array_as_it_was(call):
    x = values()
    with pytest.raises((mx.MXNetError, ValueError, IndexError)):
        call(x)
    np.testing.assert_array_equal(x.asnumpy(), np.arange(12).reshape(3, 4))
    x[0] = 1
    assert x[0, 0].asscalar() == 1


def test_a_failed_fused_update_leaves_every_array_as_it_was():
    w, g, bad = nd.ones((3,)), nd.ones((3,)), nd.ones((4,))
    with pytest.raises(mx.MXNetError):
        nd.fused_update([("sgd_update", [w, g], {"lr": 1.0}, w), ("sgd_update", [w, bad], {"lr": 1.0}, w)])
    assert w.asnumpy().tolist() == [1, 1, 1]


def test_fused_updates_are_one_program_for_all_values_of_traced_scalars():
    w, g, m = nd.ones((3,)), nd.ones((3,)), nd.zeros((3,))
    before = None
    for step in range(4):
        nd.fused_update([("sgd_mom_update", [w, g, m], {"lr": 0.1 * (step + 1), "momentum": 0.5, "wd": 0.0}, w)])
        if step == 1:
            before = len(mx.core.run.fused_update._fused)
    assert len(mx.core.run.fused_update._fused) == before
    expected, momentum = 1.0, 0.0
    for step in range(4):
        momentum = 0.5 * momentum - 0.1 * (step + 1)
        expected += momentum
    np.testing.assert_allclose(w.asnumpy(), expected, rtol=1e-6)
    np.testing.assert_allclose(m.asnumpy(), momentum, rtol=1e-6)


def test_dlpack_shares_reads_and_writes():
    x = values()
    seen = np.from_dlpack(x)
    np.testing.assert_array_equal(seen, x.asnumpy())
    back = nd.from_dlpack(np.arange(4, dtype=np.float32))
    assert back.shape == (4,) and back.dtype == np.float32
    view = np.array(nd.from_dlpack(x.to_dlpack_for_read()).asnumpy())
    np.testing.assert_array_equal(view, x.asnumpy())


def test_html_is_escaped_and_names_shape_type_and_context():
    html = nd.zeros((2, 3), dtype="int32")._repr_html_()
    assert "2 &times; 3" in html and "int32" in html and "cpu(0)" in html
