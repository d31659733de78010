"""Recorded blocks as functions: what `autograd.record` holds and the `backward` that follows, for `jmx.jax.backward`."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from typing import Any

import libcst as cst

from ._tree import below as nodes
from ._tree import children, dotted

#: what has to happen outside of a function: it looks at values, or tells them
_LOOKS = frozenset("asnumpy asscalar item wait_to_read tolist".split())
_OTHER_RECORDING = frozenset("pause predict_mode train_mode no_grad grad mark_variables set_recording".split())
#: what stands in Python of losses for the operator that lets no gradient through
STOPPED = "__stopped__"
_BUILTINS = frozenset(dir(builtins))


_OTHER_MODE = "a variable says in which mode it is recorded, and `backward` does not depend on that alone"


class No(Exception):
    """Why a step is not rewritten."""


class Block:
    """A recorded block: its statements, and where its gradients are computed.

    body       the statements of the function
    after      statements of the block that are done after it, such as those of metrics
    gone       statements below the block that become part of it
    swapped    statements below the block, and what they are without `backward`
    losses     Python of what `backward` is called on
    scale      Python of the Trainer that scales losses in mixed precision, and of the condition under which it does
    condition  Python of the condition under which `backward` is called, and whether the block is computed in training mode where
               it is not
    """

    def __init__(self) -> None:
        self.swapped: dict[cst.CSTNode, cst.BaseStatement] = {}
        self.scale: tuple[str, str | None] | None = None
        self.condition: tuple[str, bool] | None = None
        self.body: list[cst.BaseStatement] = []
        self.after: list[cst.BaseStatement] = []
        self.gone: list[cst.BaseStatement] = []
        self.losses: list[str] = []


def code(node: Any) -> str:
    """The text of a node."""
    return cst.Module([]).code_for_node(node)


def mode_of(record: cst.With) -> str | None:
    """Python of the mode in which a block is recorded; None for that of training."""
    modes = [code(arg.value) for arg in cst.ensure_type(record.items[0].item, cst.Call).args]
    return next((mode for mode in modes if mode != "True"), None)


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
        text = code(call.func.value)
        if plain and (len(plain) > 1 or plain[0].star or code(plain[0].value) == "None"):
            raise No("`backward` is called with other arguments than a gradient")
        return f"({text}) * {STOPPED}({code(plain[0].value)})" if plain else text, False
    return None


def _scaled(statement: cst.CSTNode, name: Callable[[cst.CSTNode], str | None]) -> tuple[str, bool, str] | None:
    """What `with amp.scale_loss(losses, trainer) as scaled: scaled.backward()` calls `backward` on, and Python of the Trainer."""
    if not isinstance(statement, cst.With) or len(statement.items) != 1 or len(getattr(statement.body, "body", ())) != 1:
        return None
    item = statement.items[0]
    call = item.item
    if not isinstance(call, cst.Call) or not (name(call.func) or "").endswith(".scale_loss") or len(call.args) != 2:
        return None
    found = backward_of(statement.body.body[0], name)
    if item.asname is None or found is None or found[0] != code(item.asname.name):
        return None
    return code(call.args[0].value), found[1], code(call.args[1].value)


def _with_or_without(
    statement: cst.CSTNode, name: Callable[[cst.CSTNode], str | None]
) -> tuple[str, bool, str, str | None] | None:
    """The same, also where `if` and `else` do it with and without a scale: with Python of the condition."""
    plain = _scaled(statement, name)
    if plain is not None:
        return *plain, None
    if not isinstance(statement, cst.If) or not isinstance(statement.orelse, cst.Else):
        return None
    branches: list[Sequence[Any]] = [getattr(one.body, "body", ()) for one in (statement, statement.orelse)]
    if any(len(one) != 1 for one in branches):
        return None
    first, second = _scaled(branches[0][0], name), backward_of(branches[1][0], name)
    if first is None or second is None or first[0] != second[0]:
        return None
    return *first, code(statement.test)


def _apart(statement: cst.BaseStatement, name: Callable[[cst.CSTNode], str | None]) -> tuple[str, cst.BaseStatement] | None:
    """A loop over losses that does more than `backward`: Python of the losses, and the loop without it."""
    if not isinstance(statement, cst.For) or not isinstance(statement.target, cst.Name) or statement.orelse is not None:
        return None
    inner = list(statement.body.body)
    mine = [one for one in inner if _mentions_backward(one)]
    if len(mine) != 1 or len(inner) < 2 or not isinstance(statement.iter, (cst.Name, cst.Attribute)):
        return None
    if backward_of(mine[0], name) != (statement.target.value, False):
        return None
    inner.remove(mine[0])
    return code(statement.iter), statement.with_changes(body=statement.body.with_changes(body=inner))


def _mentions_backward(node: cst.CSTNode) -> bool:
    return any(one.attr.value == "backward" for one in nodes(node, cst.Attribute))


def read(record: cst.With, below: Sequence[cst.BaseStatement], name: Callable[[cst.CSTNode], str | None]) -> Block:
    """A recorded block and the `backward` that belongs to it.

    Raises
    ------
    No
        It cannot be a function.
    """
    block = Block()
    moved: set[str] = set()
    statements: list[Any] = list(record.body.body)
    if isinstance(record.body, cst.SimpleStatementSuite):  # they stand on the line of `with`
        statements = [cst.SimpleStatementLine([one.with_changes(semicolon=cst.MaybeSentinel.DEFAULT)]) for one in statements]
    for statement in statements:
        found = backward_of(statement, name)
        if found is not None:
            _add(block, *found)
        elif _add_scaled(block, _with_or_without(statement, name)):
            continue
        elif _mentions_backward(statement):
            block.body.append(_with_noted_losses(statement, name))
            block.losses.append("losses_of_backward")
        elif _is_effect(statement, moved, block):
            block.after.append(statement)
            moved |= set(_bound(statement))
        else:
            block.body.append(statement)
    if not block.losses:
        _read_below(block, record, below, name)
    if not block.losses:
        raise No("`backward` is not called beside it")
    if block.condition is None and mode_of(record) is not None:
        raise No(_OTHER_MODE)
    _check(block, name)
    return block


def _read_below(
    block: Block, record: cst.With, below: Sequence[cst.BaseStatement], name: Callable[[cst.CSTNode], str | None]
) -> None:
    """Find `backward` among the statements below a block."""
    for i, statement in enumerate(below):
        found = backward_of(statement, name)
        apart = _apart(statement, name) if found is None else None
        if found is not None:
            _add(block, *found)
            block.gone.append(statement)
        elif _add_scaled(block, _with_or_without(statement, name)):
            block.gone.append(statement)
        elif apart is not None:
            block.losses.append(f"*{apart[0]}")
            block.swapped[statement] = apart[1]
        elif block.losses or _under_a_condition(block, record, statement, name):
            break
        elif _stands_in_the_way(statement):
            raise No("`backward` does not follow what is recorded")
        elif i > 5:
            break


def _under_a_condition(
    block: Block, record: cst.With, statement: cst.BaseStatement, name: Callable[[cst.CSTNode], str | None]
) -> bool:
    """Take `if training:` below a block whose first statements call `backward`; what stands behind them stays."""
    if not isinstance(statement, cst.If) or statement.orelse is not None or not isinstance(statement.body, cst.IndentedBlock):
        return False
    test, inner = dotted(statement.test), list(statement.body.body)
    found = [backward_of(one, name) for one in inner]
    count = next((i for i, one in enumerate(found) if one is None), len(found))
    if test is None or not count:
        return False
    if any(test.partition(".")[0] in _bound(one) for one in record.body.body):
        raise No(f"`{test}` gets its value while it is recorded")
    mode = mode_of(record)
    if mode not in (None, test):
        raise No(_OTHER_MODE)
    for one in found[:count]:
        if one is not None:
            _add(block, *one)
    block.condition = test, mode is None
    block.gone += [statement] if count == len(inner) else inner[:count]
    return True


def _add(block: Block, text: str, one_by_one: bool) -> None:
    block.losses.append(f"*{text}" if one_by_one else text)


def _add_scaled(block: Block, found: tuple[str, bool, str, str | None] | None) -> bool:
    if found is None:
        return False
    losses, _, trainer, condition = found
    if block.losses:
        raise No("some losses are scaled and others are not")
    block.scale = trainer, condition
    block.losses.append(losses)
    return True


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


def certain(statement: cst.CSTNode) -> set[str]:
    """The names that a statement assigns in any case."""
    if isinstance(statement, cst.If):
        other = statement.orelse
        if other is None:
            return set()
        second = certain(other) if isinstance(other, cst.If) else _certain_in(other.body)
        return _certain_in(statement.body) & second
    if isinstance(statement, (cst.While, cst.Try, cst.TryStar)):
        return set()
    return set(_bound(statement))


def _certain_in(suite: Any) -> set[str]:
    found: set[str] = set()
    for one in suite.body:
        found |= certain(one)
    return found


def signature(block: Block, outside: set[str]) -> tuple[list[str], list[str], set[str]]:
    """The names that the function of a block is given, those that it makes, and those that it makes in some cases only.

    `outside` has the names that are looked up in the module: those of imports, functions and classes.
    """
    given: list[str] = []
    made: list[str] = []
    uncertain: set[str] = set()
    for statement in block.body:
        own = _own_names(statement)
        bound = _bound(statement)
        inner = set(bound) if isinstance(statement, (cst.For, cst.While, cst.If, cst.With, cst.Try)) else set()
        first_uses = _first_uses(statement) if inner else set(uses(statement))
        for one in uses(statement):
            known = one in made or one in own or one in outside or one in _BUILTINS and one not in bound
            if known or one == "losses_of_backward" or one in inner and one not in first_uses:
                continue
            if one in uncertain:
                raise No(f"`{one}` gets a value in some cases only")
            if one not in given:
                given.append(one)
        sure = certain(statement)
        uncertain |= set(bound) - sure - {*made, *given}
        uncertain -= sure
        made += [one for one in bound if one not in made and one not in uncertain]
    for text in block.losses:
        for one in uses(cst.parse_expression(text.lstrip("*"))):
            if one in uncertain:
                raise No(f"`{one}` gets a value in some cases only")
            if one == STOPPED:
                continue
            if one not in (*made, *given) and one not in outside and one not in _BUILTINS and one != "losses_of_backward":
                given.append(one)
    return given, [one for one in made if one != "losses_of_backward"], uncertain


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
