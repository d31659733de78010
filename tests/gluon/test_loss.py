"""Losses against MXNet, run by operator and compiled."""

import gluon_cases as cases
import gluon_golden as golden
import pytest

import jmx as mx


@pytest.mark.parametrize("hybridize", [False, True], ids=["eager", "hybrid"])
@pytest.mark.parametrize("name", sorted(cases.losses(mx)))
def test_numbers(name, hybridize):
    if name == "sdml" and hybridize:
        pytest.skip("SDMLLoss reads the shapes of its inputs, so that MXNet cannot hybridize it either")
    loss, shapes, kinds = cases.losses(mx)[name]
    got = cases.run_loss(mx, loss, shapes, kinds, hybridize)
    if name == "poisson_full":
        del got["grad"]
    golden.close(got, golden.numbers(f"loss/{name}"))
    assert repr(loss) == golden.TEXTS["loss_repr"][name]


def test_wrong_arguments():
    with pytest.raises(ValueError, match="label_format"):
        mx.gluon.loss.LogisticLoss(label_format="ternary")
    with pytest.raises(AssertionError, match="layout"):
        mx.gluon.loss.CTCLoss(layout="CTN")
    loss = mx.gluon.loss.L1Loss(weight="2")
    with pytest.raises(AssertionError, match="weight must be a number"):
        loss(mx.nd.ones((2, 2)), mx.nd.ones((2, 2)))
