"""What operators on images draw, and the arithmetic of their colours, which their forms for XLA and for NumPy share.

Planes are the channels of an image, arrays of one shape. Drawing functions take a key first.
"""

import jax
import jax.numpy as jnp
import numpy as np

LUMA = np.array([0.299, 0.587, 0.114], np.float32)
#: principal axes of the colours of ImageNet, scaled by their standard deviations
PRINCIPAL = np.array(
    [[55.46 * -0.5675, 4.794 * 0.7192, 1.148 * 0.4009],
     [55.46 * -0.5808, 4.794 * -0.0045, 1.148 * -0.8140],
     [55.46 * -0.5836, 4.794 * -0.6948, 1.148 * 0.4203]], np.float32)  # fmt: skip
#: what is in the middle between the factors that are drawn for brightness, contrast, saturation and hue
_MIDDLES = (1, 1, 1, 0)


def coin(key) -> jax.Array:
    """True half of the times."""
    return jax.random.bernoulli(key)


def factor(key, low, high) -> jax.Array:
    """A number in [low, high)."""
    return jax.random.uniform(key, (), jnp.float32, low, high) if low < high else jnp.float32(low)


def noise(key, deviation) -> jax.Array:
    """Three numbers around 0."""
    return jax.random.normal(key, (3,), jnp.float32) * np.float32(deviation)


def jitter(key, *amounts) -> tuple[jax.Array, list[jax.Array]]:
    """The order in which brightness, contrast, saturation and hue are changed, and the factors of those with an amount."""
    order_key, *keys = jax.random.split(key, 5)
    factors = [
        middle + jax.random.uniform(key, (), jnp.float32, -amount, amount) if amount > 0 else jnp.float32(middle)
        for key, amount, middle in zip(keys, amounts, _MIDDLES)
    ]
    return jax.random.permutation(order_key, 4), factors


def _to_hls(r, g, b, xp, where):
    high, low = xp.maximum(xp.maximum(r, g), b), xp.minimum(xp.minimum(r, g), b)
    span, light = high - low, (high + low) * np.float32(0.5)
    coloured = span > np.finfo(np.float32).eps
    safe = where(coloured, span, np.float32(1))
    strength = safe / where(light < np.float32(0.5), high + low, np.float32(2) - high - low)
    step = np.float32(60) / safe
    below = where(high == g, (b - r) * step + np.float32(120), (r - g) * step + np.float32(240))
    hue = where(high == r, (g - b) * step, below)
    hue = where(hue < 0, hue + np.float32(360), hue)
    return where(coloured, hue, np.float32(0)), light, where(coloured, strength, np.float32(0))


def _from_hls(hue, light, strength, xp, where):
    one = np.float32(1)
    top = where(light <= np.float32(0.5), light * (one + strength), light + strength - light * strength)
    bottom = np.float32(2) * light - top
    sector = _of_six(hue * np.float32(1 / 60), xp)
    whole = xp.floor(sector)
    part = sector - whole
    which = whole.astype(xp.int8)
    # from red to yellow, green to cyan, blue to magenta one channel rises; in the sectors between, one falls
    part = where(which & 1 == 1, one - part, part)
    middle = bottom + (top - bottom) * part
    grey = strength == 0
    top, middle, bottom = (where(grey, light, level) for level in (top, middle, bottom))
    r = where(_one_of(which, 2, 3), bottom, where(_one_of(which, 1, 4), middle, top))
    g = where(_one_of(which, 4, 5), bottom, where(_one_of(which, 0, 3), middle, top))
    b = where(_one_of(which, 0, 1), bottom, where(_one_of(which, 2, 5), middle, top))
    return r, g, b


def _of_six(sector, xp):
    """The remainder of a division by six."""
    six = np.float32(6)
    if xp is np and 0 <= sector.min() and sector.max() < 18:
        # the same without a division, which takes NumPy twenty times as long; these differences are exact
        for _ in range(2):
            sector -= (sector >= six) * six
        return sector
    return xp.mod(sector, six)


def _one_of(which, first, second):
    return (which == first) | (which == second)


def _choice(mask, a, b):
    """numpy.where for float32 without branches, which processors guess wrong half of the times."""
    bits = np.negative(mask.view(np.int8), dtype=np.int32)
    a, b = a.view(np.int32), b.view(np.int32)
    chosen = np.bitwise_xor(a, b)
    chosen &= bits
    chosen ^= b
    return chosen.view(np.float32)


def turned(planes, share, xp):
    """Red, green and blue between 0 and 1 with their hues turned by a share of the circle; `xp` is NumPy or jax.numpy."""
    where = _choice if xp is np else xp.where
    hue, light, strength = _to_hls(*planes, xp, where)
    return _from_hls(hue + share * np.float32(360), light, strength, xp, where)
