"""What contexts tell of the GPUs of a machine."""

import pytest

import jmx as mx
from jmx import context


class Gpu:
    """Stands for a device of JAX."""

    platform = "gpu"

    def __init__(self, stats):
        self.stats = stats

    def memory_stats(self):
        return self.stats


@pytest.fixture
def gpus(monkeypatch):
    """Three GPUs: one tells of its memory, the others do not."""
    found = [Gpu({"bytes_limit": 1000, "bytes_in_use": 300}), Gpu(None), Gpu({})]
    monkeypatch.setattr(context, "_gpus", lambda: found)
    context._find_device.cache_clear()
    yield found
    context._find_device.cache_clear()


@pytest.fixture
def no_gpus(monkeypatch):
    monkeypatch.setattr(context, "_gpus", list)
    context._find_device.cache_clear()
    yield
    context._find_device.cache_clear()


def test_several(gpus):
    assert mx.context.num_gpus() == mx.util.get_gpu_count() == mx.npx.num_gpus() == 3
    assert mx.test_utils.list_gpus() == range(3)
    assert mx.context.gpu_memory_info() == mx.util.get_gpu_memory(0) == mx.npx.gpu_memory_info(0) == (700, 1000)
    assert mx.gpu(1).device is gpus[1]


def test_memory_that_is_not_told(gpus):
    for number in (1, 2):
        with pytest.raises(mx.MXNetError, match=rf"gpu\({number}\) does not report its memory.*nvidia-smi"):
            mx.context.gpu_memory_info(number)


@pytest.mark.parametrize("number", [3, -1])
def test_numbers_outside(gpus, number):
    for function in (mx.context.gpu_memory_info, mx.util.get_gpu_memory):
        with pytest.raises(mx.MXNetError, match=rf"gpu\({number}\) is not available. GPUs found: gpu\(0\) to gpu\(2\)"):
            function(number)


def test_none(no_gpus):
    """The counts, and the classes of errors, that MXNet has on a machine without GPU."""
    assert mx.context.num_gpus() == mx.util.get_gpu_count() == 0
    assert mx.test_utils.list_gpus() == range(0)
    for function in (mx.context.gpu_memory_info, lambda: mx.util.get_gpu_memory(0), lambda: mx.nd.zeros(2, ctx=mx.gpu())):
        with pytest.raises(mx.MXNetError, match=r"gpu\(0\) is not available. GPUs found: none. Use mx.cpu\(\)"):
            function()
    for function in (mx.context.gpu_memory_info, mx.util.get_gpu_memory):
        with pytest.raises(TypeError):
            function("a")
    with pytest.raises(TypeError):
        mx.util.get_gpu_memory()
    assert not hasattr(mx, "gpu_memory_info") and not hasattr(mx, "num_gpus")
