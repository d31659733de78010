"""jmx.plot: what is drawn, and which arrays are refused."""

import doctest

import numpy as np
import pytest

import jmx as mx
from jmx import plot

matplotlib = pytest.importorskip("matplotlib", reason="jmx.plot draws with matplotlib")
matplotlib.use("Agg")


@pytest.fixture(autouse=True)
def closed_figures():
    yield
    from matplotlib import pyplot

    pyplot.close("all")


def test_examples_of_the_docstrings():
    from jmx.plot import _charts, _images, _words

    results = [doctest.testmod(module, extraglobs=vars(plot)) for module in (plot, _charts, _images, _words)]
    assert sum(result.attempted for result in results) >= 17 and not any(result.failed for result in results)


def test_figures_in_words():
    from matplotlib.figure import Figure

    from jmx.plot import _words

    assert _words.described(plot.images(np.zeros((15, 3, 4, 4), "float32"), labels=list(range(15)))) == (
        "15 pictures: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 3 more."
    )
    figure = Figure()
    assert _words.described(figure) == "An empty figure."
    bars, points, hidden = figure.subplots(1, 3)
    bars.bar(["a", "b"], [1, 2])
    bars.set(title="counts of $x_1$")
    points.scatter([1, 2], [3, 4])
    points.set_ylabel("price\nin euros")
    points.annotate("here", (1, 3))
    hidden.set_visible(False)
    figure.colorbar(points.collections[0], ax=points)
    figure.suptitle("Two ways.")
    assert _words.described(figure) == "Two ways. Bar chart: counts of x_1. Scatter plot of price in euros; here."


def shown(ax):
    """The array that an image of the axes holds."""
    return np.asarray(ax.images[0].get_array())


def test_epochs_are_whole_numbers():
    ax = plot.curves({"loss": np.linspace(1, 0, 20)})
    assert all(float(tick).is_integer() for tick in ax.get_xticks())


def test_curves_of_different_lengths():
    ax = plot.curves({"a": mx.nd.array([3, 2, 1]), "b": [1.0]}, start=0)
    first, second = ax.get_lines()
    assert first.get_xdata().tolist() == [0, 1, 2] and first.get_ydata().tolist() == [3, 2, 1]
    assert second.get_xdata().tolist() == [0] and ax.get_legend() is not None


def test_curves_count_epochs_in_whole_numbers():
    ax = plot.curves({"loss": [0.9, 0.5, 0.4]})
    ax.figure.canvas.draw()
    assert all(float(tick).is_integer() for tick in ax.get_xticks())


@pytest.mark.parametrize("dtype, expected", [("uint8", 51 / 255), ("float32", 0.2)])
def test_images_keep_their_range(dtype, expected):
    value = 51 if dtype == "uint8" else 0.2
    batch = mx.nd.full((2, 3, 4, 5), value, dtype=dtype)
    figure = plot.images(batch, labels=mx.nd.array([1, 7]))
    assert [ax.get_title() for ax in figure.axes] == ["1", "7"]
    np.testing.assert_allclose(shown(figure.axes[0]), np.full((4, 5, 3), expected), rtol=1e-6)


def test_images_of_other_ranges_are_stretched():
    figure = plot.images(np.array([[[-2.0, 0.0], [1.0, 2.0]]]))
    np.testing.assert_allclose(shown(figure.axes[0]), [[0, 0.5], [0.75, 1]])
    figure = plot.images(np.full((1, 2, 2), 255.0))
    np.testing.assert_allclose(shown(figure.axes[0]), np.ones((2, 2)))


def test_layouts():
    assert shown(plot.images(np.zeros((3, 6, 7))).axes[0]).shape == (6, 7, 3)
    assert shown(plot.images(np.zeros((6, 7, 3))).axes[0]).shape == (6, 7, 3)
    assert shown(plot.images(np.zeros((2, 3, 5, 3))).axes[0]).shape == (5, 3, 3)
    assert shown(plot.images(np.zeros((2, 3, 5, 3)), layout="NHWC").axes[0]).shape == (3, 5, 3)
    assert len(plot.images([mx.nd.zeros((1, 4, 4))] * 3).axes) == 3


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: plot.images(np.zeros((2, 5, 4, 4))), "1 or 3 channels, these have 4"),
        (lambda: plot.images(np.zeros((2, 3, 4, 4)), labels=[1]), "2 images and 1 labels"),
        (lambda: plot.images(np.zeros(3)), r"got \(3,\)"),
        (lambda: plot.images(np.zeros((2, 3, 4, 4)), layout="NCWH"), "NCHW or NHWC"),
        (lambda: plot.feature_maps(np.zeros((4, 4))), r"got \(4, 4\)"),
        (lambda: plot.confusion_matrix([0, 1], [0]), "2 labels and 1 predictions"),
        (lambda: plot.attention(np.zeros(3)), r"shape \(3,\)"),
        (lambda: plot.attention(np.zeros((2, 3)), keys=["a"]), "1 keys for 3 columns"),
        (lambda: plot.boxes(np.zeros((3, 8, 8)), [[0, 0, 1]]), r"got \(1, 3\)"),
    ],
)
def test_what_cannot_be_drawn_is_refused(call, words):
    with pytest.raises(mx.MXNetError, match=words):
        call()


def test_feature_maps_of_a_layer():
    layer = mx.gluon.nn.Conv2D(40, 3, in_channels=1)
    layer.initialize()
    figure = plot.feature_maps(layer(mx.nd.ones((2, 1, 8, 8))), most=10)
    assert len(figure.axes) == 10 and shown(figure.axes[0]).shape == (6, 6)


def test_a_confusion_matrix_of_scores():
    ax = plot.confusion_matrix(mx.nd.array([0, 2, 2]), mx.nd.array([[9, 0, 0], [0, 1, 0], [0, 0, 5]]))
    assert [text.get_text() for text in ax.texts] == ["1", "0", "0", "0", "0", "0", "0", "1", "1"]
    np.testing.assert_allclose(shown(ax), [[1, 0, 0], [0, 0, 0], [0, 0.5, 0.5]])


def test_attention_of_one_head_of_many():
    weights = np.zeros((2, 4, 3, 5))
    weights[0, 0, 1, 2] = 1
    np.testing.assert_array_equal(shown(plot.attention(mx.nd.array(weights))), weights[0, 0])


def test_boxes_in_fractions_and_in_pixels():
    rows = mx.nd.array([[0.25, 0.5, 0.75, 1.0], [-1, -1, -1, -1]])
    ax = plot.boxes(np.zeros((3, 40, 80)), rows, labels=["a", "b"])
    (patch,) = ax.patches
    assert (*patch.get_xy(), patch.get_width(), patch.get_height()) == (20, 20, 40, 20)
    ax = plot.boxes(np.zeros((40, 80)), [[2, 3, 10, 20]], scores=[0.5])
    (patch,) = ax.patches
    assert (*patch.get_xy(), patch.get_width(), patch.get_height()) == (2, 3, 8, 17) and ax.texts[0].get_text() == "0.50"
