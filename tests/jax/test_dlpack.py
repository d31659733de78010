"""DLPack between arrays of MXNet and other libraries."""

import ctypes
import gc

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
from jmx.ndarray.dlpack import _Capsule

DTYPES = ["float32", "float64", "float16", "int64", "int32", "int8", "uint8", "bool"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_numpy_both_ways(dtype):
    value = np.array([[0, 1], [1, 1]]).astype(dtype)
    if dtype in ("int64", "float64"):
        value[0, 0] = 2**40 + 1
    for array in (mx.nd.array(value, dtype=dtype), mx.np.array(value, dtype=dtype), mx.nd.array([value, value], dtype=dtype)[1]):
        seen = np.from_dlpack(array)
        assert seen.dtype == dtype
        np.testing.assert_array_equal(seen, value)
        assert array.__dlpack_device__() == (1, 0)
    back = mx.nd.from_dlpack(value)
    assert back.dtype == np.dtype(dtype) and type(back) is mx.nd.NDArray
    np.testing.assert_array_equal(back.asnumpy(), value)


@pytest.mark.parametrize("dtype", [*DTYPES, "bfloat16"])
def test_capsules_and_jax(dtype):
    array = mx.nd.array([0, 1, 1], dtype=dtype)
    for given in (array.to_dlpack_for_read(), mx.nd.to_dlpack_for_read(array), array.to_dlpack_for_write(), array, array.asjax()):
        back = mx.nd.from_dlpack(given)
        assert back.dtype == array.dtype and back.asnumpy().astype("int").tolist() == [0, 1, 1]
    with jax.enable_x64(True):
        assert jnp.from_dlpack(array).dtype == np.dtype(array.dtype)


def test_memory_is_shared_and_never_written_over_by_arrays():
    array = mx.nd.arange(100)
    seen = np.from_dlpack(array)
    assert seen.ctypes.data == array.asjax().unsafe_buffer_pointer()
    array += 1
    array[:] = 7
    array[3] = 9
    del array
    gc.collect()
    np.testing.assert_array_equal(seen, np.arange(100))


def test_an_array_keeps_the_memory_of_others_alive_and_does_not_write_to_it():
    value = np.arange(1024, dtype=np.float32)
    array = mx.nd.from_dlpack(value)
    again = mx.nd.from_dlpack(mx.nd.from_dlpack(value.copy()))
    gc.collect()
    again += 1
    np.testing.assert_array_equal(again.asnumpy(), np.arange(1024) + 1)
    for _ in range(2):
        array += 1
        array[0:2] = 5
    np.testing.assert_array_equal(value, np.arange(1024))


def test_writes_through_a_capsule_for_writing_are_seen():
    array = mx.nd.zeros(5)

    seen = np.from_dlpack(_Capsule(array.to_dlpack_for_write()))
    view = np.frombuffer((ctypes.c_char * seen.nbytes).from_address(seen.ctypes.data), np.float32)
    view[1] = 3
    assert array.asnumpy().tolist() == [0, 3, 0, 0, 0] and (array * 2).asnumpy()[1] == 6
    array += 1
    assert view.tolist() == [0, 3, 0, 0, 0] and array.asnumpy().tolist() == [1, 4, 1, 1, 1]


def test_errors():
    used = mx.nd.ones(2).to_dlpack_for_read()
    mx.nd.from_dlpack(used)
    with pytest.raises(mx.MXNetError, match="'used_dltensor'.*read once only"):
        mx.nd.from_dlpack(used)
    with pytest.raises(TypeError, match="DLPack capsule or an object with the method __dlpack__, got int"):
        mx.nd.from_dlpack(3)
    with pytest.raises(mx.MXNetError, match=r"this ndarray: .*contiguous before, for example by \.contiguous\(\)"):
        mx.nd.from_dlpack(np.arange(6.0)[::2])
    with pytest.raises(mx.MXNetError, match="no element type complex64"):
        mx.nd.from_dlpack(np.ones(2, np.complex64))
    with pytest.raises(mx.MXNetError, match="tostype"):
        mx.nd.ones((2, 2)).tostype("csr").to_dlpack_for_read()


def test_a_capsule_says_its_device():
    assert _Capsule(mx.nd.ones(2).to_dlpack_for_read()).__dlpack_device__() == (1, 0)
    assert _Capsule(mx.nd.ones(2).__dlpack__(max_version=(1, 0))).__dlpack_device__() == (1, 0)


# ---- PyTorch, where it is installed


@pytest.fixture(scope="module")
def torch():
    return pytest.importorskip("torch", reason="PyTorch is not among the packages that the tests install")


@pytest.mark.parametrize("dtype", [*DTYPES, "bfloat16"])
def test_torch_both_ways(torch, dtype):
    tensor = torch.tensor([0, 1, 1]).to(getattr(torch, dtype))
    for given in (tensor, torch.utils.dlpack.to_dlpack(tensor)):
        array = mx.nd.from_dlpack(given)
        assert np.dtype(array.dtype).name == dtype and array.asnumpy().astype("int").tolist() == [0, 1, 1]
    for given in (array, array.to_dlpack_for_read(), array.as_np_ndarray()):
        assert torch.equal(torch.from_dlpack(given), tensor)


def test_torch_shares_memory(torch):
    tensor = torch.arange(64.0)
    array = mx.nd.from_dlpack(tensor)
    assert array.asjax().unsafe_buffer_pointer() == tensor.data_ptr()
    tensor[0] = 9  # JAX takes memory for constant, and reads what is there when it computes
    assert array[0].asscalar() == 9
    array += 1
    assert tensor[1] == 1 and array[1].asscalar() == 2
    written = mx.nd.zeros(3)
    torch.from_dlpack(written.to_dlpack_for_write())[1] = 4
    assert written.asnumpy().tolist() == [0, 4, 0]
    transposed = torch.arange(6.0).reshape(2, 3).T
    np.testing.assert_array_equal((mx.nd.from_dlpack(transposed) + 0).asnumpy(), transposed.numpy())


def test_torch_says_why_not(torch):
    with pytest.raises(mx.MXNetError, match="this (Tensor|Parameter): .*detach"):
        mx.nd.from_dlpack(torch.ones(2, requires_grad=True))
    with pytest.raises(mx.MXNetError, match="contiguous"):
        mx.nd.from_dlpack(torch.ones(4, 4)[:, 1:3])
