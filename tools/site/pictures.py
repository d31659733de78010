"""Words for the figures of chapters, for readers who cannot see them: an extension of IPython for the kernels of `execute`.

Each picture of a figure that a kernel sends goes with a description of it, under `alt` in the metadata of the picture.
"""

import functools
import html
import re

#: words of a drawing that its description has
_WORDS = 24


def load_ipython_extension(shell):
    """Have every figure that is sent described.

    Parameters
    ----------
    shell : IPython.core.interactiveshell.InteractiveShell
        The shell; what is changed is the function that makes pictures of figures, before `%matplotlib inline` takes it.
    """
    from IPython.core import pylabtools

    draw = pylabtools.print_figure

    @functools.wraps(draw)
    def with_words(figure, *args, **kwargs):
        from jmx.plot._words import described  # the chapter imports jmx; this extension is there before

        picture = draw(figure, *args, **kwargs)
        return picture and (picture, {"alt": described(figure)})

    pylabtools.print_figure = with_words


def words(output):
    """The description of a picture among the outputs of a cell; None for what is no picture, or one of unknown kind.

    Parameters
    ----------
    output : dict
        The output, as notebooks have it.
    """
    drawing = output.get("data", {}).get("image/svg+xml")
    described = output.get("metadata", {}).get("image/png", {}).get("alt")
    return described or drawing and words_of_drawing("".join(drawing))


def words_of_drawing(svg):
    """What is written in a drawing, such as the names of a network's layers.

    Parameters
    ----------
    svg : str
        The drawing.

    Returns
    -------
    str
        A sentence with the first texts of the drawing.
    """
    texts = re.findall(r"<text\b[^>]*>(.*?)</text>", svg, re.DOTALL)
    words = [" ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split()) for text in texts]
    words = [word for word in words if word]
    more = f" and {len(words) - _WORDS} more" if len(words) > _WORDS else ""
    return f"A drawing of: {', '.join(words[:_WORDS])}{more}." if words else "A drawing without words."
