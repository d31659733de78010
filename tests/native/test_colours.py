"""The kernel that turns hues: the same bits as NumPy's operations."""

import numpy as np
import pytest

import jmx as mx
from jmx.native import kernels
from jmx.ops import _image_host

pytestmark = pytest.mark.skipif(kernels.library("colours") is None, reason=f"kernels: {kernels._load('colours')}")

RNG = np.random.default_rng(0)
ODD = np.array([0, 255, 127.5, np.nan, np.inf, -np.inf, 1, -0.0], "f")
IMAGES = {
    "usual": RNG.uniform(0, 255, (44, 55, 3)).astype("f"),
    "levels": RNG.integers(0, 256, (16, 17, 3)).astype(np.uint8),
    "far outside": RNG.uniform(-300, 600, (33, 7, 3)).astype("f"),
    "no numbers": RNG.choice(ODD, (40, 50, 3)),
    "grey": np.repeat(RNG.integers(0, 256, (20, 20, 1)), 3, 2).astype("f"),
    "nearly black": RNG.integers(0, 3, (50, 60, 3)).astype(np.uint8),
    "nearly white": RNG.integers(254, 256, (50, 60, 3)).astype("f"),
    "one pixel": np.array([[[3, 2, 1]]], np.uint8),
    "one block": RNG.integers(0, 256, (16, 16, 3)).astype("f"),
}


@pytest.mark.parametrize("name", IMAGES)
@pytest.mark.parametrize("share", [0, 0.1, 1 / 3, 0.5, 1, 1.5, 1.99, 2, 30, -0.2, -1, -1.9, -2.5, np.nan])
def test_as_numpy(name, share, monkeypatch):
    image, share = IMAGES[name], np.float32(share)
    ours = _image_host.hue(image, share)
    asked = []
    monkeypatch.setattr(kernels, "library", asked.append)
    with np.errstate(all="ignore"):
        plain = _image_host.hue(image, share)
    assert asked == ["colours"] and ours.dtype == plain.dtype == image.dtype
    if image.dtype != np.uint8 or share == share:  # a level that is no number is none that NumPy promises
        np.testing.assert_array_equal(ours, plain)


def test_it_is_what_the_operator_runs(monkeypatch):
    calls, turn = [], kernels.turn_hues
    monkeypatch.setattr(kernels, "turn_hues", lambda *args: calls.append(turn(*args)) or calls[-1])
    image = mx.nd.array(IMAGES["usual"])
    out = mx.nd.image.random_hue(image, min_factor=0.25, max_factor=0.25)
    assert calls == [True]
    np.testing.assert_array_equal(out.asnumpy(), _image_host.hue(IMAGES["usual"], np.float32(0.25)))
    assert not turn(IMAGES["usual"][:, ::2], 9, np.empty((44, 28, 3), "f"))
    assert not turn(IMAGES["usual"].astype("f8"), 9, np.empty((44, 55, 3)))
