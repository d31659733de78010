"""Who wants to know what a thread does with arrays besides calling operators: asked where a block is traced by running it."""

import threading


class Watch(threading.local):
    """`by` is None, or gets calls of these methods in the thread that set it.

    writes(cell)    the storage `cell` is about to be written to
    reads(array)    the value of an array is about to be copied to the host
    leaves(array)   an array is about to be taken out of the recorded graph
    switched()      recording was paused, or the training mode changed
    drew()          random words were drawn
    instead(arrays) a block asks for a parameter's list of arrays: returns it, or the list that stands for it
    """

    by = None


watch = Watch()
