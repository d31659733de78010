"""Inputs that operators set to one as they run: gamma of BatchNorm with `fix_gamma`, so that saved files hold what MXNet's do.

No program writes them, since operators take such an input for ones anyway: its cell gets one buffer that all of them share.
Operators say by the trait `ones` which inputs. An eager call always sets them, a graph only where it is recorded, or bound with
gradients, and where gradients pass the call.
"""

from jax.core import Tracer

from . import tape
from .trace_observer import trace_observer


def set_to_one(program, array_at, mask=None) -> None:
    """Set the inputs of a program that has run, which `array_at` returns by position.

    mask    of a graph: the positions of the inputs that are differentiated in
    """
    # a block that is traced by running it must not change its parameters
    if trace_observer.observer is not None:
        return
    reached = None if mask is None else program.source.reached(frozenset(mask))
    for position, calls in program.ones.items():
        if reached is None or not reached.isdisjoint(calls):
            array = array_at(position)
            buf = array._cell.buf if array._dense else None
            # compared by identity, so that all calls but the first one write nothing
            if buf is not None and buf is not program.set.get(position) and not isinstance(buf, Tracer):
                one = program.set[position] = tape.ones(array.shape, buf.dtype, array._ctx)
                if buf is not one:
                    array._set_data(one)
