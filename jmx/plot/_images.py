"""Images: batches of them, channels of layers, boxes."""

import math
from typing import Any

import numpy as np

from ..base import MXNetError
from ._figures import new_axes, pyplot, to_numpy


def images(batch, labels=None, *, columns=8, layout=None, size=1.3) -> Any:
    """Draw a batch of images as a grid.

    Parameters
    ----------
    batch : array of shape (n, channels, height, width), (n, height, width, channels), (n, height, width), or one image of these
        Gray (1 channel) or color (3). Whole numbers from 0 to 255 and fractions from 0 to 1 are taken as they are; other
        ranges are stretched, each image by itself.
    labels : sequence, optional
        A caption for each image.
    columns : int, default 8
        Images in a row.
    layout : str, optional
        "NCHW" or "NHWC"; by default the axis that has 1 or 3 elements holds the channels, the second one where both have.
    size : float, default 1.3
        Inches of one image.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    MXNetError
        The array does not hold images, or there is not one label for each of them.

    Examples
    --------
    >>> figure = images(np.zeros((10, 1, 28, 28)), labels=range(10), columns=5)
    >>> len(figure.axes)
    10
    """
    pictures = _pictures(to_numpy(batch), layout)
    captions = [""] * len(pictures) if labels is None else [_text(label) for label in labels]
    if len(captions) != len(pictures):
        raise MXNetError(f"plot.images: {len(pictures)} images and {len(captions)} labels; give one label for each image")
    figure, grid = _grid(len(pictures), columns, size, labels is not None)
    for ax, picture, caption in zip(grid, pictures, captions):
        ax.imshow(picture, cmap="gray" if picture.ndim == 2 else None, vmin=0, vmax=1)
        ax.set_title(caption, fontsize=9)
    return figure


def feature_maps(output, *, columns=8, most=32, size=1.1) -> Any:
    """Draw the channels of one sample of a layer's output, each stretched to its own range.

    Parameters
    ----------
    output : array of shape (channels, height, width), or (n, channels, height, width), of which the first sample is drawn
        What a convolution gives.
    columns : int, default 8
        Maps in a row.
    most : int, default 32
        No more channels than that.
    size : float, default 1.1
        Inches of one map.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    MXNetError
        The array has another number of axes.

    Examples
    --------
    >>> figure = feature_maps(np.random.rand(1, 16, 8, 8))
    >>> len(figure.axes)
    16
    """
    maps = to_numpy(output)
    maps = maps[0] if maps.ndim == 4 else maps
    if maps.ndim != 3 or not len(maps):
        raise MXNetError(
            f"plot.feature_maps: expected (channels, height, width) or (n, channels, height, width), got {maps.shape}"
        )
    figure, grid = _grid(min(len(maps), most), columns, size, False)
    for ax, channel in zip(grid, maps):
        ax.imshow(channel.astype(float), cmap="viridis")
    return figure


def boxes(image, corners, labels=None, scores=None, *, colors=None, ax=None) -> Any:
    """Draw boxes on an image.

    Parameters
    ----------
    image : array of shape (channels, height, width), (height, width, channels) or (height, width)
        As in :func:`images`.
    corners : array of shape (n, 4)
        Left, top, right, bottom: fractions of the image where none is over 1.5, else pixels. Rows of -1 are skipped: MXNet's
        detection operators mark what is no box so.
    labels : sequence of n, optional
        What is in each box.
    scores : sequence of n floats, optional
        How sure that is.
    colors : sequence of n, optional
        A matplotlib color for each box.
    ax : matplotlib.axes.Axes, optional
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    MXNetError
        The boxes do not have four numbers each.

    Examples
    --------
    >>> ax = boxes(np.zeros((3, 64, 64)), [[0.1, 0.1, 0.5, 0.6]], ["cat"], [0.9])
    >>> ax.texts[0].get_text()
    'cat 0.90'
    """
    from matplotlib.patches import Rectangle

    places = to_numpy(corners).astype(float)
    if places.ndim != 2 or places.shape[1] != 4:
        raise MXNetError(f"plot.boxes: expected boxes of shape (n, 4), left, top, right, bottom; got {places.shape}")
    picture = _pictures(to_numpy(image), None)[0]
    ax = new_axes(ax, (4, 4))
    ax.imshow(picture, cmap="gray" if picture.ndim == 2 else None, vmin=0, vmax=1)
    height, width = picture.shape[:2]
    if places.size and places.max() <= 1.5:
        places = np.where(places[:, :1] < -0.999, -1, places * [width, height, width, height])
    for number, (left, top, right, bottom) in enumerate(places):
        if (left, top, right, bottom) == (-1, -1, -1, -1):
            continue
        color = f"C{number % 10}" if colors is None else colors[number]
        ax.add_patch(Rectangle((left, top), right - left, bottom - top, fill=False, edgecolor=color, linewidth=2))
        words = [_text(labels[number])] if labels is not None else []
        words += [f"{float(scores[number]):.2f}"] if scores is not None else []
        if words:
            ax.text(
                left, top, " ".join(words), color="white", fontsize=8, va="bottom", bbox={"facecolor": color, "lw": 0, "pad": 1}
            )
    ax.set_axis_off()
    return ax


def _text(label) -> str:
    """A caption: whole numbers without a point."""
    value = to_numpy(label)
    if value.size == 1 and value.dtype.kind == "f" and float(value.ravel()[0]).is_integer():
        return str(int(value.ravel()[0]))
    return str(value.ravel()[0] if value.size == 1 else label)


def _pictures(batch, layout) -> list[np.ndarray]:
    """Images with channels last, or gray ones without channels, from 0 to 1."""
    if layout not in (None, "NCHW", "NHWC"):
        raise MXNetError(f"plot.images: layout must be NCHW or NHWC, got {layout!r}")
    if batch.ndim == 2:
        batch = batch[None]
    elif batch.ndim == 3 and (batch.shape[0] in (1, 3) or batch.shape[2] in (1, 3)):
        batch = batch[None]  # one image with channels
    if batch.ndim == 4:
        first = layout == "NCHW" if layout else batch.shape[1] in (1, 3)
        batch = batch.transpose(0, 2, 3, 1) if first else batch
        if batch.shape[3] not in (1, 3):
            raise MXNetError(f"plot: images have 1 or 3 channels, these have {batch.shape[3]}; feature_maps draws more")
        batch = batch[..., 0] if batch.shape[3] == 1 else batch
    if batch.ndim not in (3, 4):
        raise MXNetError(f"plot: expected images, such as an array of shape (n, channels, height, width), got {batch.shape}")
    return [_to_unit(picture) for picture in batch]


def _to_unit(picture):
    """An image in the range from 0 to 1."""
    if picture.dtype == np.uint8:
        return picture / 255.0
    picture = picture.astype(float)
    low, high = (float(np.nanmin(picture)), float(np.nanmax(picture))) if picture.size else (0.0, 1.0)
    if low >= 0 and high <= 1:
        return picture
    if low >= 0 and 1 < high <= 255 and high > 2:
        return picture / 255.0
    return (picture - low) / (high - low or 1.0)


def _grid(count, columns, size, captions) -> tuple[Any, list]:
    """A figure, and `count` axes in rows of `columns`."""
    columns = max(1, min(columns, count))
    rows = max(1, math.ceil(count / columns))
    height = size * (1.25 if captions else 1.0)
    figure = pyplot().figure(figsize=(size * columns, height * rows), layout="constrained")
    grid = [figure.add_subplot(rows, columns, number + 1) for number in range(count)]
    for ax in grid:
        ax.set_axis_off()
    return figure, grid
