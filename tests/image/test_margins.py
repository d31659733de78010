"""Margins of pixels on the host: as NumPy pads, whatever the type and the number of channels."""

import numpy as np
import pytest

from jmx import _codec

PIXELS = np.arange(4 * 5 * 6).reshape(4, 5, 6)


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int32", "float16", "float32", "float64"])
@pytest.mark.parametrize("channels", [1, 3, 4, 6])
@pytest.mark.parametrize("values", [(), (7,), (1.5, 2.5, 300), (-2.5,) * 6, (9, 9, 9)])
def test_constant_margins(dtype, channels, values):
    image = PIXELS[:, :, :channels].astype(dtype)
    found = _codec.border(image, 1, 2, 0, 3, 0, values)
    filling = np.zeros(channels)
    filling[: min(len(values), channels)] = values[:channels]
    if found.dtype.kind in "iu":
        limits = np.iinfo(dtype)
        filling = np.rint(filling).clip(limits.min, limits.max)
    expected = np.empty((7, 8, channels), dtype)
    expected[...] = filling
    expected[1:5, 0:5] = image
    assert found.dtype == image.dtype
    np.testing.assert_array_equal(found, expected)


def test_two_axes_and_none():
    image = PIXELS[:, :, 0].astype("uint8")
    np.testing.assert_array_equal(_codec.border(image, 1, 1, 1, 1, 0, (3,)), np.pad(image, 1, constant_values=3))
    assert _codec.border(np.empty((2, 2, 0), "uint8"), 1, 0, 0, 0).shape == (3, 2, 0)
    with pytest.raises(ValueError, match="negative"):
        _codec.border(image, -1, 0, 0, 0)
