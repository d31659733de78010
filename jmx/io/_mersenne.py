"""Random numbers as MXNet's readers draw them: C++'s mt19937 and the distributions of GCC's library, to the bit.

So the same seed gives the order of samples, and with `seed_aug` the very augmentations, that it gave with MXNet.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

_RANGE = 1 << 32
#: numbers of 32 bits in the state of a generator
_STATE = 624
_BELOW_ONE = np.nextafter(np.float32(1), np.float32(0))


def _words(values):
    if type(values) is not list or not all(type(word) is int and 0 <= word < _RANGE for word in values):
        raise ValueError("numbers of 32 bits are none")
    return values


class Mersenne:
    """A generator. Seeding costs nothing until a number is drawn.

    Parameters
    ----------
    seed : int
        Of which the lower 32 bits count.
    """

    def __init__(self, seed) -> None:
        self._bits = None
        self.seed(seed)

    def seed(self, seed) -> None:
        """Start over."""
        self._seed, self._fresh, self._saved = seed % _RANGE, True, None
        self._drawn, self._units, self._at = (), None, 0

    def state(self) -> tuple[Any, ...]:
        """What `restore` takes to go on from here."""
        drawn = list(self._drawn[self._at :])
        return self._seed, self._fresh, self._saved, drawn, None if self._fresh else self._bits.state

    def restore(self, state) -> None:
        """Go on from where `state` was taken."""
        self._seed, self._fresh, self._saved, self._drawn, bits = state
        self._units, self._at = None, 0
        if not self._fresh:
            self._bits = self._bits or np.random.MT19937()
            self._bits.state = bits

    def as_json(self) -> dict[str, Any]:
        """The same as a value of JSON, of a generator that has drawn no normal numbers."""
        seed, fresh, _, drawn, bits = self.state()
        words = None if fresh else {"key": bits["state"]["key"].tolist(), "at": int(bits["state"]["pos"])}
        return {"seed": seed, "drawn": drawn, "words": words}

    def from_json(self, value: Any) -> None:
        """Go on from where `as_json` was called; ValueError, KeyError or TypeError, and nothing changed, where it is damaged."""
        (seed,), drawn, words = _words([value["seed"]]), _words(value["drawn"]), value["words"]
        bits = None
        if words is not None:
            key, at = _words(words["key"]), words["at"]
            if len(key) != _STATE or type(at) is not int or not 0 <= at <= _STATE:
                raise ValueError("the state of a Mersenne twister is none")
            bits = {"bit_generator": "MT19937", "state": {"key": np.array(key, np.uint32), "pos": at}}
        self.restore((seed, words is None, None, drawn, bits))

    def _fill(self, count=0):
        """Draw so many numbers at once; without a count few after a seed, as another seed may follow, and more later."""
        count = count or (24 if self._fresh else 192)
        if self._fresh:
            self._bits = self._bits or np.random.MT19937()
            self._bits._legacy_seeding(self._seed)
            self._fresh = False
        self._drawn, self._units, self._at = self._bits.random_raw(count).tolist(), None, 0

    def _next(self):
        if self._at == len(self._drawn):
            self._fill()
        self._at += 1
        return self._drawn[self._at - 1]

    def unit(self) -> np.generic:
        """A float32 in [0, 1)."""
        if self._at == len(self._drawn):
            self._fill()
        if self._units is None:
            numbers = np.array(self._drawn, np.uint32).astype(np.float32)
            self._units = list(np.minimum(numbers * np.float32(1 / _RANGE), _BELOW_ONE))
        self._at += 1
        return self._units[self._at - 1]

    def real(self, low, high) -> np.generic:
        """A float32 in [low, high)."""
        low, high = np.float32(low), np.float32(high)
        return self.unit() * (high - low) + low

    def coin(self) -> bool:
        """True half of the times."""
        low = self._next()
        return (low + self._next() * float(_RANGE)) / float(_RANGE) ** 2 < 0.5

    def integer(self, low, high) -> int:
        """An integer in [low, high]."""
        width = high - low + 1
        if width == _RANGE:
            return low + self._next()
        scale = (_RANGE - 1) // width
        while True:
            if self._at == len(self._drawn):
                self._fill()
            draw = self._drawn[self._at]
            self._at += 1
            if draw < width * scale:
                return low + draw // scale

    def normal(self, deviation) -> np.generic:
        """A float32 around 0."""
        if self._saved is not None:
            sample, self._saved = self._saved, None
            return sample * np.float32(deviation)
        two, one = np.float32(2), np.float32(1)
        while True:
            x, y = two * self.unit() - one, two * self.unit() - one
            size = x * x + y * y
            if 0 < size <= 1:
                break
        factor = np.float32(math.sqrt(np.float32(-2) * np.log(size) / size))
        self._saved = x * factor
        return y * factor * np.float32(deviation)

    def shuffle(self, items) -> None:
        """Bring a list into random order, in place."""
        count, i = len(items), 1
        while i < count:
            if len(self._drawn) - self._at < count - i:
                kept = list(self._drawn[self._at :])
                self._fill(count - i)  # most of what is drawn at once; what is at hand comes first
                self._drawn = kept + self._drawn
            draws = np.array(self._drawn[self._at : self._at + count - i], np.uint64)
            scales = (_RANGE - 1) // np.arange(i + 1, count + 1, dtype=np.uint64)  # as `integer` does for each
            fit = draws < scales * np.arange(i + 1, count + 1, dtype=np.uint64)
            good = count - i if fit.all() else int(fit.argmin())
            for j in (draws[:good] // scales[:good]).tolist():
                items[i], items[j] = items[j], items[i]
                i += 1
            self._at += good + (i < count)  # one that does not fit is passed over
