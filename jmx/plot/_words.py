"""Words for figures, for readers who cannot see them: what matplotlib has drawn says of itself what is in it."""

from __future__ import annotations

import collections
import re
from typing import Any

#: titles of panels that a description names; a wall of 64 pictures has as many
_NAMED = 12


def described(figure) -> str:
    """What a matplotlib figure shows, in a sentence or two.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        A figure that is drawn.

    Returns
    -------
    str
        Its title, what each kind of panel is, the names of axes, lines and panels.

    Examples
    --------
    >>> ax = curves({"training": [0.9, 0.5], "test": [0.95, 0.6]}, xlabel="epoch", ylabel="loss")
    >>> described(ax.figure)
    'Chart of loss by epoch; training, test.'
    """
    panels = [axes for axes in figure.axes if axes.get_visible() and axes.get_label() != "<colorbar>"]
    parts = collections.defaultdict(list)
    for axes in panels:
        parts[_kind(axes), _axes_named(axes), _series(axes)].append(_plain(axes.get_title()))
    said = [_plain(figure.get_suptitle())]
    for (kind, names, series), titles in parts.items():
        count = f"{len(titles)} {kind}s" if len(titles) > 1 else f"{kind[0].upper()}{kind[1:]}"
        named = [title for title in titles if title]
        more = [f" and {len(named) - _NAMED} more"] if len(named) > _NAMED else []
        about = f": {', '.join(named[:_NAMED])}{''.join(more)}" if named else ""
        said.append(f"{count}{names}{about}{f'; {series}' if series else ''}")
    return ". ".join(part.rstrip(".") for part in said if part) + "." if any(said) else "An empty figure."


def _kind(axes: Any) -> str:
    """What a panel is, in one word or two."""
    if axes.images:
        return "heat map" if axes.get_xlabel() or axes.get_ylabel() else "picture"
    if axes.name == "3d":
        return "surface"
    if axes.lines:
        return "chart"
    if axes.patches:
        return "bar chart"
    return "scatter plot" if axes.collections else "drawing"


def _axes_named(axes: Any) -> str:
    """ "of loss by step", as far as the axes have names."""
    across, up = _plain(axes.get_xlabel()), _plain(axes.get_ylabel())
    if across and up:
        return f" of {up} by {across}"
    return f" of {up}" if up else f" by {across}" if across else ""


def _series(axes: Any) -> str:
    """The names of what is drawn in one panel, as the legend has them; else the texts in it, if they are few."""
    names = [_plain(name) for name in axes.get_legend_handles_labels()[1]]
    if not names:
        names = [text for text in (_plain(written.get_text()) for written in axes.texts) if text]
        names = names if len(names) <= _NAMED else []
    return ", ".join(dict.fromkeys(names))


def _plain(text: str) -> str:
    """A text in one line, without the dollars of formulas."""
    return " ".join(re.sub(r"\$", "", text or "").split())
