"""Lines that grow, in one figure that a notebook shows in place. `LiveCurves` and MXNet's `LiveLearningCurve` draw with it."""

from __future__ import annotations

import io
from typing import Any

from ..config.progress_line import in_notebook
from ._words import described


def check_matplotlib() -> None:
    """Raise ImportError, which says what to install, where matplotlib is missing."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise ImportError("jmx.plot draws with matplotlib, which is not installed: pip install matplotlib") from error


class Chart:
    """A figure with lines by name. The figure is not pyplot's, which would show it a second time at the end of the cell.

    Parameters
    ----------
    **options
        Those of `matplotlib.figure.Figure`.

    Raises
    ------
    ImportError
        matplotlib is not installed.
    """

    def __init__(self, **options) -> None:
        check_matplotlib()
        from matplotlib.figure import Figure

        self.figure = Figure(**options)
        self.lines, self._place = {}, None

    def clear(self) -> None:
        """Take all axes and lines away."""
        self.figure.clear()
        self.lines = {}

    def line(self, name, ax, **style) -> None:
        """Add an empty line to the axes."""
        self.lines[name] = ax.plot([], [], **style)[0]

    def draw(self, name, x, y) -> None:
        """Give a line its points."""
        line = self.lines[name]
        line.set_data(list(x), list(y))
        line.axes.relim()
        line.axes.autoscale_view()

    def png(self) -> bytes:
        """The figure as a file."""
        file = io.BytesIO()
        self.figure.savefig(file, format="png", dpi=80)
        return file.getvalue()

    def show(self) -> Any:
        """Show the figure in the notebook, in place of what was shown of it before. Elsewhere nothing happens."""
        if not in_notebook():
            return
        from IPython.display import Image, display

        # A picture, not the figure: kernels know how to show figures only when pyplot has been imported.
        picture = Image(self.png(), format="png", metadata={"alt": described(self.figure)})
        if self._place is None:
            self._place = display(picture, display_id=True)
        else:
            self._place.update(picture)
