"""Values of expressions that a program's source tells without being run: numbers, defaults of options, objects of MXNet's."""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import math
import operator
from typing import Any

from ...gluon.loss import Loss
from ...lr_scheduler import LRScheduler
from ...optimizer import Optimizer

#: packages that are imported where an expression names them
_KNOWN_PACKAGES = ("mxnet", "jmx", "math")
#: classes whose instances are made
_MADE = (LRScheduler, Loss, Optimizer)
_FUNCTIONS = ("int", "float", "str", "bool", "dict", "list", "tuple", "abs", "max", "min", "round", "sum")
_CHANGES = ("update", "setdefault", "pop", "append", "extend", "insert", "clear")
_OPERATIONS: dict[type, Any] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Pow: operator.pow,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.USub: operator.neg, ast.UAdd: operator.pos,
    ast.Not: operator.not_,
}  # fmt: skip


class NotTold(Exception):
    """The source does not tell the value; the text says what is in the way."""


class _Options:
    """What a parser of command lines returns: one is like any other."""

    def __eq__(self, other) -> bool:
        return isinstance(other, _Options)

    def __hash__(self) -> int:
        return hash(_Options)


class Program:
    """The source of a program, whose expressions can be asked for their values.

    Parameters
    ----------
    source : str
    names : dict
        What the module's names stand for, where it has been imported: for the classes that it defines.
    """

    def __init__(self, source: str, names: dict[str, Any]) -> None:
        self.tree = ast.parse(source)
        self.names = names
        self.scopes: dict[ast.AST, ast.AST] = {}  # of every node: the function that it is in, or the module
        self._bound: dict[ast.AST, dict[str, list[Any]]] = {}  # what names get in a scope: expressions, imports; None if unknown
        self._changed: set[str] = set()  # attributes that get values
        self._note(self.tree, self.tree)

    # ---- what names get

    def _note(self, node, scope):
        self.scopes[node] = scope
        bound = self._bound.setdefault(scope, {})
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._assigned(bound, target, node.value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self._assigned(bound, node.target, node.value)
        elif isinstance(node, (ast.AugAssign, ast.For, ast.comprehension, ast.NamedExpr)):
            self._assigned(bound, node.target, None)
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            self._assigned(bound, node.optional_vars, None)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                module = alias.name if alias.asname else alias.name.partition(".")[0]
                bound.setdefault(alias.asname or module, []).append((module, None))
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                bound.setdefault(alias.asname or alias.name, []).append((node.module if not node.level else None, alias.name))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGES:
            self._assigned(bound, node.func, None)
        inner = scope
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.setdefault(node.name, []).append(node)
            inner = scope if isinstance(node, ast.ClassDef) else node
            if inner is node:
                own = self._bound.setdefault(node, {})
                own.update({argument.arg: [argument] for argument in _arguments(node)})
        for child in ast.iter_child_nodes(node):
            self._note(child, inner)

    def _assigned(self, bound, target, value):
        if isinstance(target, (ast.Tuple, ast.List)):
            several = isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts)
            for place, one in enumerate(target.elts):
                self._assigned(bound, one, value.elts[place] if several else None)
            return
        if isinstance(target, ast.Attribute) and value is not None:
            self._changed.add(target.attr)  # of options, perhaps
            return
        if not isinstance(target, ast.Name):  # an element: what has it is no longer what it was
            value = None
            while isinstance(target, (ast.Attribute, ast.Subscript, ast.Starred)):
                target = target.value
        if isinstance(target, ast.Name):
            bound.setdefault(target.id, []).append(value)

    # ---- values

    def behind(self, node: ast.expr) -> ast.expr:
        """The expression that a name stands for, where it gets one only; another expression is returned as it is."""
        for _ in range(20):
            if not isinstance(node, ast.Name):
                break
            found = self._binding(node.id, self.scopes[node])
            given = self._handed_in(found) if isinstance(found, ast.arg) else [found]
            if len(given) != 1 or not isinstance(given[0], ast.expr):
                break
            node = given[0]
        return node

    def value(self, node: ast.expr) -> Any:
        """The value of an expression of this program.

        Raises
        ------
        NotTold
            It is known only when the program runs.
        """
        try:
            return self._value(node)
        except (NotTold, RecursionError):
            raise NotTold(ast.unparse(node)) from None
        except Exception as error:  # the expression itself is wrong, as in 1 / 0, or a class refuses its arguments
            raise NotTold(f"{ast.unparse(node)}: {error}") from error

    def _value(self, node):
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, (ast.List, ast.Tuple)):
            values = [self._value(one) for one in node.elts]
            return values if isinstance(node, ast.List) else tuple(values)
        if isinstance(node, ast.Dict) and None not in node.keys:
            return {self._value(key): self._value(value) for key, value in zip(node.keys, node.values)}
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
            return _OPERATIONS[type(node.op)](self._value(node.left), self._value(node.right))
        if isinstance(node, ast.UnaryOp) and type(node.op) in _OPERATIONS:
            return _OPERATIONS[type(node.op)](self._value(node.operand))
        if isinstance(node, ast.IfExp):
            return self._value(node.body if self._value(node.test) else node.orelse)
        if isinstance(node, ast.Subscript):
            return self._value(node.value)[self._value(node.slice)]
        if isinstance(node, ast.Name):
            return self._named(node.id, self.scopes[node])
        if isinstance(node, ast.Attribute):
            owner = self._value(node.value)
            if isinstance(owner, _Options):
                return self.option(node.attr)
            if inspect.ismodule(owner) or inspect.isclass(owner):
                return getattr(owner, node.attr)
        if isinstance(node, ast.Call):
            return self._called(node)
        raise NotTold

    def _called(self, node):
        if isinstance(node.func, ast.Attribute) and node.func.attr == "parse_args":
            return _Options()
        function = self._value(node.func)
        made = inspect.isclass(function) and issubclass(function, _MADE)
        plain = function in [getattr(builtins, name) for name in _FUNCTIONS] or getattr(math, "sqrt", None) is function
        creates = getattr(function, "__name__", "") in ("create", "create_optimizer")
        if not (made or plain or creates) or any(keyword.arg is None for keyword in node.keywords):
            raise NotTold
        arguments = [self._value(argument) for argument in node.args]
        return function(*arguments, **{keyword.arg: self._value(keyword.value) for keyword in node.keywords})

    def _binding(self, name, scope):
        """What a name gets in the scope, or in those around it: None where that is nothing, or more than one thing."""
        while True:
            found = self._bound[scope].get(name)
            if found is not None:
                return found[0] if len(found) == 1 else None
            if scope is self.tree:
                return None
            scope = self.scopes[scope]

    def _named(self, name, scope):
        found = self._binding(name, scope)
        if isinstance(found, tuple):
            return _imported(*found)
        if isinstance(found, ast.arg):
            values = [self._value(one) for one in self._handed_in(found)]
            if any(type(one) is not type(values[0]) or one != values[0] for one in values[1:]):
                raise NotTold
            return values[0]
        if isinstance(found, ast.expr):
            return self._value(found)
        if isinstance(found, ast.ClassDef) and inspect.isclass(self.names.get(name)):
            return self.names[name]
        if found is None and name in _FUNCTIONS and all(name not in bound for bound in self._bound.values()):
            return getattr(builtins, name)
        raise NotTold

    def _handed_in(self, argument):
        """The expressions that an argument of a function gets: from each of its calls, or else its default."""
        scopes = {one: scope for scope, bound in self._bound.items() for names in bound.values() for one in names}
        function: Any = scopes[argument]
        calls = [
            node for node in ast.walk(self.tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function.name
        ]  # fmt: skip
        plain = [*function.args.posonlyargs, *function.args.args]
        defaults = dict(zip(reversed(plain), reversed(function.args.defaults)))
        defaults |= {one: default for one, default in zip(function.args.kwonlyargs, function.args.kw_defaults) if default}
        found = []
        for call in calls:
            named = {keyword.arg: keyword.value for keyword in call.keywords} | dict(zip((one.arg for one in plain), call.args))
            found.append(named.get(argument.arg, defaults.get(argument)))
        found = found or [defaults.get(argument)]
        if None in found:
            raise NotTold
        return found

    def option(self, name: str) -> Any:
        """The default of an option of the command line.

        Raises
        ------
        NotTold
            There is no such option, or it gets its value in another way.
        """
        if name in self._changed:
            raise NotTold(name)
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "add_argument":
                keywords = {keyword.arg: keyword.value for keyword in node.keywords}
                flags = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
                words = sorted(flags, key=lambda flag: not flag.startswith("--"))[:1]
                dest = keywords.get("dest")
                wanted = dest.value if isinstance(dest, ast.Constant) else None
                if name == (wanted or "".join(words).lstrip("-").replace("-", "_")):
                    return self._default(keywords)
        raise NotTold

    def _default(self, keywords):
        if "default" not in keywords:
            action = keywords["action"].value if isinstance(keywords.get("action"), ast.Constant) else None
            if action in ("store_true", "store_false"):
                return action == "store_false"
            raise NotTold
        default = self._value(keywords["default"])
        kind = self._value(keywords["type"]) if "type" in keywords else None
        # a text is converted as argparse does it
        return kind(default) if isinstance(default, str) and kind in (int, float) else default


def _arguments(function):
    given = function.args
    return [one for one in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg) if one is not None]


def _imported(module, name):
    if module is None or module.partition(".")[0] not in _KNOWN_PACKAGES:
        raise NotTold
    module = "jmx" + module.removeprefix("mxnet") if module.partition(".")[0] == "mxnet" else module
    found = importlib.import_module(module)
    if name is None:
        return found
    return getattr(found, name) if hasattr(found, name) else importlib.import_module(f"{module}.{name}")


__all__ = ["NotTold", "Program"]
