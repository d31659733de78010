"""What notebooks show of parameters: tables."""

import html
import math

import numpy as np

#: rows beyond these are counted, not shown
MOST_ROWS = 500

STYLE = 'style="font-family: monospace; font-size: 90%; text-align: left"'


def parameters_html(parameters) -> str:
    """A table of parameters, {name: Parameter}: name, shape, element type, numbers, whether it is trained, and where it is."""
    items = list(parameters.items())
    rows = [_row(name, parameter) for name, parameter in items[:MOST_ROWS]]
    left = len(items) - len(rows)
    if left > 0:
        rows.append(f'<tr><td colspan="6">and {left} more</td></tr>')
    head = "".join(f"<th>{title}</th>" for title in ("name", "shape", "dtype", "numbers", "grad_req", "context"))
    table = f"<table {STYLE}><tr>{head}</tr>{''.join(rows)}</table>"
    return f"{table}<small>{len(items)} parameters, {total(parameters.values())}</small>"


def _row(name, parameter) -> str:
    data = parameter._data
    where = ", ".join(map(str, parameter.list_ctx())) if data is not None else "not initialized"
    cells = (name, shape_text(parameter), np.dtype(parameter.dtype).name, _count(parameter), parameter.grad_req, where)
    return "<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in cells) + "</tr>"


def shape_text(parameter) -> str:
    """The shape of a parameter, with a question mark for what is not known."""
    shape = parameter.shape
    return "unknown" if shape is None else "(" + ", ".join("?" if size < 1 else str(size) for size in shape) + ")"


def _count(parameter) -> str:
    shape = parameter.shape
    return f"{math.prod(shape):,}" if shape is not None and all(size > 0 for size in shape) else "?"


def total(parameters) -> str:
    """How many numbers parameters hold together; a shared one counts once."""
    parameters = list({id(parameter): parameter for parameter in parameters}.values())
    known = [p.shape for p in parameters if p.shape is not None and all(size > 0 for size in p.shape)]
    numbers = f"{sum(map(math.prod, known)):,} numbers"
    unknown = len(parameters) - len(known)
    return f"{numbers}, and those of {unknown} of unknown shape" if unknown else numbers
