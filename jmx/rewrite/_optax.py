"""The stage `optax`: training steps of Gluon become the function of JAX that `jmx.to_jax_step` makes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import libcst as cst

from . import Outcome, _functions, _imports, _recorded
from ._blocks import Facts
from ._recorded import No as _No
from ._source import Codemod, dotted, header_end, run
from ._tree import Reader, children, unshared
from ._tree import below as nodes

_TEXT = "this step stays as it is: {}; docs/leaving/training.md says how to write it with jmx.to_jax_step"
_HYBRID = ("mx.gluon.nn.", "mx.gluon.model_zoo.vision.", "mx.gluon.rnn.", "mx.gluon.HybridBlock")
_NOT_HYBRID = ("mx.gluon.nn.Sequential", "mx.gluon.nn.Block", "mx.gluon.nn.Lambda")
#: what a Trainer is asked or told that a step made before does not know
_TRAINER = frozenset("set_learning_rate learning_rate allreduce_grads update".split())
_LOOPS = (cst.For, cst.While)


def stage(module: cst.Module) -> Outcome:
    """Rewrite a module."""
    facts = Facts()
    facts.read(module)
    if not facts.root:
        return Outcome(module, 0)
    kinds = _Kinds(facts)
    kinds.read(module)
    codemod = _Steps(facts, kinds)
    result = run(codemod, module)
    if not codemod.places:
        return Outcome(result, 0)
    result = _imports.stage(unshared(result)).module
    body = list(result.body)
    missing = [name for name in ("jax", "jmx") if name not in kinds.imported and (name == "jmx" or codemod.before)]
    at = header_end(body)
    new = [cst.parse_statement(f"import {name}\n") for name in missing]
    return Outcome(result.with_changes(body=[*body[:at], *new, *body[at:]]), codemod.places)


class _Kinds(Reader):
    """What the names of a file stand for: "hybrid", "sequential", "loss", "trainer", or "?" where that is not known."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.of: dict[str, str] = {}
        self.imported: set[str] = set()
        self.returned: dict[str, set[str]] = {}
        self.functions: list[str] = []
        self.trainer_is_asked = False
        self.added: dict[str, bool] = {}  #: whether all that is added to a network is layers of gluon.nn

    def visit_Import(self, node: cst.Import) -> None:
        self.imported |= {dotted(alias.name) or "" for alias in node.names if alias.asname is None}

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        self.functions.append(node.name.value)

    def leave_FunctionDef(self, node: cst.FunctionDef) -> None:
        self.functions.pop()

    def leave_Return(self, node: cst.Return) -> None:
        if self.functions and node.value is not None:
            self.returned.setdefault(self.functions[-1], set()).add(self.kind(node.value))

    def leave_Assign(self, node: cst.Assign) -> None:
        for target in node.targets:
            name = dotted(target.target)
            if name is not None:
                kind = self.kind(node.value)
                self.of[name] = kind if self.of.get(name, kind) == kind else "?"

    def visit_Attribute(self, node: cst.Attribute) -> None:
        if node.attr.value in _TRAINER and self.of.get(dotted(node.value) or "") == "trainer":
            self.trainer_is_asked = True

    def visit_Call(self, node: cst.Call) -> None:
        if isinstance(node.func, cst.Attribute) and node.func.attr.value == "add":
            name = dotted(node.func.value) or ""
            plain = all(
                isinstance(arg.value, cst.Call) and (self.name(arg.value.func) or "").startswith("mx.gluon.nn.")
                and self.name(arg.value.func) not in _NOT_HYBRID
                for arg in node.args
            )  # fmt: skip
            self.added[name] = self.added.get(name, True) and plain

    def kind(self, value: cst.BaseExpression) -> str:
        """What an expression gives."""
        if isinstance(value, cst.Name):
            return self.of.get(value.value, "?")
        if not isinstance(value, cst.Call):
            return "?"
        name = self.name(value.func) or ""
        if name in ("mx.gluon.Trainer", "mx.gluon.trainer.Trainer"):
            return "trainer"
        if name == "mx.gluon.nn.Sequential":
            return "sequential"
        if name.startswith("mx.gluon.loss."):
            return "loss"
        if name.startswith(_HYBRID) and name not in _NOT_HYBRID:
            return "hybrid"
        called = dotted(value.func) or ""
        if called in self.facts.classes:
            return "hybrid" if self._is_hybrid(called) else "?"
        returned = self.returned.get(called, set())
        return next(iter(returned)) if len(returned) == 1 else "?"

    def _is_hybrid(self, name: str, depth: int = 0) -> bool:
        bases = self.facts.classes[name].bases
        return depth < 20 and any(
            base in ("mx.gluon.HybridBlock", "mx.gluon.block.HybridBlock", "mx.gluon.nn.HybridSequential")
            or base in self.facts.classes and self._is_hybrid(base, depth + 1)
            for base in bases
        )  # fmt: skip


