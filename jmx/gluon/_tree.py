"""What notebooks show of blocks: a tree that folds, with parameters and output shapes."""

import html

from ._html import STYLE, shape_text, total
from ._shapes import known

#: children beyond these are counted, not shown
MOST_CHILDREN = 200


def block_html(block) -> str:
    """A block as HTML: a tree that folds, with the parameters of every block, their shapes and how many numbers they hold.

    Output shapes are there where they can be told: see `_shapes`.
    """
    return shown_html(block, *known(block))


def shown_html(block, shapes, inputs) -> str:
    """The same with these output shapes, by id of the block, for inputs of the shapes that the text `inputs` says."""
    note = f"<small>Shapes behind the arrows: outputs for inputs of {html.escape(inputs)}</small>" if inputs else ""
    return f"<div {STYLE}>{_tree(block, '', True, shapes)}{note}</div>"


def shown_text(block, shapes, key="") -> str:
    """The same tree as text."""
    name, parameters, shape, numbers = _title(block, shapes)
    words = [f"({key})" if key != "" else "", name, parameters, shape and f"-> {shape}", numbers and f"[{numbers}]"]
    children = list(block._children.items())
    lines = [shown_text(child, shapes, name) for name, child in children[:MOST_CHILDREN]]
    if len(children) > MOST_CHILDREN:
        lines.append(f"and {len(children) - MOST_CHILDREN} more")
    return "\n".join([" ".join(filter(None, words)), *("  " + line.replace("\n", "\n  ") for line in lines)])


def _title(block, shapes) -> tuple[str, str, str, str]:
    """Of a block: its class, its own parameters, the shapes of its outputs, the count of all numbers."""
    own = getattr(block, "_reg_params", {}).items()
    parameters = ", ".join(f"{name} {shape_text(parameter)}" for name, parameter in own)
    counted = block.collect_params().values()
    return type(block).__name__, parameters, shapes.get(id(block), ""), total(counted) if counted else ""


def _tree(block, key, opened, shapes) -> str:
    name, parameters, shape, numbers = map(html.escape, _title(block, shapes))
    title = f"({html.escape(str(key))}) " if key != "" else ""
    title += f"<b>{name}</b> {parameters} {shape and '&#8594; '}{shape} <small>{numbers}</small>"
    children = list(block._children.items())
    if not children:
        return f"<div>{title}</div>"
    inner = "".join(_tree(child, name, False, shapes) for name, child in children[:MOST_CHILDREN])
    if len(children) > MOST_CHILDREN:
        inner += f"<div>and {len(children) - MOST_CHILDREN} more</div>"
    state = ' open=""' if opened else ""
    return f'<details{state}><summary>{title}</summary><div style="margin-left: 1.5em">{inner}</div></details>'
