"""What all parameters share: the lock under which they get their arrays, the count of their changes, and names that differ."""

from __future__ import annotations

import itertools
import re
import weakref

from ..config.locks import RLock, survives_fork

#: held while parameters get their arrays and blocks their graphs, which happens once, whichever thread comes first. Users' code
#: runs meanwhile (`hybrid_forward`, initializers), so that one lock for all is the one that cannot be taken in two orders.
building = survives_fork(RLock())

#: a new number for every replacement of a parameter's list of arrays, so that a hybridized block can keep the arrays that it
#: collected and knows with one comparison when they are stale
generation = [0]
generations = itertools.count(1)

#: numbers for names that shall differ
serial = itertools.count()

_NUMBERED = re.compile(r"\Aparam\d+_")
_taken: weakref.WeakValueDictionary[str, object] = weakref.WeakValueDictionary()


def unique_name(param: object, name: str) -> str:
    """A name for `param` that no other parameter of 2.0's interface has: `name` if it is free, else `name` behind a number."""
    with building:
        free, wanted = name, _NUMBERED.sub("", name)
        while _taken.get(free, param) is not param:
            free = f"param{next(serial)}_{wanted}"
        _taken[free] = param
    return free