@dataclass
class _Step:
    """A training step that was recognized."""

    net: str
    loss_function: str
    trainer: str
    inputs: list[str]
    labels: list[str]
    loss: str
    outputs: str | None
    size: str | None  #: what the Trainer divides by, where that is not the number of samples in the batch
    record: cst.With
    rest: list[cst.BaseStatement] = field(default_factory=list)  #: the statements of backward and step
    has_mean: bool = False


class _Steps(Codemod):
    def __init__(self, facts: Facts, kinds: _Kinds) -> None:
        super().__init__()
        self.facts, self.kinds = facts, kinds
        self.before: dict[cst.CSTNode, list[str]] = {}
        self.after: dict[cst.CSTNode, list[str]] = {}
        self.instead: dict[cst.CSTNode, list[str]] = {}
        self.gone: set[cst.CSTNode] = set()
        self.values: dict[cst.CSTNode, str] = {}
        self.sequential: set[str] = set()
        self.functions: dict[cst.CSTNode, list[cst.BaseStatement]] = {}  #: what stands above statements of the module
        self.calls: dict[cst.CSTNode, tuple[list[str], list[cst.BaseStatement]]] = {}
        self.swapped: dict[cst.CSTNode, cst.BaseStatement] = {}  #: loops, and what they are without `backward`
        self._outside: set[str] = set()
        self._written = 0
        self._marked_steps: list[tuple[cst.BaseStatement, Sequence[cst.BaseStatement]]] = []
        self.names = {name: name if name not in facts.names else f"jax_{name}"
                      for name in ("step", "params", "opt_state", "state", "key", "train_step", "dropout_key")}  # fmt: skip

    def places_of_interest(self) -> list[cst.CSTNode]:
        found = [*self.before, *self.after, *self.instead, *self.gone, *self.values, *self.functions, *self.calls, *self.swapped]
        return found + [node for node in self.tree.parents if self.sequential and isinstance(node, cst.Call)]

    # finding steps

    def visit_Module(self, node: cst.Module) -> None:
        self._outside = _functions.outside_names(node)
        bodies = [node.body, *(block.body for block in nodes(node, cst.IndentedBlock))]
        for body in bodies:
            self._look(body)
        for body in bodies:
            for i, statement in enumerate(body):
                if isinstance(statement, cst.With) and statement not in self.instead and self._is_record(statement):
                    self._as_function(statement, body[i + 1 :])
        for statement, above in self._marked_steps:
            records = [one for part in above for one in nodes(part, cst.With) if self._is_record(one)]
            # such as those of a loop above the step, or of a block above `if training:`
            taken = all(one in self.calls or one in self.before for one in records)
            if taken and (records or all(one in self.gone for one in above if self._records(one))):
                self.instead.pop(statement, None)

    def _as_function(self, record: cst.With, below: Sequence[cst.BaseStatement]) -> None:
        """What is no step of the plain form: the recorded block becomes a function, and the Trainer stays."""
        steps = [one for one in below if one in self.instead]
        try:
            if self.facts.attaches:
                raise _No("gradients of arrays are wanted, and not those of a network alone")
            block = _recorded.read(record, below, self.name)
            gone = {id(node) for part in (record, *block.gone) for node in nodes(part, cst.CSTNode)}
            kept = {id(node) for part in block.after for node in nodes(part, cst.CSTNode)}
            _, function = self._above(record)
            used = {
                node.value for node in nodes(function, cst.Name)
                if (id(node) not in gone or id(node) in kept) and not self._is_no_use(node)
            }  # fmt: skip
            conditions = self._conditions(block, function, record)
            name = "recorded" if not self._written else f"recorded_{self._written + 1}"
            while name in self.facts.names:
                name += "_"
            made, call = _functions.write(
                block, name, self._outside, used.__contains__, self.facts.names, not self.facts.numpy_style, conditions
            )
        except _No as reason:
            if steps or any(True for _ in nodes(record, cst.Attribute)):
                for one in steps[1:]:
                    del self.instead[one]
                self.instead[steps[0] if steps else record] = [_TEXT.format(reason)]
            return
        for one in steps:
            del self.instead[one]
        self._written += 1
        self.places += 1
        top = record
        while not isinstance(self.parent(top), cst.Module):
            top = self.parent(top)
        self.functions.setdefault(top, []).append(made)
        self.calls[record] = call, block.after
        self.gone |= set(block.gone)
        self.swapped.update(block.swapped)

    def _conditions(self, block: _recorded.Block, function: cst.CSTNode, record: cst.With) -> dict[str, str]:
        """Names that the block uses under a condition and that have a value under the same condition only, with its Python."""
        found: dict[str, str] = {}
        for statement in block.body:
            if not isinstance(statement, cst.If):
                continue
            for name in _recorded.uses(statement):
                targets = [one for one in _in_scope(function, cst.AssignTarget) if dotted(one.target) == name]
                tests = {self._condition(one, name, record) for one in targets}
                if targets and "" not in tests:
                    if tests != {_recorded.code(statement.test)} or name in _recorded.uses(statement.test):
                        raise _No(f"`{name}` gets a value in some cases only")
                    found[name] = tests.pop()
        return found

    def _condition(self, node: cst.CSTNode, name: str, record: cst.With) -> str:
        """Python of the condition under which a statement gives a name its value where a block is recorded; "" for none."""
        around: set[cst.CSTNode] = set()
        above: cst.CSTNode = record
        while not isinstance(above, (cst.FunctionDef, cst.Module)):
            around.add(above)
            above = self.parent(above)
        while not isinstance(node, (cst.FunctionDef, cst.Module)) and node is not record:
            if isinstance(node, cst.If) and node not in around and name not in _recorded.certain(node):
                return _recorded.code(node.test)
            node = self.parent(node)
        return ""

    def _look(self, body: Sequence[cst.BaseStatement]) -> None:
        for i, statement in enumerate(body):
            call = _call_of(statement)
            if call is None or not isinstance(call.func, cst.Attribute) or call.func.attr.value != "step":
                continue
            trainer = dotted(call.func.value) or ""
            if self.kinds.of.get(trainer) != "trainer":
                before = _call_of(body[i - 1]) if i else None
                if before is not None and (dotted(before.func) or "").endswith(".backward"):
                    self.instead[statement] = [_TEXT.format("its Trainer is not known by a name of this file")]
                continue
            try:
                step = self._recognized(body, i, trainer, call)
                self._plan(step, body)
            except _No as reason:
                if any(self._records(one) for one in body[:i]):  # it may have become a function already
                    self.instead[statement] = [_TEXT.format(reason)]
                    self._marked_steps.append((statement, body[:i]))

    def _records(self, statement: cst.BaseStatement) -> bool:
        """Whether a statement records, or calls `backward` of an array."""
        return isinstance(statement, cst.With) and self._is_record(statement) or any(
            node.attr.value == "backward" and dotted(node) != "jmx.jax.backward" for node in nodes(statement, cst.Attribute)
        )  # fmt: skip

    def _recognized(self, body: Sequence[cst.BaseStatement], i: int, trainer: str, call: cst.Call) -> _Step:
        if self.kinds.trainer_is_asked:
            raise _No("the learning rate or the gradients of the Trainer are used elsewhere in this file")
        record = body[i - 2] if i >= 2 else None
        if not isinstance(record, cst.With) or not self._is_record(record) or _recorded.mode_of(record) is not None:
            raise _No("it is not `with autograd.record():`, `loss.backward()` and `trainer.step(n)` one below the other")
        if not isinstance(record.body, cst.IndentedBlock):
            raise _No("the recorded statements stand on the line of `with`")
        pairs = [_assignment(one) for one in record.body.body]
        if not 1 <= len(pairs) <= 2 or None in pairs:
            raise _No("more is recorded than `outputs = net(x)` and `loss = loss_fn(outputs, y)`")
        found = [pair for pair in pairs if pair is not None]
        loss, value = found[-1]
        backward = _call_of(body[i - 1])
        if backward is None or dotted(backward.func) != f"{loss}.backward" or backward.args:
            raise _No("`loss.backward()` does not stand between")
        has_mean = False
        if isinstance(value.func, cst.Attribute) and value.func.attr.value == "mean" and not value.args:
            if isinstance(value.func.value, cst.Call):
                has_mean, value = True, value.func.value
        function = dotted(value.func) or ""
        if self.kinds.of.get(function) != "loss":
            raise _No("the loss is not known to be one of gluon.loss")
        if any(arg.keyword or arg.star for arg in value.args) or len(value.args) < 2:
            raise _No("the loss is called with other arguments than outputs and labels")
        first = value.args[0].value
        if len(found) == 2:
            outputs, run_net = found[0]
            if dotted(first) != outputs:
                raise _No("the loss is not that of what the network returns")
        else:
            outputs = None
            if not isinstance(first, cst.Call):
                raise _No("the loss is not that of what the network returns")
            run_net = first
        net = dotted(run_net.func) or ""
        self._check_net(net)
        inputs = [_plain(arg) for arg in run_net.args]
        labels = [_plain(arg) for arg in value.args[1:]]
        size = self._size(call, inputs[0] if inputs else "")
        if not inputs or has_mean and size != "1":
            raise _No("what the Trainer divides by is not the number of samples in the batch")
        step = _Step(net, function, trainer, inputs, labels, loss, outputs, None if has_mean else size, record)
        step.rest, step.has_mean = [body[i - 1], body[i]], has_mean
        return step

    def _is_record(self, node: cst.With) -> bool:
        if len(node.items) != 1 or node.items[0].asname is not None or node.asynchronous is not None:
            return False
        call = node.items[0].item
        if not isinstance(call, cst.Call) or self.name(call.func) != "mx.autograd.record":
            return False
        return all(dotted(arg.value) not in (None, "False") for arg in call.args)

    def _check_net(self, net: str) -> None:
        kind = self.kinds.of.get(net, "?")
        if kind == "sequential" and self.kinds.added.get(net, False):
            self.sequential.add(net)
        elif kind != "hybrid":
            raise _No(f"`{net}` is not known to be a HybridBlock")

    def _size(self, call: cst.Call, first: str) -> str | None:
        if len(call.args) != 1 or call.args[0].star or call.args[0].keyword and call.args[0].keyword.value != "batch_size":
            raise _No("trainer.step is called with more than the batch size")
        value = call.args[0].value
        text = cst.Module([]).code_for_node(value)
        if text in (f"len({first})", f"{first}.shape[0]", f"{first}.shape[ 0 ]"):
            return None
        if dotted(value) is None and not isinstance(value, cst.Integer):
            raise _No("the batch size is computed in the call of trainer.step")
        return text

    # what takes its place

    def _plan(self, step: _Step, body: Sequence[cst.BaseStatement]) -> None:
        loops, function = self._above(step.record)
        if not loops:
            raise _No("it is not in a loop")
        if isinstance(function, cst.FunctionDef) and not any(
            dotted(target.target) == step.trainer for target in _in_scope(function, cst.AssignTarget)
        ):
            raise _No("the step would be made anew in each call of the function")
        inner, outer = loops[0], loops[-1]
        if step.record not in getattr(inner.body, "body", ()):
            raise _No("it is done in some rounds of the loop only")
        if any(True for _ in nodes(inner.body, cst.Return)):
            raise _No("the loop is left by `return`")
        own = {id(node) for part in (step.record, *step.rest) for node in nodes(part, cst.CSTNode)}
        for node in nodes(inner.body, cst.CSTNode):
            if id(node) not in own and dotted(node) in (step.net, step.trainer):
                raise _No(f"`{dotted(node)}` is used elsewhere in the loop")
        with_outputs = False
        if step.outputs is not None:
            with_outputs = any(
                isinstance(node, cst.Name) and node.value == step.outputs and id(node) not in own
                for node in _in_scope(function, cst.Name)
            )
        values = self._loss_values(step, inner, function, own)
        self._write(step, inner, outer, with_outputs)
        self.values.update(values)

    def _above(self, node: cst.CSTNode) -> tuple[list[cst.For | cst.While], cst.CSTNode]:
        loops: list[cst.For | cst.While] = []
        while True:
            node = self.parent(node)
            if isinstance(node, _LOOPS):
                loops.append(node)
            elif isinstance(node, (cst.FunctionDef, cst.Module)):
                return loops, node

    def _loss_values(self, step: _Step, inner: cst.CSTNode, function: cst.CSTNode, own: set[int]) -> dict[cst.CSTNode, str]:
        """What stands for the uses of the loss: a number where there was an array with one for each sample."""
        values: dict[cst.CSTNode, str] = {}
        elsewhere = [
            node for node in _in_scope(function, cst.AssignTarget) if id(node) not in own and dotted(node.target) == step.loss
        ]
        place = inner if elsewhere else function
        mean = f"float({step.loss})"
        if step.size is not None:
            mean = f"float({step.loss}) * {step.size} / len({step.inputs[0]})"
        for node in _in_scope(place, cst.Name):
            parent = self.parent(node)
            if node.value != step.loss or id(node) in own or isinstance(parent, (cst.AssignTarget, cst.Param)):
                continue
            if node in (getattr(parent, "keyword", None), getattr(parent, "attr", None)):
                continue
            whole, reduced = self._reduced(node, step.has_mean)
            if whole is None:
                raise _No(f"`{step.loss}` is used as an array of one loss for each sample")
            values[whole] = mean if reduced == "mean" else f"float({step.loss}) * {step.size or f'len({step.inputs[0]})'}"
        return values

    def _reduced(self, name: cst.Name, is_mean: bool) -> tuple[cst.CSTNode | None, str]:
        """The expression that makes a number of the loss, and whether that is the mean or the sum."""
        reduced = "mean" if is_mean else ""
        node: cst.CSTNode = name
        while True:
            above = self.parent(node)
            call = self.parent(above)
            if isinstance(above, cst.Attribute) and isinstance(call, cst.Call) and call.func is above and not call.args:
                method = above.attr.value
                if method in ("asscalar", "item") and reduced:
                    return call, reduced
                if method == "asnumpy":
                    node = call
                    continue
                if method not in ("mean", "sum") or reduced and not is_mean:
                    return None, ""
                reduced = "mean" if is_mean else method
                node = call
            elif isinstance(above, cst.Arg) and isinstance(call, cst.Call) and len(call.args) == 1 and above.keyword is None:
                called = self.full_name(call.func) or dotted(call.func) or ""
                if called == "float" and reduced:
                    return call, reduced
                last = called.rpartition(".")[2]
                if last not in ("mean", "sum") or reduced or not called.startswith(("mxnet.", "jmx.", "numpy.")):
                    return None, ""
                if called.startswith("numpy."):
                    return call, last
                reduced, node = last, call
            else:
                return None, ""

    def _write(self, step: _Step, inner: cst.CSTNode, outer: cst.CSTNode, with_outputs: bool) -> None:
        self.places += 1
        n = self.names
        options = f", batch_size={step.size}" if step.size is not None else ""
        options += ", with_outputs=True" if with_outputs else ""
        state = f"{n['params']}, {n['opt_state']}, {n['state']}"
        results = f"{state}, {step.loss}" + (f", {step.outputs}" if with_outputs else "")
        inputs, batch = ", ".join(step.inputs), ", ".join([*step.inputs, *step.labels])
        kind = "np" if self.facts.numpy_style else "nd"
        self.before[outer] = [f"{n['step']}, {n['key']} = None, jax.random.key(0)"]
        self.instead[step.record] = [
            f"if {n['step']} is None:\n"
            f"    {n['step']}, {state} = jmx.to_jax_step({step.net}, {step.loss_function}, {step.trainer}, {inputs}{options})\n"
            f"    {n['train_step']} = jax.jit({n['step']}, donate_argnums=(0, 1, 2))",
            f"{n['key']}, {n['dropout_key']} = jax.random.split({n['key']})",
            f"{results} = {n['train_step']}({state}, {batch}, key={n['dropout_key']})",
            *([f"{step.outputs} = jmx.{kind}.from_jax({step.outputs})"] if with_outputs else []),
        ]
        self.gone |= set(step.rest)
        self.after[inner] = [
            f"if {n['step']} is not None:\n"
            f"    jmx.from_jax({step.net}, {n['params']}, {n['state']})\n"
            f"    jmx.jax.load_trainer({step.trainer}, {n['params']}, {n['opt_state']}, {n['step']}.network)"
        ]

    # writing it

    def _statements(self, texts: Sequence[str], above: Sequence[cst.EmptyLine]) -> list[cst.BaseStatement]:
        made = [cst.ensure_type(cst.parse_statement(text + "\n"), cst.BaseStatement) for text in texts]
        return [made[0].with_changes(leading_lines=list(above)), *made[1:]]

    def _is_no_use(self, node: cst.Name) -> bool:
        parent = self.parent(node)
        return isinstance(parent, (cst.AssignTarget, cst.Param)) or node in (
            getattr(parent, "attr", None), getattr(parent, "keyword", None)
        )  # fmt: skip

    def on_leave(self, original_node: Any, updated_node: Any) -> Any:
        left = super().on_leave(original_node, updated_node)
        made = self.functions.get(original_node)
        if not made:
            return left
        several = list(left) if isinstance(left, cst.FlattenSentinel) else [left]
        # A comment above the loop stays with the loop.
        several[0] = several[0].with_changes(leading_lines=[cst.EmptyLine(), cst.EmptyLine(), *several[0].leading_lines])
        return cst.FlattenSentinel([*made, *several])

    def visit_With(self, node: cst.With) -> None:
        if node not in self.calls and node not in self.before and self._is_record(node):
            for text in self.instead.get(node, ()):
                if text.startswith(_TEXT[:20]):
                    self.mark(text)

    def leave_With(
        self, original_node: cst.With, updated_node: cst.With
    ) -> cst.With | cst.FlattenSentinel[cst.BaseStatement] | cst.RemovalSentinel:
        if original_node in self.calls:
            call, after = self.calls[original_node]
            return cst.FlattenSentinel([*self._statements(call, updated_node.leading_lines), *after])
        if original_node in self.gone:
            return cst.RemoveFromParent()
        texts = self.instead.get(original_node)
        if not texts or texts[0].startswith(_TEXT[:20]):
            return updated_node
        comments = [line for one in original_node.body.body for line in getattr(one, "leading_lines", ()) if line.comment]
        return cst.FlattenSentinel(self._statements(texts, [*updated_node.leading_lines, *comments]))

    def visit_SimpleStatementLine(self, node: cst.SimpleStatementLine) -> None:
        for text in self.instead.get(node, ()):
            self.mark(text)

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.SimpleStatementLine | cst.RemovalSentinel:
        return cst.RemoveFromParent() if original_node in self.gone else updated_node

    def leave_If(self, original_node: cst.If, updated_node: cst.If) -> cst.If | cst.RemovalSentinel:
        return cst.RemoveFromParent() if original_node in self.gone else updated_node

    def leave_For(
        self, original_node: cst.For, updated_node: cst.For
    ) -> cst.For | cst.FlattenSentinel[cst.BaseStatement] | cst.RemovalSentinel:
        return self._loop(original_node, updated_node)

    def leave_While(
        self, original_node: cst.While, updated_node: cst.While
    ) -> cst.While | cst.FlattenSentinel[cst.BaseStatement] | cst.RemovalSentinel:
        return self._loop(original_node, updated_node)

    def _loop(self, original: cst.CSTNode, updated):
        if original in self.gone:
            return cst.RemoveFromParent()
        if original in self.swapped:
            return cst.FlattenSentinel([self.swapped[original]])
        before, after = self.before.get(original, []), self.after.get(original, [])
        if not before and not after:
            return updated
        first: list[cst.BaseStatement] = []
        if before:
            first = self._statements(before, updated.leading_lines)
            updated = updated.with_changes(leading_lines=[])
        return cst.FlattenSentinel([*first, updated, *self._statements(after, [])] if after else [*first, updated])

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        text = self.values.get(original_node)
        if text is not None:
            new = cst.ensure_type(cst.parse_expression(text), cst.BaseExpression)
            parent = self.parent(original_node)
            if isinstance(new, cst.BinaryOperation) and isinstance(
                parent, (cst.BinaryOperation, cst.Attribute, cst.UnaryOperation)
            ):
                new = new.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
            return new
        if self.sequential and self.name(original_node.func) == "mx.gluon.nn.Sequential":
            target = self.parent(original_node)
            names = [dotted(one.target) for one in target.targets] if isinstance(target, cst.Assign) else []
            if any(name in self.sequential for name in names):
                func = cast("cst.Name | cst.Attribute", updated_node.func)
                if isinstance(func, cst.Attribute):
                    return updated_node.with_changes(func=func.with_changes(attr=cst.Name("HybridSequential")))
                return updated_node.with_changes(func=cst.parse_expression("jmx.gluon.nn.HybridSequential"))
        return updated_node


