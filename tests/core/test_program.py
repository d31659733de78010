"""Programs and storage: what the runtime promises to those who hold a buffer, and what `Op.pure` refuses."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
from jmx.core.declare.op import find
from jmx.core.declare.x64 import is_wide, x64
from jmx.core.run import fused_update
from jmx.core.run.program import Program, Source, differentiate


def test_a_buffer_that_somebody_holds_is_not_overwritten():
    a = mx.nd.ones((4, 4)) + 1
    assert a._cell.unshared()
    held = a._data()
    assert not a._cell.unshared()
    a[1:2] = 5
    assert np.asarray(held).sum() == 32 and a.asnumpy().sum() == 44
    del held
    assert a._cell.unshared()


def test_pure_refuses_what_the_runtime_refuses():
    add, one, other = find("broadcast_add"), jnp.ones(2), jnp.ones(2, "int32")
    with pytest.raises(mx.MXNetError, match="inputs have different element types: float32, int32"):
        add.pure(add.parse({}), False, "cpu", None, (), one, other)
    with pytest.raises(mx.MXNetError, match="lhs has the shape"):
        add.pure(add.parse({}), False, "cpu", None, (), jnp.ones((0, 2)), jnp.ones((0, 2)))


def test_derivatives_in_some_of_the_inputs():
    outs, pullback, aux = differentiate(lambda a, b, c: ((a * b + c,), (c,)), [2.0, 3.0, 5.0], [0, 2])
    assert outs == (11.0,) and aux == (5.0,)
    assert pullback((1.0,)) == (3.0, 1.0)


def test_programs_of_one_function_share_what_is_compiled():
    def fn(train, platform, key, scalars, a):
        return (a * 2,), ()

    first, second = Program(fn, Source("first")), Program(fn, Source("second"))
    second.share(first)
    assert not second.compiled
    assert second.plain(True, "cpu") is first.plain(False, "gpu"), "it looks at neither"
    assert first.compiled and not second.fresh().compiled
    second.forget()
    assert first.compiled and not second.compiled


def test_64_bits_are_on_where_something_needs_them():
    assert is_wide(np.zeros(2)) and is_wide(np.dtype("int64"), False) and is_wide(True)
    assert not is_wide(np.zeros(2, "float32"), 3, False)
    with x64(True):
        assert jnp.zeros(2).dtype == np.float64
        with x64(np.dtype("float32")):
            assert jnp.zeros(2).dtype == np.float32
    assert not jax.config.jax_enable_x64


def test_numbers_of_an_update_compile_nothing(caplog):
    """The rate that the last step had, too, is put on the device once, by no program."""
    jax.clear_caches()
    with jax.log_compiles(True):
        sent = fused_update._again(0.25, 0.25, mx.cpu())
    assert not [record for record in caplog.records if "ompil" in record.getMessage()]
    assert isinstance(sent, jax.Array) and sent.dtype == np.float32 and sent.weak_type and float(sent) == 0.25
    assert fused_update._again(0.25, sent, mx.cpu()) is sent
