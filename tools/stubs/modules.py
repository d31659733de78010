"""The stub of a module that was written by hand: its names, with the types that annotations, docstrings and defaults say."""

import ast
import functools
import importlib
import pathlib

from . import imports, operators, phrases, source

HAND = pathlib.Path(__file__).resolve().parent / "by_hand"
#: floors of the package that stubs do not show; what public modules import from there is not part of their interface
HIDDEN = (
    "jmx.core",
    "jmx.ops",
    "jmx.config",
    "jmx.cluster",
    "jmx.execution",
    "jmx._described",
    "jmx._late_binding",
    "jmx._numpy1",
    "jmx.cli",
    "jmx.legacy.alias",
    "jmx.legacy.accidental_names",
    "jmx.legacy.native",
    "jmx.legacy.notebook",
)
#: types of arguments that have one meaning wherever no docstring says more
USUAL = {
    "ctx": "Context | None", "dtype": "DTypeLike | None", "shape": "Shape | None", "prefix": "str | None", "name": "str | None",
    "params": "ParameterDict | None", "axis": "Int | Sequence[int] | None", "out": "Any", "keepdims": "bool",
    "fname": "str", "filename": "str",
}  # fmt: skip
KEPT_DUNDERS = {
    "__init__", "__call__", "__getitem__", "__setitem__", "__delitem__", "__len__", "__iter__", "__next__", "__enter__",
    "__exit__", "__contains__", "__bool__", "__getattr__", "__new__",
}  # fmt: skip
#: what special methods return
FIXED = {"__init__": "None", "__len__": "int", "__bool__": "bool", "__contains__": "bool"}
#: functions and values of modules that programs use although their names say that they are private
USED = {"_apply_weighting", "_reshape_like", "_as_list", "_create_kvstore", "_initialize_kvstore", "_update_params",
        "_update_params_on_kvstore", "_model_sha1", "_split_input_slice", "_as_in_context", "_flatten", "_regroup",
        "_Null", "_BlockScope", "_check_input_names", "_check_names_match", "_parse_data_desc"}  # fmt: skip
#: methods that only raise; who calls one shall be told before the program runs
RAISING = {"jmx.symbol.symbol.Symbol": {"wait_to_read", "asnumpy", "asscalar", "copy", "as_in_context", "detach", "backward"}}
_FUNCTIONS = (ast.FunctionDef,)


def _told_by_hand(module, owner, name):
    """The result of the method of that name that a base class has among the signatures written by hand."""
    for there, cls in source.lineage(module, owner)[1:] if owner is not None else ():
        nodes = by_hand(there)[1].get(f"{cls.name}.{name}", ())
        if len(nodes) == 1 and isinstance(nodes[0], ast.FunctionDef):
            text = ast.unparse(nodes[0].returns)
            return text if "ArrayT" not in text else None  # a type variable says nothing without the parameters
    return None


@functools.cache
def by_hand(module):
    """The signatures written by hand for a module: (name -> node, "Class.name" -> node, import lines)."""
    path = HAND / f"{module}.pyi"
    top, members, imports = {}, {}, []
    if path.exists():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                imports.append(ast.unparse(node) + "\n")
            else:
                for name in _names(node):
                    top.setdefault(name, []).append(node)
                if isinstance(node, ast.ClassDef):
                    for inner in node.body:
                        for name in _names(inner):
                            members.setdefault(f"{node.name}.{name}", []).append(inner)
    return top, members, imports


def _names(node):
    if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
        return [node.name]
    if isinstance(node, ast.AnnAssign):
        return [node.target.id]
    if isinstance(node, ast.Assign):
        return [t.id for t in node.targets]
    return []