def _call_of(statement: cst.CSTNode) -> cst.Call | None:
    """The call that is a whole statement."""
    if isinstance(statement, cst.SimpleStatementLine) and len(statement.body) == 1:
        expression = statement.body[0]
        if isinstance(expression, cst.Expr) and isinstance(expression.value, cst.Call):
            return expression.value
    return None


def _assignment(statement: cst.CSTNode) -> tuple[str, cst.Call] | None:
    """The name and the call of `name = f(...)`."""
    if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
        return None
    one = statement.body[0]
    if not isinstance(one, cst.Assign) or len(one.targets) != 1 or not isinstance(one.value, cst.Call):
        return None
    name = one.targets[0].target
    return (name.value, one.value) if isinstance(name, cst.Name) else None


def _plain(arg: cst.Arg) -> str:
    """The text of an argument that may be evaluated twice."""
    node = arg.value
    while isinstance(node, (cst.Attribute, cst.Subscript)):
        node = node.value
    if arg.keyword or arg.star or not isinstance(node, cst.Name):
        raise _No("the network or the loss is called with more than names")
    return cst.Module([]).code_for_node(arg.value)


def _in_scope(node: cst.CSTNode, kind: type[cst.CSTNode]) -> Iterator:
    """All nodes of a kind in a function, without those in functions and classes inside it."""
    for child in children(node):
        if isinstance(child, kind):
            yield child
        if not isinstance(child, (cst.FunctionDef, cst.ClassDef, cst.Lambda)):
            yield from _in_scope(child, kind)
