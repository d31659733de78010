"""NumPy arrays onto a device."""

import jax
import numpy as np
import pytest

from jmx.core import host

DEVICE = jax.devices("cpu")[0]


@pytest.mark.parametrize("quick", [True, False])
@pytest.mark.parametrize("kind", ["bool", "uint8", "float16", "int32", "float32", "int64", "float64"])
def test_values_types_and_devices(monkeypatch, quick, kind):
    assert host._works(DEVICE)
    if not quick:
        monkeypatch.setattr(host, "_works", lambda device: False)
    values = [np.arange(6).astype(kind).reshape(2, 3), np.zeros((0, 2), kind), np.array(3).astype(kind)]
    for value in [*values, values[0].T, values[0][:, ::2]]:
        made = host.on_device(value.copy("K"), DEVICE)
        assert made.dtype == kind and made.shape == value.shape and made.committed and made.devices() == {DEVICE}
        assert np.asarray(made).tolist() == value.tolist()


def test_a_runtime_in_which_the_quick_way_fails(monkeypatch):
    def fails(*_, **__):
        raise TypeError

    monkeypatch.setattr(host, "_quick", fails)
    monkeypatch.setattr(host, "_works", host._works.__wrapped__)
    assert not host._works(DEVICE)
    assert host.on_device(np.array([1 << 40]), DEVICE).tolist() == [1 << 40]
