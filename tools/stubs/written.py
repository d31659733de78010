"""Which sources say all that a stub would say: they need none, and type checkers read them."""

import ast

from . import source

#: functions whose results are functions, with types of their own
_MAKERS = {"variant", "registry.get_register_func", "registry.get_alias_func", "registry.get_create_func"}


def says_all(module, stub):
    """Whether the source of a module has every name of its stub, with the same parameters and no fewer types."""
    return not list(_lacks(ast.parse(stub).body, source.tree_of(module)))


def _lacks(stub, tree):
    """What the source does not say."""
    made = set(_made(tree))
    yield from _lacking_members([n for n in stub if getattr(n, "name", None) not in made], tree.body)
    bound = set(_bound(tree))
    if "__getattr__" in bound and not any(isinstance(n, ast.FunctionDef) and n.name == "__getattr__" for n in stub):
        yield "__getattr__"  # which only says what to use instead of an unknown name: type checkers are to find it
    starred = any(name == "*" for name in bound)
    for node in stub:
        if isinstance(node, ast.AnnAssign) and node.target.id not in bound:
            yield node.target.id
        elif isinstance(node, ast.Assign) and not all(t.id in bound for t in node.targets):
            yield ast.unparse(node)
        elif isinstance(node, ast.ImportFrom):
            passed_on = {a.asname for a in node.names if a.asname == a.name}
            yield from passed_on - bound
            if node.names[0].name == "*" and not starred:
                yield ast.unparse(node)


def _made(tree):
    """The names of functions that a module's top level has from `_MAKERS`, or from a class."""
    for node in tree.body:
        value = getattr(node, "value", None)
        made = isinstance(value, ast.Call) and ast.unparse(value.func) in _MAKERS
        if isinstance(node, ast.Assign) and (made or isinstance(value, ast.Attribute)):
            yield from (t.id for t in node.targets if isinstance(t, ast.Name))


def _bound(tree):
    """The names that a module's top level binds, or imports anywhere; "*" for an import of all."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from ((a.asname or a.name).split(".")[0] for a in node.names)
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (n.id for t in node.targets for n in ast.walk(t) if isinstance(n, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def _key(node):
    """A definition's name; the setter of a property is another one than its getter."""
    return node.name, any(ast.unparse(d).endswith(".setter") for d in node.decorator_list)


def _lacking_members(stub, body):
    there = {_key(node): node for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    for node in stub:
        if isinstance(node, ast.ClassDef):
            written = there.get(_key(node))
            if not isinstance(written, ast.ClassDef) or ast.get_docstring(node):
                yield node.name
            else:
                yield from _lacking_members(node.body, list(source.members(written)))
        elif isinstance(node, ast.FunctionDef):
            written = there.get(_key(node))
            if not isinstance(written, ast.FunctionDef) or ast.get_docstring(node) or _says_less(written, node):
                yield node.name


def _says_less(written, stub):
    """Whether a function's source has other parameters than its stub, or lacks a type that the stub has."""
    if any("overload" in ast.unparse(d) for d in stub.decorator_list):
        return True
    if _parameters(written).keys() != _parameters(stub).keys():
        return True
    hints = _parameters(stub) | {"return": stub.returns}
    said = _parameters(written) | {"return": written.returns}
    return any(hint is not None and said.get(name) is None for name, hint in hints.items())


def _parameters(function):
    """{name with its stars: annotation} of a function's parameters."""
    args = function.args
    found = {a.arg: a.annotation for a in (*args.posonlyargs, *args.args, *args.kwonlyargs)}
    for stars, parameter in (("*", args.vararg), ("**", args.kwarg)):
        if parameter is not None:
            found[stars + parameter.arg] = parameter.annotation
    return found