def _literal_default(node):
    """A default as the stub shows it: short literals as they are, everything else as `...`."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return "..."
    text = repr(value)
    return text if len(text) <= 40 and isinstance(value, (bool, int, float, str, tuple, type(None))) else "..."


def _with_none(text, default):
    none = isinstance(default, ast.Constant) and default.value is None
    return f"{text} | None" if none and text != "Any" and "None" not in text.split(" | ") else text


def argument_type(argument, default, said):
    """The annotation of one argument: annotated, said by the docstring, usual for the name, or told by the default."""
    if argument.annotation is not None:
        return ast.unparse(argument.annotation)
    name = argument.arg
    text = phrases.annotation(said[name]) if name in said else None
    if text is not None:
        if isinstance(default, ast.Constant) and isinstance(default.value, float) and text == "Int":
            text = "Float"
        return _with_none(text, default)
    if name in said:
        return "Any"
    if name in USUAL and not (isinstance(default, ast.Constant) and default.value is not None):
        return _with_none(USUAL[name].removesuffix(" | None") if default is None else USUAL[name], default)
    if isinstance(default, ast.Constant):
        value = default.value
        if isinstance(value, bool):
            return "bool"
        if isinstance(value, (int, float)):
            return "Float"
        if isinstance(value, str):
            return "str"
    return "Any"


def returned_type(function, said):
    """The annotation of a function's result."""
    if function.returns is not None:
        return ast.unparse(function.returns)
    lines = [line for line in said.get("Returns", ()) if line.strip()]
    if lines:
        text = phrases.annotation(lines[0].partition(" : ")[2] or lines[0], result=True)
        if text is not None:
            return text
        return "Any"
    own = list(_own_nodes(function))
    if any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in own):
        return "Iterator[Any]"
    values = [n.value for n in own if isinstance(n, ast.Return)]
    if all(v is None or isinstance(v, ast.Constant) and v.value is None for v in values):
        body = [n for n in function.body if not (isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant))]
        abstract = not body or all(isinstance(n, (ast.Raise, ast.Pass)) for n in body)
        return "Any" if abstract else "None"
    if any(v is None for v in values):
        return "Any"
    if all(isinstance(v, ast.Name) and v.id == "self" for v in values):
        return "Self"
    if all(_says_bool(v) for v in values):
        return "bool"
    if all(isinstance(v, ast.JoinedStr) or isinstance(v, ast.Constant) and isinstance(v.value, str) for v in values):
        return "str"
    return "Any"


def _own_nodes(function):
    """The nodes of a function without those of functions inside it."""
    stack = list(function.body)
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            stack.extend(ast.iter_child_nodes(node))


def _says_bool(node):
    if isinstance(node, ast.Constant):
        return isinstance(node.value, bool)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("isinstance", "issubclass", "callable", "any", "all", "bool", "hasattr")
    return isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn, ast.Is, ast.IsNot))


def _said_by(module, owner, function):
    said = {}
    for there, cls in reversed(source.lineage(module, owner)) if owner is not None else ():
        text = cls if function.name == "__init__" else source.method(cls, function.name)
        said.update(phrases.parameter_phrases(source.documentation(there, text)) if text is not None else {})
    return {**said, **phrases.parameter_phrases(source.documentation(module, function))}


def parameters(module, owner, function, bound=True):
    """The parameters of a function as text, `**kwargs` replaced by the keywords that they stand for."""
    said, args = _said_by(module, owner, function), function.args
    positional = [*args.posonlyargs, *args.args]
    defaults = [None] * (len(positional) - len(args.defaults)) + args.defaults
    texts, star = [], False
    for i, (argument, default) in enumerate(zip(positional, defaults, strict=True)):
        if i == 0 and owner is not None and bound:
            texts.append(argument.arg)
        else:
            texts.append(_parameter(argument, default, said))
        if args.posonlyargs and argument is args.posonlyargs[-1]:
            texts.append("/")
    if args.vararg is not None:
        star = True
        text = phrases.annotation(said.get("*" + args.vararg.arg, "")) or "Any"
        texts.append(f"*{args.vararg.arg}: {ast.unparse(args.vararg.annotation) if args.vararg.annotation else text}")
    keywords = [*zip(args.kwonlyargs, args.kw_defaults, strict=True)]
    typed = args.kwarg is not None and args.kwarg.annotation is not None and ast.unparse(args.kwarg.annotation) != "Any"
    more, complete = ([], False) if typed else source.forwarded(module, owner, function)
    if (keywords or more) and not star:
        texts.append("*")
    texts += [_parameter(a, d, said) for a, d in keywords]
    for there, cls, callee, argument, default in more:
        texts.append(_parameter(argument, default, {**_said_by(there, cls, callee), **said}))
    if args.kwarg is not None and not complete:
        texts.append(f"**{args.kwarg.arg}: {ast.unparse(args.kwarg.annotation) if typed else 'Any'}")
    return ", ".join(texts)


def _parameter(argument, default, said):
    return f"{argument.arg}: {argument_type(argument, default, said)}" + (
        f" = {_literal_default(default)}" if default is not None else ""
    )


