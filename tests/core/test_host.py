"""NumPy arrays onto a device."""

import jax
import numpy as np
import pytest

from jmx.core.numpy_tier import device_put

DEVICE = jax.devices("cpu")[0]


@pytest.mark.parametrize("quick", [True, False])
@pytest.mark.parametrize("kind", ["bool", "uint8", "float16", "int32", "float32", "int64", "float64"])
def test_values_types_and_devices(monkeypatch, quick, kind):
    assert device_put._works(DEVICE)
    monkeypatch.setattr(device_put, "_known", {})
    if not quick:
        monkeypatch.setattr(device_put, "_works", lambda device: False)
    values = [np.arange(6).astype(kind).reshape(2, 3), np.zeros((0, 2), kind), np.array(3).astype(kind)]
    for value in [*values, values[0].T, values[0][:, ::2]]:
        made = device_put.on_device(value.copy("K"), DEVICE)
        assert made.dtype == kind and made.shape == value.shape and made.committed and made.devices() == {DEVICE}
        assert np.asarray(made).tolist() == value.tolist()


def test_a_runtime_in_which_the_quick_way_fails(monkeypatch):
    def fails(*_, **__):
        raise TypeError

    monkeypatch.setattr(device_put, "_quick", fails)
    monkeypatch.setattr(device_put, "_known", {})
    monkeypatch.setattr(device_put, "_works", device_put._works.__wrapped__)
    assert not device_put._works(DEVICE)
    assert device_put.on_device(np.array([1 << 40]), DEVICE).tolist() == [1 << 40]


@pytest.mark.parametrize("quick", [True, False])
def test_results_of_programs_belong_to_their_device(monkeypatch, quick):
    if not quick:
        monkeypatch.setattr(device_put, "_works", lambda device: False)
    with jax.default_device(DEVICE):
        made = jax.jit(lambda: (jax.numpy.arange(5), (jax.numpy.broadcast_to(2.0, (3,)),)))()
    assert not made[0].committed
    first, (second,) = device_put.settled(made, DEVICE)
    assert first.committed and second.committed and first.unsafe_buffer_pointer() == made[0].unsafe_buffer_pointer()
    assert first.tolist() == [0, 1, 2, 3, 4] and second.tolist() == [2, 2, 2]


def test_many_shapes_are_not_all_known(monkeypatch):
    monkeypatch.setattr(device_put, "_known", {})
    monkeypatch.setattr(device_put, "_MOST_KNOWN", 3)
    for n in range(8):
        assert device_put.on_device(np.arange(n), DEVICE).tolist() == list(range(n))
        assert len(device_put._known) <= 3
