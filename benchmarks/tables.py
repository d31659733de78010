"""Tables of results: lines on a terminal, and Markdown between two markers of a document."""

import re
import textwrap

from .results import geometric_mean, means, median, ratio, write
from .sides import BenchmarkError, title

#: how many rows a sentence names where jmx is behind
NAMED = 8
#: characters of a line of text in a document
WIDTH = 140


def line(suite, row, sides):
    """Return a row as a line for a terminal."""
    texts = []
    for figure in suite.figures:
        if row["threads"] < figure.threads:
            continue
        cells = [f"{title(side)} {cell}" for side in sides for cell in [_cell(row, side, figure)] if cell]
        if cells:
            texts.append(f"{figure.title}: {', '.join(cells)}")
    return f"{row['label']} [{row['threads']}] " + ("; ".join(texts) or "no figures")


def _cell(row, side, figure):
    """A figure of a side, with the ratio in brackets; empty where there is none."""
    value, relation = median(row, side, figure), None if side == "jmx" else ratio(row, side, figure)
    if value is None:
        return ""
    return f"{value:.{figure.digits}f}" + ("" if relation is None else f" ({relation:.2f})")


def summary(suite, results, threads):
    """Return sentences on the geometric means, and on where jmx is furthest behind."""
    sentences = []
    for group, figure, side, ratios in means(suite, results, threads):
        behind = sorted((value, label) for label, value in ratios.items() if value < 1)
        text = f"{group + ', ' if group else ''}{figure.headline}: **{geometric_mean(ratios.values()):.2f}** beside {title(side)}"
        text += f" (geometric mean of {len(ratios)}, {len(ratios) - len(behind)} at 1 or above)"
        if behind:
            text += "; furthest behind: " + ", ".join(f"{label} {value:.2f}" for value, label in behind[:NAMED])
        sentences.append(text)
    return sentences


def _wrapped(text, mark=""):
    """Text in lines of a document, the first one after a mark."""
    return textwrap.fill(text, WIDTH, initial_indent=mark, subsequent_indent=" " * len(mark), break_long_words=False,
                         break_on_hyphens=False)  # fmt: skip


def markdown(suite, results):
    """Return results as Markdown: the circumstances, geometric means and a table for each number of threads."""
    sides, blocks = results["sides"], []
    versions = ", ".join(f"{title(side)} {version}" for side, version in results["versions"].items())
    cache = " Every process began with an empty cache of compiled programs." if results["cold"] and not suite.cold else ""
    for threads in dict.fromkeys(row["threads"] for row in results["rows"]):
        rows = [row for row in results["rows"] if row["threads"] == threads]
        count = f"{threads} thread{'s' * (threads > 1)}"
        blocks.append(_wrapped(f"{count}, medians of {results['rounds']} interleaved rounds; {versions}.{cache} In brackets the "
                               "ratio of jmx to the other side, above 1 where jmx is better."))  # fmt: skip
        blocks.append("\n".join(_wrapped(sentence, "- ") for sentence in summary(suite, results, threads)))
        columns = [
            (figure, side) for figure in suite.figures if threads >= figure.threads
            for side in sides if any(median(row, side, figure) is not None for row in rows)
        ]  # fmt: skip
        if suite.behind is not None:
            measured, rows = len(rows), [row for row in rows if _is_behind(suite, row, sides)]
            blocks.append(f"Of {measured} rows, the {len(rows)} that are below {suite.behind[0]} in the steady state:")
        heads = [f"{figure.title}: {title(side)}" if side == "jmx" else title(side) for figure, side in columns]
        table = ["| " + " | ".join(["case", *heads]) + " |", "|---" * (len(heads) + 1) + "|"]
        for row in rows:
            texts = [row["label"]] + [
                _cell(row, side, figure) or ("failed" if side in row["errors"] else "") for figure, side in columns
            ]
            table.append("| " + " | ".join(texts) + " |")
        blocks.append("\n".join(table))
    return "\n\n".join(filter(None, blocks)) + "\n"


def _is_behind(suite, row, sides):
    """Whether a row is to be shown: it is notably slower than another side's, or a side has failed."""
    least, keys = suite.behind
    figures = [figure for figure in suite.figures if figure.key in keys]
    ratios = [ratio(row, side, figure) for side in sides if side != "jmx" for figure in figures]
    return bool(row["errors"]) or any(value is not None and value < least for value in ratios)


def markers(name):
    """Return the lines before and after a block of a document."""
    return f"<!-- generated: {name} -->", f"<!-- end of generated: {name} -->"


def _split(path, name):
    """Return a document before, in and after a block."""
    try:
        with open(path) as file:
            text = file.read()
    except OSError as error:
        raise BenchmarkError(f"{path}: cannot be read: {error.strerror}") from None
    begin, end = markers(name)
    parts = re.split(f"^({re.escape(begin)}|{re.escape(end)})\n", text, flags=re.MULTILINE)
    if parts[1::2] != [begin, end]:
        raise BenchmarkError(
            f"{path}: expected one line `{begin}` and after it one line `{end}`; add them where the table belongs"
        )
    return parts[0], parts[2], parts[4]


def check_block(path, name):
    """Raise BenchmarkError unless a document has the markers of a block once and in order."""
    _split(path, name)


def replace_block(path, name, text):
    """Replace what stands between the markers of a block in a document.

    Raises:
        BenchmarkError: the markers are not there once and in order, or the file cannot be written.
    """
    before, _, after = _split(path, name)
    begin, end = markers(name)
    write(path, f"{before}{begin}\n\n{text}\n{end}\n{after}")
