"""Writes a recorded block as a function above the program's loop, and the call of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import libcst as cst

from . import _recorded
from ._recorded import Block, No
from ._tree import below as nodes
from ._tree import children, dotted


def outside_names(module: cst.Module) -> set[str]:
    """Names that functions of a module look up in it: of its imports, functions and classes."""
    found: set[str] = set()

    def visit(node: cst.CSTNode) -> None:
        if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
            found.add(node.name.value)
            return
        if isinstance(node, (cst.Import, cst.ImportFrom)) and not isinstance(node.names, cst.ImportStar):
            for alias in node.names:
                name = dotted(alias.asname.name if alias.asname else alias.name) or ""
                found.add(name.partition(".")[0])
            return
        for child in children(node):
            visit(child)

    visit(module)
    return found


class _Prepared(cst.CSTTransformer):
    """What a method keeps in `self` as arguments of their own, and `detach` as an operator."""

    def __init__(self, attributes: dict[str, str], classic: bool) -> None:
        super().__init__()
        self.attributes, self.classic = attributes, classic

    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.BaseExpression:
        name = self.attributes.get(dotted(original_node) or "")
        return cst.Name(name) if name else updated_node

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        func = updated_node.func
        if self.classic and isinstance(func, cst.Attribute) and func.attr.value == "detach" and not updated_node.args:
            return updated_node.with_changes(
                func=cst.parse_expression("jmx.nd.BlockGrad"), args=[cst.Arg(func.value.with_changes(lpar=[], rpar=[]))]
            )
        return updated_node


def write(
    block: Block,
    name: str,
    outside: set[str],
    wanted: Callable[[str], bool],
    taken: set[str],
    classic: bool,
    conditions: Mapping[str, str],
) -> tuple[cst.BaseStatement, list[str]]:
    """The function of a block and Python of the statements that call it.

    Parameters
    ----------
    name : what the function is called
    outside : names that are looked up in the module
    wanted : tells of a name that the block makes whether something else uses it
    taken : names of the file
    classic : whether the file is on mx.nd
    conditions : names that have a value under a condition only, with its Python

    Raises
    ------
    No
        It cannot be a function.
    """
    given, made, uncertain = _recorded.signature(block, outside)
    for one in sorted(uncertain):
        if wanted(one):
            raise No(f"`{one}` gets a value in some cases only")
    if not classic and any(_recorded.STOPPED in one for one in block.losses):
        raise No("`backward` is called with a gradient")
    passed = [f"{one} if {conditions[one]} else None" if one in conditions else one for one in given]
    attributes: dict[str, str] = {}
    if "self" in given:
        for statement in block.body:
            for node in nodes(statement, cst.Attribute):
                if isinstance(node.value, cst.Name) and node.value.value == "self":
                    short = node.attr.value if node.attr.value not in taken else f"own_{node.attr.value}"
                    attributes[f"self.{node.attr.value}"] = short
        at = given.index("self")
        given[at : at + 1] = attributes.values()
        passed[at : at + 1] = attributes
    if not given:
        raise No("it computes with names of the module alone")
    results = [one for one in made if one in given or wanted(one)]
    body = [statement.visit(_Prepared(attributes, classic)) for statement in block.body]
    noted = "losses_of_backward" in block.losses
    losses = ["*losses_of_backward" if one == "losses_of_backward" else one for one in block.losses]
    for path, short in attributes.items():
        losses = [one.replace(path, short) for one in losses]
    losses = [one.replace(_recorded.STOPPED, "jmx.nd.BlockGrad") for one in losses]
    if block.scale is not None:
        scale = "loss_scale" if "loss_scale" not in taken else "jmx_loss_scale"
        given.append(scale)
        passed.append(scale)
        each = f"({losses[0]} if isinstance({losses[0]}, (list, tuple)) else [{losses[0]}])"
        losses = [f"[one * {scale}.astype(one.dtype) for one in {each}]"]
    text = losses[0] if len(losses) == 1 and not losses[0].startswith("*") else f"jmx.jax.Groups([{', '.join(losses)}])"
    first = ["losses_of_backward = []\n"] if noted else []
    result = results[0] if len(results) == 1 else f"({', '.join(results)})" if results else "None"
    last = cst.parse_statement(f"return {text}, {result}\n")
    function = cst.ensure_type(cst.parse_statement(f"def {name}({', '.join(given)}):\n    pass\n"), cst.FunctionDef)
    statements = [*map(cst.parse_statement, first), *body, last]
    function = function.with_changes(body=cst.IndentedBlock(body=statements), leading_lines=[cst.EmptyLine(), cst.EmptyLine()])
    call = f"jmx.jax.backward({', '.join([name, *passed])})"
    call = f"{', '.join(results)} = {call}" if results else call
    if block.condition is not None:
        call = _under(
            *block.condition, call, f"_, {result} = {name}({', '.join(passed)})" if results else f"{name}({', '.join(passed)})"
        )
    return function, [*_scaling(block.scale, passed[-1], classic), call]


def _under(condition: str, training: bool, call: str, plain: str) -> str:
    """A statement that computes gradients under a condition, and the values alone otherwise."""
    otherwise = ["with jmx.autograd.train_mode():", f"    {plain}"] if training else [plain]
    return "\n".join([f"if {condition}:", f"    {call}", "else:", *(f"    {line}" for line in otherwise)])


def _scaling(scale: tuple[str, str | None] | None, name: str, classic: bool) -> list[str]:
    """Statements that ask a Trainer for the scale of its losses, as an array, so that another scale is no other program."""
    if scale is None:
        return []
    trainer, condition = scale
    asked = f"with jmx.contrib.amp.scale_loss({name}, {trainer}) as {name}:\n    pass"
    if condition is not None:
        asked = f"if {condition}:\n" + "\n".join(f"    {line}" for line in asked.split("\n"))
    return [f"{name} = jmx.{'nd' if classic else 'np'}.ones((1,))", asked]