def function_stub(module, function, owner=None, indent=""):
    """A function or method as lines of a stub."""
    lines, decorators = [], {ast.unparse(d) for d in function.decorator_list}
    for text in sorted(decorators):
        if text in ("cached_property", "functools.cached_property"):
            text = "property"
        if text in ("property", "staticmethod", "classmethod") or text.endswith(".setter"):
            lines.append(f"{indent}@{text}\n")
    if decorators & {"contextlib.contextmanager", "contextmanager"}:
        lines.append(f"{indent}@contextmanager\n")
    told = phrases.sections(source.documentation(module, function))
    result = FIXED.get(function.name) or _told_by_hand(module, owner, function.name) or returned_type(function, told)
    bound = "staticmethod" not in decorators
    lines.append(f"{indent}def {function.name}({parameters(module, owner, function, bound)}) -> {result}: ...\n")
    return "".join(lines)


def attribute_types(module, owner):
    """Attributes that the methods of a class set on `self`, and that the stub shows: name -> annotation."""
    found = {}
    for function in (n for n in owner.body if isinstance(n, _FUNCTIONS)):
        said = _said_by(module, owner, function)
        args = function.args
        positional = [*args.posonlyargs, *args.args]
        defaults = [None] * (len(positional) - len(args.defaults)) + args.defaults
        known = dict(zip((a.arg for a in positional), zip(positional, defaults), strict=True))
        for node in _own_nodes(function):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
            for target in (t for group in targets for t in (group.elts if isinstance(group, ast.Tuple) else [group])):
                if not (isinstance(target, ast.Attribute) and getattr(target.value, "id", "") == "self"):
                    continue
                if target.attr[0] != "_" or source.is_accessed(module, target.attr):
                    hint = _value_type(module, node, known, said) if isinstance(targets[0], ast.Attribute) else "Any"
                    old = found.get(target.attr, hint)
                    found[target.attr] = hint if old == hint or old == "None" else old if hint == "None" else "Any"
    return {name: "Any" if hint == "None" else hint for name, hint in found.items()}


def _value_type(module, node, known, said):
    value = node.value
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node.annotation)
    if isinstance(value, ast.Name) and value.id in known:
        return argument_type(*known[value.id], said)
    if isinstance(value, ast.Constant):
        return {bool: "bool", str: "str", type(None): "None"}.get(type(value.value), "Any")
    if isinstance(value, ast.Call):
        text = ast.unparse(value.func)
        if text in ("self.params.get", "self.params.get_constant"):
            return "Parameter"
        if isinstance(value.func, ast.Name) and (target := source.find(module, value.func.id)):
            return value.func.id if isinstance(target[1], ast.ClassDef) and value.func.id[0] != "_" else "Any"
        if text in ("nn.HybridSequential", "nn.Dense"):
            return text.removeprefix("nn.")
    return "Any"


#: modules whose blocks make one array of one array (or a loss of several), as their bases or their `__call__` say
LAYERS = ("jmx.gluon.nn.", "jmx.gluon.loss", "jmx.gluon.contrib.nn.", "jmx.gluon.model_zoo.vision.", "jmx.gluon.contrib.cnn.",
          "jmx.gluon.data.vision.transforms")  # fmt: skip


def _once(module, node):
    """The docstring of a class that is put together; its parameters stand at the first such class of the module."""
    text = source.documentation(module, node)
    of_module = [n for n in source.tree_of(module).body if isinstance(n, ast.ClassDef) and source.makes_doc(n)]
    same = (n for n in of_module if _names_of_parameters(source.documentation(module, n)) == _names_of_parameters(text))
    first = next(same, node).name
    if first == node.name:
        return text
    _, heading, examples = text.partition("Examples\n--------\n")
    return f"{operators.summary(text)}\n\nParameters and errors as those of {first}.\n\n{heading}{examples}"


def _names_of_parameters(text):
    return phrases.parameter_phrases(text).keys()


