"""Charts: learning curves, confusion matrices, attention weights."""

from typing import Any

import numpy as np

from .._described import described_by
from ..base import MXNetError
from ._figures import new_axes, to_numpy


def curves(series, *, ylabel="", xlabel="epoch", start=1, ax=None) -> Any:
    """Draw learning curves: one line for each name, a point for each epoch.

    Parameters
    ----------
    series : dict of str to sequence of float
        Names, and a value for each epoch. Sequences may differ in length; NaN leaves a gap.
    ylabel, xlabel : str
        What the axes show.
    start : int, default 1
        Number of the first point.
    ax : matplotlib.axes.Axes, optional
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> ax = curves({"training": [2.3, 0.7, 0.4]}, ylabel="loss")
    >>> ax.get_ylabel()
    'loss'
    """
    ax = new_axes(ax, (6, 4))
    for name, values in series.items():
        heights = to_numpy(values).astype(float).ravel()
        numbers = np.arange(start, start + len(heights))
        ax.plot(numbers, heights, marker="." if len(heights) < 40 else None, label=str(name))
    ax.xaxis.get_major_locator().set_params(integer=True)  # points are counted
    ax.set_xlabel(xlabel)
    ax.set_ylabel(ylabel)
    ax.xaxis.get_major_locator().set_params(integer=True)  # there is no epoch 2.5
    ax.grid(alpha=0.3)
    if series:
        ax.legend()
    return ax


def confusion_matrix(labels, predictions, classes=None, *, ax=None) -> Any:
    """Draw how often each class was taken for each other one.

    Parameters
    ----------
    labels : array of n whole numbers
        The right classes.
    predictions : array of n whole numbers, or of shape (n, classes)
        The classes that a network said, or its scores, of which the largest counts.
    classes : sequence of str, optional
        Names of the classes.
    ax : matplotlib.axes.Axes, optional
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        Row: the right class. Column: what was said.

    Raises
    ------
    MXNetError
        There is not one prediction for each label.

    Examples
    --------
    >>> ax = confusion_matrix([0, 0, 1], [0, 1, 1], classes=["cat", "dog"])
    >>> [text.get_text() for text in ax.texts]
    ['1', '1', '0', '1']
    """
    right, said = to_numpy(labels).ravel().astype(int), to_numpy(predictions)
    said = (said.argmax(-1) if said.ndim > 1 else said).ravel().astype(int)
    if len(right) != len(said):
        raise MXNetError(f"plot.confusion_matrix: {len(right)} labels and {len(said)} predictions; give one for each sample")
    count = max([len(classes or ()), *(part.max() + 1 for part in (right, said) if len(part))])
    table = np.zeros((count, count), int)
    np.add.at(table, (right, said), 1)
    names = [*map(str, classes or ()), *map(str, range(len(classes or ()), count))]
    ax = new_axes(ax, (0.5 * count + 2, 0.5 * count + 2))
    shares = table / np.maximum(table.sum(1, keepdims=True), 1)
    ax.imshow(shares, cmap="Blues", vmin=0, vmax=1)
    for (row, column), number in np.ndenumerate(table):
        ax.text(column, row, str(number), ha="center", va="center", color="white" if shares[row, column] > 0.6 else "black")
    ax.set_xticks(range(count), names, rotation=45 if max(map(len, names), default=0) > 3 else 0)
    ax.set_yticks(range(count), names)
    ax.set_xlabel("predicted")
    ax.set_ylabel("right")
    return ax


@described_by(curves)
def attention(weights, queries=None, keys=None, *, ax=None) -> Any:
    """Draw where each position looks: a matrix of attention weights.

    Parameters
    ----------
    weights : array of shape (queries, keys), or with more axes before, of which the first element is drawn
        From 0 to 1.
    queries, keys : sequence of str, optional
        The words of rows and columns.

    Raises
    ------
    MXNetError
        There is no matrix, or not one word for each row or column.

    Examples
    --------
    >>> ax = attention(np.eye(2), ["the", "cat"], ["le", "chat"])
    >>> [label.get_text() for label in ax.get_xticklabels()]
    ['le', 'chat']
    """
    matrix = to_numpy(weights).astype(float)
    while matrix.ndim > 2:
        matrix = matrix[0]
    if matrix.ndim != 2:
        raise MXNetError(f"plot.attention: expected a matrix of weights, got an array of shape {matrix.shape}")
    ax = new_axes(ax, (0.45 * matrix.shape[1] + 1.5, 0.45 * matrix.shape[0] + 1.5))
    ax.imshow(matrix, cmap="magma", vmin=0, vmax=1, aspect="auto")
    for words, count, mark, what in (
        (queries, matrix.shape[0], ax.set_yticks, "queries"),
        (keys, matrix.shape[1], ax.set_xticks, "keys"),
    ):
        if words is not None:
            if len(words) != count:
                raise MXNetError(f"plot.attention: {len(words)} {what} for {count} {'rows' if what == 'queries' else 'columns'}")
            mark(range(count), list(map(str, words)))
    if keys is not None:
        ax.tick_params(axis="x", rotation=60)
    ax.set_xlabel("looks at")
    return ax
