"""What notebooks show of blocks and parameters: a folding tree, and tables."""

import html
import math

import numpy as np

#: children and rows beyond these are counted, not shown
MOST_CHILDREN, MOST_ROWS = 200, 500

_STYLE = 'style="font-family: monospace; font-size: 90%; text-align: left"'


def block_html(block) -> str:
    """A block as HTML: a tree that folds, with the parameters of every block, their shapes and how many numbers they hold."""
    return f"<div {_STYLE}>{_tree(block, '', True)}</div>"


def parameters_html(parameters) -> str:
    """A table of parameters, {name: Parameter}: name, shape, element type, numbers, whether it is trained, and where it is."""
    items = list(parameters.items())
    rows = [_row(name, parameter) for name, parameter in items[:MOST_ROWS]]
    left = len(items) - len(rows)
    if left > 0:
        rows.append(f'<tr><td colspan="6">and {left} more</td></tr>')
    head = "".join(f"<th>{title}</th>" for title in ("name", "shape", "dtype", "numbers", "grad_req", "context"))
    total = _total(parameters.values())
    return f"<table {_STYLE}><tr>{head}</tr>{''.join(rows)}</table><small>{len(items)} parameters, {total}</small>"


def _tree(block, key, opened) -> str:
    own = getattr(block, "_reg_params", {}).items()
    parameters = ", ".join(f"{html.escape(name)} {_shape(parameter)}" for name, parameter in own)
    title = f"({html.escape(str(key))}) " if key != "" else ""
    counted = block.collect_params().values()
    title += f"<b>{html.escape(type(block).__name__)}</b> {parameters} <small>{_total(counted) if counted else ''}</small>"
    children = list(block._children.items())
    if not children:
        return f"<div>{title}</div>"
    inner = "".join(_tree(child, name, False) for name, child in children[:MOST_CHILDREN])
    if len(children) > MOST_CHILDREN:
        inner += f"<div>and {len(children) - MOST_CHILDREN} more</div>"
    state = ' open=""' if opened else ""
    return f'<details{state}><summary>{title}</summary><div style="margin-left: 1.5em">{inner}</div></details>'


def _row(name, parameter) -> str:
    data = parameter._data
    where = ", ".join(map(str, parameter.list_ctx())) if data is not None else "not initialized"
    cells = (name, _shape(parameter), np.dtype(parameter.dtype).name, _count(parameter), parameter.grad_req, where)
    return "<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in cells) + "</tr>"


def _shape(parameter) -> str:
    shape = parameter.shape
    return "unknown" if shape is None else "(" + ", ".join("?" if size < 1 else str(size) for size in shape) + ")"


def _count(parameter) -> str:
    shape = parameter.shape
    return f"{math.prod(shape):,}" if shape is not None and all(size > 0 for size in shape) else "?"


def _total(parameters) -> str:
    parameters = list({id(parameter): parameter for parameter in parameters}.values())
    known = [p.shape for p in parameters if p.shape is not None and all(size > 0 for size in p.shape)]
    total = f"{sum(map(math.prod, known)):,} numbers"
    return total if len(known) == len(parameters) else f"{total}, and those of {len(parameters) - len(known)} of unknown shape"
