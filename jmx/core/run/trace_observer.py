"""What a thread does with arrays besides calling operators, reported to whoever traces a block by running it."""

from __future__ import annotations

import threading


class TraceObserver(threading.local):
    """`observer` is None, or gets calls of these methods in the thread that set it.

    on_write(cell)      the storage `cell` is about to be written to
    on_read(array)      the value of an array is about to be copied to the host
    on_detach(array)    an array is about to be taken out of the recorded graph
    on_mode_change()    recording was paused, or the training mode changed
    on_random()         random numbers are about to be drawn
    substitute(arrays)  a block asks for a parameter's list of arrays: returns it, or the list that stands for it
    sources             whether calls of operators without inputs are recorded too
    """

    observer = None


trace_observer = TraceObserver()


def records_sources() -> bool:
    """Whether arrays that are made of numbers alone are to be recorded in this thread."""
    return trace_observer.observer is not None and trace_observer.observer.sources