def class_stub(module, node, extra=""):
    """A class as lines of a stub; `extra` are further lines of its body."""
    _, members, _ = by_hand(module)
    bases = [ast.unparse(b) for b in node.bases]
    top, _, _ = by_hand(module)
    if node.name in top and top[node.name][0].bases:
        bases = [ast.unparse(b) for b in top[node.name][0].bases]
    bases = [b for b in bases if b not in ("type", "object")]
    lines, done = [], set()
    is_dataclass = [ast.unparse(d) for d in node.decorator_list if "dataclass" in ast.unparse(d)]
    hand = [key.partition(".")[2] for key in members if key.startswith(node.name + ".")]
    for name in hand:
        for inner in members[f"{node.name}.{name}"]:
            lines.append(_indented(inner))
        done.add(name)
    accessors = {}
    for inner in source.members(node):
        if isinstance(inner, _FUNCTIONS):
            name = inner.name
            public = _shown_member(module, name) and not _only_refuses(inner)
            layer = module.startswith(LAYERS) and name in ("forward", "hybrid_forward")
            if not public or layer or name in RAISING.get(f"{module}.{node.name}", ()) or name in done and name not in accessors:
                continue
            accessors[name] = True
            done.add(name)
            lines.append(function_stub(module, inner, node, "    "))
        elif isinstance(inner, ast.Assign):
            for name in _class_names(inner):
                if name not in done and _shown_member(module, name):
                    done.add(name)
                    value = inner.value
                    if isinstance(value, ast.Name) and value.id in done:
                        lines.append(f"    {name} = {value.id}\n")
                    else:
                        lines.append(f"    {name}: {_constant_type(value)}\n")
        elif isinstance(inner, ast.AnnAssign) and inner.target.id not in done:
            if not is_dataclass and not _shown_member(module, inner.target.id):
                continue
            done.add(inner.target.id)
            default = " = ..." if inner.value is not None else ""
            lines.append(f"    {inner.target.id}: {ast.unparse(inner.annotation)}{default}\n")
    bodies = [n for _, cls in source.lineage(module, node)[1:] for n in cls.body]
    inherited = {n.name for n in bodies if isinstance(n, _FUNCTIONS)}
    inherited |= {n.target.id for n in bodies if isinstance(n, ast.AnnAssign) and source.is_private(n.target.id)}
    for name, hint in attribute_types(module, node).items():
        if name not in done and name not in inherited:
            lines.append(f"    {name}: {hint}\n")
    head = "".join(f"@{text}\n" for text in is_dataclass)
    content = "".join(lines) + extra
    bases = f"({', '.join(bases)})" if bases else ""
    # Editors read docstrings from the source where the stub has none, but not those that are put together.
    if source.makes_doc(node):
        content = operators.docstring(_once(module, node), "").removeprefix("\n") + content
    return f"{head}class {node.name}{bases}:" + (f"\n{content}" if content else " ...\n")


def _class_names(node):
    targets = [t for group in node.targets for t in (group.elts if isinstance(group, ast.Tuple) else [group])]
    return [t.id for t in targets if isinstance(t, ast.Name)]


def _shown(module, name, listed=()):
    """Whether a name of the module's top level is in its stub: public, used by programs, or imported elsewhere in jmx."""
    return name[0] != "_" or name in USED or name in (listed or ()) or source.is_imported(module, name)


def _only_refuses(function):
    """Whether this is a `__getattr__` that only says what to use instead: type checkers are to find the unknown name."""
    return function.name == "__getattr__" and not any(isinstance(node, ast.Return) for node in ast.walk(function))


def _shown_member(module, name):
    """Whether a member of a class is in the stub: public, special, or accessed by other modules of jmx."""
    return name[0] != "_" or name in KEPT_DUNDERS or source.is_accessed(module, name)


def _constant_type(value):
    if isinstance(value, ast.Constant) and type(value.value) in (bool, int, float, str):
        return type(value.value).__name__
    return "Any"


def _indented(node):
    return "".join(f"    {line}\n" for line in ast.unparse(node).splitlines())


