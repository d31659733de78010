"""Graphs of convolutions on CPU: images laid out with channels last from one operator to the next.

XLA's convolutions on CPU want channels last, MXNet's programs have them second, and a transposition before and after each
convolution costs as much as a quarter of it. Here a value of a running graph may be a `ImageNHWC`, which stands for an image
array but holds it transposed. Operators say by a rule (`Op.channels_last`) how they run on such; all others get the array
as MXNet has it. Results differ by rounding only.
"""

from ....base import MXNetError

#: graphs with fewer operators that profit run as they are
FEWEST = 4


class ImageNHWC:
    """An array (N, C, H, W) held as (N, H, W, C)."""

    __slots__ = ("array",)

    def __init__(self, array):
        self.array = array

    @property
    def shape(self):
        """(N, C, H, W)"""
        n, h, w, c = self.array.shape
        return n, c, h, w


def plain(value):
    """The array as MXNet has it."""
    return value.array.transpose(0, 3, 1, 2) if type(value) is ImageNHWC else value


def _moved(value):
    return value.array if type(value) is ImageNHWC else value.transpose(0, 2, 3, 1)


def run(step, train, platform, key, inputs):
    """(outputs, new values of what it overwrites) of a step of a lowered graph; inputs and outputs may be `ImageNHWC`."""
    op = step.node.op
    moved = [type(value) is ImageNHWC for value in inputs]
    found = None
    if op.layout_rule is not None and (op.prefers_nhwc or any(moved)):
        found = op.layout_rule(step.node.parsed, [value.shape for value in inputs], moved)
    if found is not None:
        changes, which = found
        arrays = [_moved(value) if i in which else plain(value) for i, value in enumerate(inputs)]
        try:
            outs, new = step.changed(changes, train, platform, key, arrays)
        except MXNetError:
            pass  # the other way says so in MXNet's terms
        else:
            return tuple([ImageNHWC(out) if out.ndim == 4 else out for out in outs]), new
    return step(train, platform, key, [plain(value) for value in inputs])
