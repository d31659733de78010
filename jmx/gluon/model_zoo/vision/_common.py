"""What all networks share."""

from __future__ import annotations

from ...block import HybridBlock
from .. import model_store
from ..model_store import ROOT  # noqa: F401


class Classifier(HybridBlock):
    """`output(features(x))`: subclasses make these two."""

    features: HybridBlock
    output: HybridBlock

    def hybrid_forward(self, F, x):
        return self.output(self.features(x))


def load_pretrained(net, name, root, ctx):
    """Load the trained parameters called `name` into a network."""
    net.load_parameters(model_store.get_model_file(name, root=root), ctx=ctx)
