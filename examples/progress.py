"""What the examples share: a progress bar in plain Python, and a plot of learning curves."""

import sys
import time


class Bar:
    """Counts steps on one line of the terminal; where the output is no terminal, it only prints the result.

    Parameters
    ----------
    title : str
        What is counted.
    steps : int
        How many steps there are.
    width : int
        Characters between the brackets.
    """

    def __init__(self, title, steps, width=30):
        self.title, self.steps, self.width = title, steps, width
        self.done = 0
        self.start = self.shown = time.time()
        self.live = sys.stdout.isatty()

    def step(self, note=""):
        """Count one step."""
        self.done += 1
        now = time.time()
        if self.live and (now - self.shown > 0.1 or self.done == self.steps):
            self.shown = now
            filled = self.width * self.done // self.steps
            left = (now - self.start) / self.done * (self.steps - self.done)
            bar = "=" * filled + " " * (self.width - filled)
            print(f"\r{self.title} [{bar}] {self.done}/{self.steps}, {left:4.0f} s left  {note}   ", end="", flush=True)

    def close(self, result):
        """End the line with a result."""
        text = f"{self.title}: {result}, {time.time() - self.start:.1f} s"
        print(f"\r{text:<100}" if self.live else text, flush=True)


def plot(path, curves, ylabel):
    """Draw curves over the epochs into a PNG file.

    Parameters
    ----------
    path : str
        The file.
    curves : dict of str to list of float
        Name of each curve and its value after each epoch.
    ylabel : str
        What the values are.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 4))
    for name, values in curves.items():
        axes.plot(range(1, len(values) + 1), values, marker="o", label=name)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("epoch")
    axes.set_ylabel(ylabel)
    axes.grid(alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    pyplot.close(figure)
    print(f"learning curve: {path}")
