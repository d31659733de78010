"""Arrays by numbers, which stand for handles of MXNet's C library: `NDArray(handle)` makes the array of one."""

import weakref

#: arrays that callbacks cast to handles, by the handle's number
_living: weakref.WeakValueDictionary = weakref.WeakValueDictionary()
#: arrays that the imitation of MXNet's C library made, kept until they are taken
_made: dict = {}


def lend(array):
    """A number by which `array` is found as long as it lives."""
    _living[id(array)] = array
    return id(array)


def handle_of(array):
    """A number by which `array` is found once, and which keeps it until then."""
    _made[id(array)] = array
    return id(array)


def array_of(number):
    """The array of a number, or None."""
    array = _made.pop(number, None)
    return _living.get(number) if array is None else array
