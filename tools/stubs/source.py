"""What can be read from the source of a module: its classes, the arguments of their constructors, their attributes."""

import ast
import functools
import importlib
import inspect
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def path_of(module):
    """The source file of the module, by its dotted name; None where there is none."""
    base = ROOT / module.replace(".", "/")
    types = (base.with_suffix(".pyi"),) if module == "jmx._typing" else ()
    for path in (base / "__init__.py", base.with_suffix(".py"), *types):
        if path.exists():
            return path
    return None


@functools.cache
def tree_of(module):
    """The syntax tree of a module."""
    return ast.parse(path_of(module).read_text(encoding="utf-8"))


def is_package(module):
    """Whether the module is a package."""
    return path_of(module).name == "__init__.py"


def absolute(module, node):
    """The module that an ImportFrom inside `module` names."""
    if not node.level:
        return node.module
    parts = module.split(".")
    parts = parts[: len(parts) - node.level + is_package(module)]
    return ".".join([*parts, *([node.module] if node.module else [])])


@functools.cache
def imported(module):
    """Name -> (module, name there) of everything that a module's top level imports from another module."""
    names = {}
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                names.setdefault(alias.asname or alias.name, (absolute(module, node), alias.name))
    return names


@functools.cache
def whole_modules(module):
    """Name -> import line of the modules that a module's top level imports as such."""
    names = {}
    for node in tree_of(module).body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                line = f"import {alias.name}" + (f" as {alias.asname}" if alias.asname else "")
                names[alias.asname or alias.name.partition(".")[0]] = line
    return names


def members(node):
    """The statements of a module's top level or of a class, with those for type checkers."""
    for inner in node.body:
        if isinstance(inner, ast.If) and ast.unparse(inner.test) == "TYPE_CHECKING":
            yield from inner.body
        else:
            yield inner


@functools.cache
def definitions(module):
    """Name -> node of the classes and functions of a module's top level."""
    kinds = (ast.ClassDef, ast.FunctionDef)
    return {node.name: node for node in members(tree_of(module)) if isinstance(node, kinds)}


def find(module, name):
    """(module, node) of the class or function that `name` means in a module; None where it cannot be told."""
    for _ in range(8):
        if module is None or not module.startswith("jmx") or path_of(module) is None:
            return None
        if name in definitions(module):
            return module, definitions(module)[name]
        if name not in imported(module):
            stars = [absolute(module, n) for n in tree_of(module).body
                     if isinstance(n, ast.ImportFrom) and n.names[0].name == "*"]  # fmt: skip
            return next((found for star in stars if (found := find(star, name))), None)
        module, name = imported(module)[name]
    return None


def lineage(module, node):
    """(module, class node) of a class and its bases as far as they are written in jmx, in the order of inheritance."""
    chain = [(module, node)]
    for base in node.bases:
        if isinstance(base, ast.Name) and (found := find(module, base.id)) and isinstance(found[1], ast.ClassDef):
            chain += lineage(*found)
    return chain


def method(node, name):
    """The method called `name` of a class, or None."""
    return next((n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == name), None)


def makes_doc(node):
    """Whether a class or function puts its docstring together, by an assignment to `__doc__` or the decorator `documented`."""
    if isinstance(node, ast.FunctionDef):
        return any(ast.unparse(d).startswith("documented(") for d in node.decorator_list)
    targets = [t for n in node.body if isinstance(n, ast.Assign) for t in n.targets]
    return any(isinstance(t, ast.Name) and t.id == "__doc__" for t in targets)


def documentation(module, node):
    """The docstring of a class or function, written or put together; None where there is none."""
    if makes_doc(node):
        return inspect.getdoc(getattr(importlib.import_module(module), node.name))
    return ast.get_docstring(node)


def modules():
    """The dotted names of all modules of jmx."""
    for path in sorted((ROOT / "jmx").rglob("*.py")):
        yield ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@functools.cache
def _private_names():
    """The private names that jmx uses: (module, name) of those imported, and attribute -> the modules that access it."""
    taken, accessed = set(), {}
    for module in modules():
        for node in ast.walk(tree_of(module)):
            if isinstance(node, ast.ImportFrom):
                taken.update((absolute(module, node), alias.name) for alias in node.names if is_private(alias.name))
            elif isinstance(node, ast.Attribute) and is_private(node.attr):
                accessed.setdefault(node.attr, set()).add(module)
    return taken, accessed


def is_private(name):
    """Whether the name starts with one underscore."""
    return name[0] == "_" and name[:2] != "__"


def is_imported(module, name):
    """Whether another module of jmx imports the private name of a module."""
    return is_private(name) and (module, name) in _private_names()[0]


def is_accessed(module, name):
    """Whether another module of jmx accesses an attribute of that private name."""
    return is_private(name) and not _private_names()[1].get(name, set()) <= {module}


def _forwarding_call(function):
    """The call to which a function hands its `**kwargs` on, or None."""
    keyword = function.args.kwarg and function.args.kwarg.arg
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and keyword:
            if any(k.arg is None and isinstance(k.value, ast.Name) and k.value.id == keyword for k in node.keywords):
                return node
    return None


def forwarded(module, owner, function):
    """What the `**kwargs` of a function stand for.

    Returns a list of (module, class or None, function, argument node, default), one for each keyword of the functions to
    which they are handed on, and whether that is all of them: False where somebody takes any keyword.
    """
    if function.args.kwarg is None:
        return [], True
    call = _forwarding_call(function)
    target = call and _target(module, owner, call)
    if not target:
        return [], False
    there, cls, callee = target
    own = {a.arg for a in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)}
    given = {k.arg for k in call.keywords if k.arg}
    positional = callee.args.args[1:] if cls is not None else callee.args.args
    defaults = [None] * (len(callee.args.args) - len(callee.args.defaults)) + callee.args.defaults
    defaults = defaults[len(callee.args.args) - len(positional) :]
    count = len(call.args)
    if any(isinstance(a, ast.Starred) for a in call.args):
        return [], False
    pairs = [*zip(positional, defaults, strict=True)][count:]
    pairs += zip(callee.args.kwonlyargs, callee.args.kw_defaults, strict=True)
    keywords = [(there, cls, callee, a, d) for a, d in pairs if a.arg not in own | given]
    more, complete = forwarded(there, cls, callee)
    seen = {k[3].arg for k in keywords} | own | given
    return keywords + [k for k in more if k[3].arg not in seen], complete


def _target(module, owner, call):
    """(module, class or None, function) that a call reaches: a constructor of a base class, a function or a class."""
    function = call.func
    if isinstance(function, ast.Attribute) and function.attr == "__init__" and owner is not None:
        base = function.value
        if isinstance(base, ast.Call) and getattr(base.func, "id", "") == "super":
            chain = lineage(module, owner)[1:]
        elif isinstance(base, ast.Name) and (found := find(module, base.id)):
            chain = lineage(*found)
        else:
            return None
    elif isinstance(function, ast.Name) and (found := find(module, function.id)):
        if isinstance(found[1], ast.FunctionDef):
            return found[0], None, found[1]
        chain = lineage(*found)
    else:
        return None
    for there, cls in chain:
        if (constructor := method(cls, "__init__")) is not None:
            return there, cls, constructor
    return None
