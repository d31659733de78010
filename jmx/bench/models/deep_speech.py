"""Deep Speech 2: convolutions over a spectrogram, recurrent layers both ways, and the CTC loss (Amodei et al., 2015)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import rnn
from ... import symbol as sym
from ..model import Model
from ..registry import register

if TYPE_CHECKING:
    from ...symbol.symbol import Symbol


_HIDDEN, _LAYERS = 2048, 3
#: filters, kernel, stride and padding (time, frequency) of the convolutions
_CONVOLUTIONS = ((32, (11, 41), (3, 2), (5, 20)), (32, (11, 21), (1, 2), (5, 10)))


@register("deep_speech2")
class DeepSpeech2(Model):
    """Deep Speech 2: End-to-End Speech Recognition in English and Mandarin, 2015: 2 convolutions, 3 recurrent layers with relu.

    A sample is a spectrogram of 200 frames and 161 frequencies. A class is a pair of 29 characters; class 0 is CTC's blank. The
    directions of a recurrent layer are concatenated, and recurrent layers are not normalized; the paper adds and normalizes.
    """

    name, input_shape, num_classes = "DeepSpeech2", (1, 200, 161), 29 * 29 + 1
    first_label = 1

    @property
    def steps(self) -> int:
        """How many steps the recurrent layers see."""
        length = self.input_shape[1]
        for _, kernel, stride, pad in _CONVOLUTIONS:
            length = (length + 2 * pad[0] - kernel[0]) // stride[0] + 1
        return length

    @property
    def label_shape(self) -> tuple[int]:
        """Shape of one sample's label: half as many classes as there are steps, so that repeated ones find their blanks."""
        return (self.steps // 2,)

    @property
    def output(self) -> Symbol:
        v = self.data()
        for number, sizes in enumerate(_CONVOLUTIONS, 1):
            v = self.conv_bn_relu(v, f"conv{number}", *sizes)
        # (batch, channels, time, frequency) -> (time, batch, features)
        v = sym.Reshape(sym.transpose(v, axes=(2, 0, 1, 3), name="by_time"), shape=(0, 0, -1), name="features")
        cell = rnn.FusedRNNCell(_HIDDEN, num_layers=_LAYERS, bidirectional=True, mode="rnn_relu", prefix="rnn_")
        state = cell.begin_state(func=sym.zeros, dtype=self.dtype)
        v = cell.unroll(self.steps, inputs=v, begin_state=state, layout="TNC", merge_outputs=True)[0]
        v = sym.Reshape(v, shape=(-1, 2 * _HIDDEN), name="rows")
        v = sym.FullyConnected(v, num_hidden=self.num_classes, name="classes")
        if self.dtype != "float32":
            v = sym.Cast(v, dtype="float32", name="classes_cast")
        if not self.training:
            return sym.softmax(v, name="softmax")
        scores = sym.Reshape(v, shape=(self.steps, -1, self.num_classes), name="scores")
        label = sym.Variable("softmax_label", dtype="float32")
        return sym.MakeLoss(sym.ctc_loss(scores, label, blank_label="first", name="ctc"), name="loss")