def body(module, extra=None):
    """The lines of a module's stub, without its first imports.

    extra : class name -> lines that are put at the end of that class.
    """
    top, _, imports = by_hand(module)
    tree = source.tree_of(module)
    listed = _listed(module, tree)
    lines, done, late = list(imports), set(), []
    for node in _top_level(module, tree):
        if isinstance(node, ast.ImportFrom):
            lines.append(_import(module, node, listed, tree, top))
            done.update({a.asname or a.name for a in node.names} - top.keys())
        elif isinstance(node, ast.ClassDef) and node.name not in done:
            done.add(node.name)
            late.append(class_stub(module, node, (extra or {}).get(node.name, "")))
        elif isinstance(node, _FUNCTIONS) and node.name not in done and _shown(module, node.name, listed):
            done.add(node.name)
            if node.name in top:
                late += [ast.unparse(n) + "\n" for n in top[node.name]]
            elif node.name not in ("__getattr__", "__dir__"):
                late.append(function_stub(module, node))
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            for name in _class_names(node) if isinstance(node, ast.Assign) else [node.target.id]:
                if name in done or not _shown(module, name, listed):
                    continue
                done.add(name)
                value = node.value
                if name in top:
                    late += [ast.unparse(n) + "\n" for n in top[name]]
                elif isinstance(node, ast.AnnAssign):
                    late.append(f"{name}: {ast.unparse(node.annotation)}\n")
                elif isinstance(value, ast.Name) and value.id in done:
                    late.append(f"{name} = {value.id}\n")
                else:
                    late.append(f"{name}: {_constant_type(value)}\n")
    for name, nodes in top.items():
        if name not in done:
            done.add(name)
            late += [ast.unparse(n) + "\n" for n in nodes]
    return "".join(lines) + "\n" + "".join(late), listed, done


def _top_level(module, tree):
    """The statements of a module's top level; what it says to type checkers too, if that is what its `__getattr__` imports."""
    lazy = any(isinstance(node, _FUNCTIONS) and node.name == "__getattr__" for node in tree.body)
    for node in tree.body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from (_that_exist(module, node.body) if lazy else ())
        else:
            yield _as_function(node)


def _that_exist(module, statements):
    """Imports for type checkers, of the names that a module gives at run time, too."""
    loaded = importlib.import_module(module)
    for node in statements:
        if isinstance(node, ast.ImportFrom):
            there = [a for a in node.names if hasattr(loaded, a.asname or a.name)]
            if there:
                yield ast.ImportFrom(module=node.module, names=there, level=node.level)
        else:
            yield node


def _as_function(node):
    """`name = variant("name", text, function, ...)` as the function that it makes; any other statement as it is."""
    if not (isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "variant"):
        return node
    _, _, function, *args = node.value.args
    arguments = ", ".join(map(ast.unparse, [*args, *node.value.keywords]))
    code = f"def {node.targets[0].id}(**kwargs):\n    return {ast.unparse(function)}({arguments}, **kwargs)"
    return ast.parse(code).body[0]


def _listed(module, tree):
    """The names in `__all__`, where the source assigns it."""
    if any(isinstance(n, ast.Assign) and "__all__" in _class_names(n) for n in tree.body):
        return list(importlib.import_module(module).__all__)
    return None


def _import(module, node, listed, tree, top):
    """A relative import as the stub has it: public names are passed on."""
    target = source.absolute(module, node)
    package = module if source.is_package(module) else module.rpartition(".")[0]
    used = USED if target.startswith(f"{package}.") else set()
    if target == "jmx" or target.startswith("jmx."):
        if target.startswith(HIDDEN) or listed is not None and not source.is_package(module):
            bases = {b.id for c in tree.body if isinstance(c, ast.ClassDef) for b in c.bases if isinstance(b, ast.Name)}
            bases |= imports.CLASSES.keys() | used if not target.startswith(HIDDEN) else set()
            bases |= {a.asname or a.name for a in node.names if source.is_imported(module, a.asname or a.name)}
            kept = [a for a in node.names if a.name == "*" or (a.asname or a.name) in bases | set(listed or ())]
        else:
            bases = {b.id for c in tree.body if isinstance(c, ast.ClassDef) for b in c.bases if isinstance(b, ast.Name)}
            bases |= {a.asname or a.name for a in node.names if source.is_imported(module, a.asname or a.name)} | used
            kept = [a for a in node.names if a.name == "*" or (a.asname or a.name)[0] != "_" or (a.asname or a.name) in bases]
    else:
        kept = [a for a in node.names if (a.asname or a.name) in (listed or ())]
    kept = [a for a in kept if (a.asname or a.name) not in top]
    if not kept:
        return ""
    texts = [a.name if a.name == "*" else f"{a.name} as {a.asname or a.name}" for a in kept]
    if target == "jmx" and not source.is_package(module):
        texts = [t for t in texts if t.split(" as ")[1] in (listed or ())]
        if not texts:
            return ""
    target = "." if target == module and source.is_package(module) else target
    return f"from {target} import {', '.join(texts)}\n"
