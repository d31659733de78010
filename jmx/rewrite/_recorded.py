"""Recorded blocks as functions: what `autograd.record` holds and the `backward` that follows, for `jmx.jax.backward`."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import libcst as cst

from ._tree import children, dotted

#: what has to happen outside of a function: it looks at values, or tells them
_LOOKS = frozenset("asnumpy asscalar item wait_to_read tolist".split())
_OTHER_RECORDING = frozenset("pause predict_mode train_mode no_grad grad mark_variables set_recording".split())
_BUILTINS = frozenset(dir(builtins))


class No(Exception):
    """Why a step is not rewritten."""


class Block:
    """A recorded block: its statements, and where its gradients are computed.

    body       the statements of the function
    after      statements of the block that are done after it, such as those of metrics
    gone       statements below the block that become part of it
    losses     Python of what `backward` is called on
    """

    def __init__(self) -> None:
        self.body: list[cst.BaseStatement] = []
        self.after: list[cst.BaseStatement] = []
        self.gone: list[cst.BaseStatement] = []
        self.losses: list[str] = []


def code(node: Any) -> str:
    """The text of a node."""
    return cst.Module([]).code_for_node(node)


def nodes(node: cst.CSTNode, kind: type[cst.CSTNode] | tuple[type[cst.CSTNode], ...]) -> Iterator[Any]:
    """All nodes of a kind, from this one down."""
    if isinstance(node, kind):
        yield node
    for child in children(node):
        yield from nodes(child, kind)


def backward_of(statement: cst.CSTNode, name: Callable[[cst.CSTNode], str | None]) -> tuple[str, bool] | None:
    """Python of what a statement calls `backward` on, and whether that is a list of losses one after another; None for others."""
    if isinstance(statement, cst.For):
        inner = statement.body.body
        target = statement.target
        if len(inner) == 1 and isinstance(target, cst.Name) and statement.orelse is None:
            found = backward_of(inner[0], name)
            if found == (target.value, False):
                return code(statement.iter), True
        return None
    if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
        return None
    expression = statement.body[0]
    if not isinstance(expression, cst.Expr):
        return None
    call = expression.value
    if isinstance(call, cst.ListComp) and isinstance(call.for_in.target, cst.Name) and not call.for_in.ifs:
        inner_call = call.elt
        if isinstance(inner_call, cst.Call) and dotted(inner_call.func) == f"{call.for_in.target.value}.backward":
            return code(call.for_in.iter), True
        return None
    if not isinstance(call, cst.Call):
        return None
    plain = [arg for arg in call.args if not (arg.keyword and arg.keyword.value in ("retain_graph", "train_mode"))]
    if name(call.func) == "mx.autograd.backward" and len(plain) == 1:
        return code(plain[0].value), False
    if isinstance(call.func, cst.Attribute) and call.func.attr.value == "backward":
        if plain:
            raise No("`backward` is called with a gradient")
        return code(call.func.value), False
    return None


def _mentions_backward(node: cst.CSTNode) -> bool:
    return any(one.attr.value == "backward" for one in nodes(node, cst.Attribute))


def read(record: cst.With, below: Sequence[cst.BaseStatement], name: Callable[[cst.CSTNode], str | None]) -> Block:
    """A recorded block and the `backward` that belongs to it.

    Raises
    ------
    No
        It cannot be a function.
    """
    if not isinstance(record.body, cst.IndentedBlock):
        raise No("the recorded statements stand on the line of `with`")
    block = Block()
    moved: set[str] = set()
    for statement in record.body.body:
        found = backward_of(statement, name)
        if found is not None:
            _add(block, *found)
        elif _mentions_backward(statement):
            block.body.append(_with_noted_losses(statement, name))
            block.losses.append("losses_of_backward")
        elif _is_effect(statement, moved, block):
            block.after.append(statement)
            moved |= set(_bound(statement))
        else:
            block.body.append(statement)
    if not block.losses:
        for i, statement in enumerate(below):
            found = backward_of(statement, name)
            if found is not None:
                _add(block, *found)
                block.gone.append(statement)
            elif block.losses:
                break
            elif _stands_in_the_way(statement):
                raise No("`backward` does not follow what is recorded")
            elif i > 5:
                break
    if not block.losses:
        raise No("`backward` is not called beside it")
    _check(block, name)
    return block


def _add(block: Block, text: str, one_by_one: bool) -> None:
    block.losses.append(f"*{text}" if one_by_one else text)


def _stands_in_the_way(statement: cst.CSTNode) -> bool:
    words = ("backward", "zero_grad", "step", "update_params", "set_data", "grad", "load_parameters")
    return any(one.attr.value in words for one in nodes(statement, cst.Attribute)) or isinstance(
        statement, (cst.If, cst.While, cst.Try, cst.With)
    )


def _is_effect(statement: cst.CSTNode, moved: set[str], block: Block) -> bool:
    """Whether a statement is done for what it does, and has to be done outside: it prints, or tells a metric."""
    if any(one.attr.value in _LOOKS for one in nodes(statement, cst.Attribute)):
        return True
    if any(one.value in moved for one in nodes(statement, cst.Name)):
        return True
    if isinstance(statement, cst.SimpleStatementLine) and isinstance(statement.body[0], cst.Expr):
        call = statement.body[0].value
        if isinstance(call, cst.BaseString):
            return False
        if isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) and call.func.attr.value in ("append", "extend"):
            made = {one for part in block.body for one in _bound(part)}
            return dotted(call.func.value) not in made
        return True
    return False


class _NoteLosses(cst.CSTTransformer):
    """`loss.backward()` inside a loop of the block becomes a note of the loss."""

    def __init__(self, name: Callable[[cst.CSTNode], str | None]) -> None:
        super().__init__()
        self.name = name

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.BaseStatement:
        found = backward_of(original_node, self.name)
        if found is None or found[1]:
            return updated_node
        return cst.ensure_type(cst.parse_statement(f"losses_of_backward.append({found[0]})\n"), cst.SimpleStatementLine)


def _with_noted_losses(statement: cst.BaseStatement, name: Callable[[cst.CSTNode], str | None]) -> cst.BaseStatement:
    if not isinstance(statement, cst.For):
        raise No("whether `backward` is called depends on something")
    if any(_mentions_backward(one) for one in nodes(statement, (cst.If, cst.While, cst.Try, cst.With))):
        raise No("whether `backward` is called depends on something")
    return cst.ensure_type(statement.visit(_NoteLosses(name)), cst.For)


def _check(block: Block, name: Callable[[cst.CSTNode], str | None]) -> None:
    for statement in block.body:
        for node in nodes(statement, (cst.Return, cst.Break, cst.Continue, cst.Yield, cst.Global, cst.Nonlocal, cst.Await)):
            if not isinstance(node, (cst.Break, cst.Continue)) or not any(True for _ in nodes(statement, (cst.For, cst.While))):
                raise No("the recorded block is left, or its names belong to other functions")
        for node in nodes(statement, cst.With):
            called = node.items[0].item
            what = (name(called.func) if isinstance(called, cst.Call) else None) or ""
            if what.rpartition(".")[2] in _OTHER_RECORDING:
                raise No("a part of it is not recorded")
            if what.endswith("scale_loss"):
                raise No("mixed precision scales the loss by a number that changes; bfloat16 needs no scaling")
        for node in nodes(statement, cst.AssignTarget):
            if isinstance(node.target, (cst.Attribute, cst.Subscript)):
                raise No("something is kept in an attribute or an element while it is recorded")
        for node in nodes(statement, cst.Call):
            if name(node.func) == "mx.autograd.grad":
                raise No("gradients are computed while it is recorded")


def _bound(statement: cst.CSTNode) -> list[str]:
    """The names that a statement assigns, in order; those of comprehensions and functions inside are left out."""
    found: list[str] = []

    def targets(node: cst.CSTNode) -> None:
        if isinstance(node, cst.Name):
            found.append(node.value)
        elif isinstance(node, (cst.Tuple, cst.List)):
            for element in node.elements:
                targets(element.value)

    def visit(node: cst.CSTNode) -> None:
        if isinstance(node, cst.Assign):
            for target in node.targets:
                targets(target.target)
        elif isinstance(node, (cst.AugAssign, cst.AnnAssign, cst.For)):
            targets(node.target)
        elif isinstance(node, (cst.FunctionDef, cst.ClassDef)):
            found.append(node.name.value)
            return
        elif isinstance(node, cst.NamedExpr):
            targets(node.target)
        elif isinstance(node, cst.Lambda):
            return
        elif isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value in ("append", "extend"):
            targets(node.func.value)
        for child in children(node):
            visit(child)

    visit(statement)
    return list(dict.fromkeys(found))


def _own_names(node: cst.CSTNode) -> set[str]:
    """Names that belong to comprehensions and lambdas."""
    own: set[str] = set()
    for one in nodes(node, (cst.CompFor, cst.Param)):
        target = one.target if isinstance(one, cst.CompFor) else one.name
        own |= {name.value for name in nodes(target, cst.Name)}
    return own


def uses(node: cst.CSTNode) -> list[str]:
    """The names whose values an expression or statement uses, in order."""
    found: list[str] = []

    def visit(node: cst.CSTNode) -> None:
        if isinstance(node, cst.Name):
            found.append(node.value)
        elif isinstance(node, cst.Attribute):
            visit(node.value)
        elif isinstance(node, cst.Arg):
            visit(node.value)
        elif isinstance(node, cst.AssignTarget):
            if not isinstance(node.target, (cst.Name, cst.Tuple, cst.List)):
                visit(node.target)
        elif isinstance(node, cst.For):
            visit(node.iter)
            visit(node.body)
        elif isinstance(node, cst.Param):
            pass
        else:
            for child in children(node):
                visit(child)

    visit(node)
    return list(dict.fromkeys(found))


def signature(block: Block, outside: set[str]) -> tuple[list[str], list[str]]:
    """The names that the function of a block is given, and those that it makes.

    `outside` has the names that are looked up in the module: those of imports, functions and classes.
    """
    given: list[str] = []
    made: list[str] = []
    for statement in block.body:
        own = _own_names(statement)
        bound = _bound(statement)
        inner = set(bound) if isinstance(statement, (cst.For, cst.While, cst.If, cst.With, cst.Try)) else set()
        first_uses = _first_uses(statement) if inner else set(uses(statement))
        for one in uses(statement):
            known = one in made or one in own or one in outside or one in _BUILTINS and one not in bound
            if known or one == "losses_of_backward" or one in inner and one not in first_uses:
                continue
            if one not in given:
                given.append(one)
        if isinstance(statement, (cst.If, cst.While, cst.Try)) and not set(bound) <= {*made, *given}:
            raise No("some of its names get values in some cases only")
        made += [one for one in bound if one not in made]
    for text in block.losses:
        for one in uses(cst.parse_expression(text.lstrip("*"))):
            if one not in (*made, *given) and one not in outside and one not in _BUILTINS and one != "losses_of_backward":
                given.append(one)
    return given, [one for one in made if one != "losses_of_backward"]


def _first_uses(statement: cst.CSTNode) -> set[str]:
    """Names that a compound statement uses before it assigns them."""
    found: set[str] = set()
    made: set[str] = set()

    def block(node: Any) -> None:
        for one in node.body:
            if isinstance(one, (cst.SimpleStatementLine, cst.BaseSmallStatement)):
                found.update(set(uses(one)) - made)
                if not isinstance(one, cst.SimpleStatementLine) or not any(isinstance(part, cst.AugAssign) for part in one.body):
                    made.update(_bound(one))
            else:
                compound(one)

    def compound(node: Any) -> None:
        if isinstance(node, cst.For):
            found.update(set(uses(node.iter)) - made)
            made.update(one.value for one in nodes(node.target, cst.Name))
        elif isinstance(node, (cst.If, cst.While)):
            found.update(set(uses(node.test)) - made)
        elif isinstance(node, cst.With):
            for item in node.items:
                found.update(set(uses(item)) - made)
        if hasattr(node, "body"):
            block(node.body)
        other = getattr(node, "orelse", None)
        if other is not None:
            compound(other) if isinstance(other, cst.If) else block(other.body)

    compound(statement)
    return found
