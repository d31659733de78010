"""Random numbers as MXNet's readers draw them: C++'s mt19937 and the distributions of GCC's library, to the bit.

So the same seed gives the order of samples, and with `seed_aug` the very augmentations, that it gave with MXNet.
"""

import math

import numpy as np

_RANGE = 1 << 32
_BELOW_ONE = np.nextafter(np.float32(1), np.float32(0))


class Mersenne:
    """A generator. Seeding costs nothing until a number is drawn.

    Parameters
    ----------
    seed : int
        Of which the lower 32 bits count.
    """

    def __init__(self, seed):
        self._bits = None
        self.seed(seed)

    def seed(self, seed):
        """Start over."""
        self._seed, self._ready, self._saved = seed % _RANGE, None, None

    def state(self):
        """What `restore` takes to go on from here."""
        return self._seed, None if self._ready is None else (self._bits.state, list(self._ready)), self._saved

    def restore(self, state):
        self._seed, kept, self._saved = state
        self._ready = None
        if kept is not None:
            self._bits = self._bits or np.random.MT19937()
            self._bits.state, self._ready = kept[0], list(kept[1])

    def _fill(self, count):
        if self._ready is None:
            self._bits = self._bits or np.random.MT19937()
            self._bits._legacy_seeding(self._seed)
        self._ready = self._bits.random_raw(count).tolist()[::-1]

    def _next(self):
        if not self._ready:
            self._fill(16)
        return self._ready.pop()

    def unit(self):
        """A float32 in [0, 1)."""
        return min(np.float32(self._next()) / np.float32(_RANGE), _BELOW_ONE)

    def real(self, low, high):
        """A float32 in [low, high)."""
        low, high = np.float32(low), np.float32(high)
        return self.unit() * (high - low) + low

    def coin(self):
        """True half of the times."""
        low = self._next()
        return (low + self._next() * float(_RANGE)) / float(_RANGE) ** 2 < 0.5

    def integer(self, low, high):
        """An integer in [low, high]."""
        width = high - low + 1
        if width == _RANGE:
            return low + self._next()
        scale = (_RANGE - 1) // width
        while True:
            found = self._next()
            if found < width * scale:
                return low + found // scale

    def normal(self, deviation):
        """A float32 around 0."""
        if self._saved is not None:
            found, self._saved = self._saved, None
            return found * np.float32(deviation)
        two, one = np.float32(2), np.float32(1)
        while True:
            x, y = two * self.unit() - one, two * self.unit() - one
            size = x * x + y * y
            if 0 < size <= 1:
                break
        factor = np.float32(math.sqrt(np.float32(-2) * np.log(size) / size))
        self._saved = x * factor
        return y * factor * np.float32(deviation)

    def shuffle(self, items):
        """Bring a list into random order, in place."""
        count = len(items)
        if not count:
            return
        kept = self._ready or []
        self._fill(count)  # most of what is drawn at once; what is at hand comes first
        self._ready += kept
        for i in range(1, count):
            j = self.integer(0, i)
            items[i], items[j] = items[j], items[i]
