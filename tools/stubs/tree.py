"""Which modules have stubs, and the stub of each; and those of the import name `mxnet`, which pass all of them on."""

import ast
import importlib
import json
import re

from jmx.cli._shim import typing_file
from jmx.core import facade
from jmx.legacy import MODULES
from jmx.symbol import register

from . import imports, modules, numpy_functions, operators, phrases, source, written

ROOT = source.ROOT
HEAD = "# Made by tools/make_stubs.py; not to be edited.\n"
#: reports that are off in jmx's own sources and on in its stubs
CHECKED = "# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true\n"
#: packages and modules of jmx that programs import
PUBLIC = """attribute autograd base callback context contrib engine error executor gluon image initializer io kvstore log
lr_scheduler metric model module monitor name ndarray numpy numpy_extension operator optimizer parallel predictor profiler
random recordio registry rnn runtime symbol test_utils util visualization""".split()
#: modules in jmx/legacy that programs import, those of `jmx.legacy.MODULES` from `jmx` itself
LEGACY = ("feedforward", *MODULES)
#: parts of them that no program imports
_PRIVATE = ("jmx.ndarray._arithmetic", "jmx.ndarray._handles", "jmx.ndarray._sparse_", "jmx.ndarray.buffers",
            "jmx.ndarray.indexing", "jmx.ndarray.numpy.keys", "jmx.ndarray.shapes", "jmx.symbol._inference",
            "jmx.symbol._subgraphs", "jmx.symbol.taped", "jmx.symbol.deferred_compute", "jmx.gluon.data._",
            "jmx.gluon._", "jmx.gluon.data.vision.transforms._", "jmx.io._", "jmx.module._",
            "jmx.operator._hosting", "jmx.symbol._handles", "jmx.profiler.hooks", "jmx.profiler.report",
            "jmx.executor._arrays", "jmx.executor.binding", "jmx.ndarray.printing", "jmx.metric._html",
            "jmx.numpy._op_doc")  # fmt: skip
#: modules that MXNet does not have: parts of jmx, reached through the packages above them
_OWN = """feedforward gluon.base_block gluon.base_parameter gluon.constant gluon.hybrid
gluon.loss.base gluon.loss.classification gluon.loss.embedding gluon.loss.regression
gluon.metric_distances gluon.nn.norm_layers
gluon.nn.pool_layers gluon.optax_trainer gluon.parameter_dict gluon.structure
gluon.symbol_block gluon.data.vision.image_files gluon.data.vision.transforms.composed
gluon.data.vision.transforms.shape gluon.data.vision.transforms.values
initializer.base initializer.drawn initializer.fixed initializer.recurrent
io.base io.image_det_record io.image_record io.native io.ndarray_iter io.text
io.wrappers metric.base metric.binary metric.classification metric.regression ndarray.creation ndarray.dlpack ndarray.fusing
ndarray.items ndarray.numpy.array ndarray.numpy.protocol operator.custom operator.legacy operator.listing optimizer.adaptive
optimizer.base optimizer.layerwise optimizer.sgd optimizer.states optimizer.updater
recordio.files recordio.format recordio.images symbol.creation test_utils.compare test_utils.consistency
test_utils.downloads test_utils.environ test_utils.make test_utils.optimizing test_utils.sparse test_utils.statistics
test_utils.symbolic test_utils.tolerance util.machine util.semantics util.ufuncs visualization.digraph visualization.network
visualization.summary""".split()
#: module -> (namespace of operators, class, whether symbolic)
SPACES = {
    **{f"jmx.ndarray.{s}": (s, "NDArray", False) for s in ("op", "_internal", "contrib", "image", "linalg", "random", "sparse")},
    **{f"jmx.symbol.{s}": (s, "Symbol", True) for s in ("op", "_internal", "contrib", "image", "linalg", "random", "sparse")},
    "jmx.numpy_extension.image": ("npx.image", "ndarray", False),
    "jmx.symbol.numpy_extension._op": ("npx", "_Symbol", True), "jmx.ndarray.numpy_extension._op": ("npx", "ndarray", False),
}  # fmt: skip
#: modules that hold functions made by jmx._numpy, and the class of their arrays
SHARED = {
    "jmx.ndarray.numpy._op": ("np", "ndarray"), "jmx.ndarray.numpy.linalg": (None, "ndarray"),
    "jmx.ndarray.numpy.random": (None, "ndarray"), "jmx.symbol.numpy._op": ("np", "_Symbol"),
    "jmx.symbol.numpy.linalg": (None, "_Symbol"), "jmx.symbol.numpy.random": (None, "_Symbol"),
}  # fmt: skip
#: modules with the functions of another one, and perhaps more
SAME = {
    "jmx.numpy._op": "jmx.ndarray.numpy._op", "jmx.numpy.linalg": "jmx.ndarray.numpy.linalg",
    "jmx.numpy.random": "jmx.ndarray.numpy.random", "jmx.numpy_extension._op": "jmx.ndarray.numpy_extension._op",
}  # fmt: skip
#: modules of functions on symbols -> where the functions on arrays are, whose docstrings are complete
_LIKE = {
    "jmx.symbol.op": "mx.nd", "jmx.symbol.sparse": "mx.nd.sparse", "jmx.symbol.numpy._op": "mx.np",
    "jmx.symbol.numpy_extension._op": "mx.npx",
    **{f"jmx.symbol.{space}": f"mx.nd.{space}" for space in ("contrib", "image", "linalg", "random")},
    **{f"jmx.symbol.numpy.{space}": f"mx.np.{space}" for space in ("linalg", "random")},
}  # fmt: skip
_CLASSES = {"ndarray": "jmx.ndarray.numpy.array", "_Symbol": "jmx.symbol.numpy._symbol"}


def module_names():
    """Every module with a stub, by its dotted name."""
    names = []
    for part in (*PUBLIC, *(f"legacy/{name}" for name in LEGACY)):
        path = ROOT / "jmx" / part
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
        for file in files:
            name = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            if not name.startswith(_PRIVATE) or name in ("jmx.ndarray._sparse_arrays",):
                names.append(name)
    return [*names, "jmx._numpy.methods"]  # a base class of two public ones


def collect_classes(names):
    """Tell the other parts which public classes there are."""
    for module in names:
        for name, node in source.definitions(module).items():
            if isinstance(node, ast.ClassDef) and name[0] != "_":
                imports.CLASSES.setdefault(name, module)
    imports.CLASSES["Loss"] = "jmx.gluon.loss.base"
    imports.CLASSES["_Symbol"] = _CLASSES["_Symbol"]
    imports.CLASSES["Module"] = "jmx.module.module"
    phrases.CLASSES |= imports.CLASSES.keys() - {"Test", "np"}


def _methods(module):
    """Class name -> lines of the methods that are operators."""
    if module == "jmx.ndarray.ndarray":
        from jmx.core.facade import Fluent
        from jmx.ndarray import NDArray as cls
    elif module == "jmx.symbol.symbol":
        from jmx.symbol import Symbol as cls
        from jmx.symbol.register import Fluent
    else:
        return {}
    by_hand = modules.by_hand(module)[1]
    names = {n: public for n, public in operators.fluent(cls, Fluent).items() if f"{cls.__name__}.{n}" not in by_hand}
    return {cls.__name__: operators.methods(names, cls.__name__, cls.__name__ == "Symbol")}


def stub_of(module):
    """The text of one module's stub."""
    loaded = importlib.import_module(module)
    text, listed, done = modules.body(module, _methods(module))
    if module in SPACES:
        text += _operators(module, done)
    elif module in SAME:
        text += f"from {SAME[module]} import *\n"
    if module in SHARED:
        space, array = SHARED[module]
        like = _LIKE.get(module)
        text += numpy_functions.functions(loaded._functions, array, done, like=like)
        if space:
            # Not the signatures that `mx.np` shows for some of them: calls do not take their names (`jmx.numpy._op_doc`).
            namespace = (register if array == "_Symbol" else facade).Namespace(module, space)
            operators_of = {n: namespace.get(n) for n in namespace.names()}
            text += numpy_functions.functions(operators_of, array, loaded._functions, closed=True, like=like)
    if source.is_package(module):
        text = _submodules(module, loaded, done) + text
    if listed is not None:
        text += _unseen(loaded, listed, text)
        known = _defined(text)
        names = sorted({n for n in listed if n in known or _from_star(text)})
        text += f"__all__ = {names!r}\n" if names and not _open_namespace(module) else ""
    return HEAD + CHECKED + imports.needed(text, module) + _with_own_names(text)


def _operators(module, done):
    """The functions of a namespace of operators; those that are the same among the general ones are imported from there."""
    space, kind, symbolic = SPACES[module]
    functions = operators.namespace(space, kind, symbolic, done, _LIKE.get(module))
    general = f"{module.rpartition('.')[0]}.op"
    if space in ("op", "_internal") or general not in SPACES:
        return "".join(functions.values())
    there = {public: op for public, _, op in operators.public_functions("op")}
    same = sorted(p for p, _, op in operators.public_functions(space) if p in functions and there.get(p) is op)
    imported = "".join(f"from .op import {name} as {name}\n" for name in same)
    return imported + "".join(text for name, text in functions.items() if name not in same)


def _with_own_names(text):
    """A stub that may define anew what it imports by a star, as modules do."""
    if any(isinstance(node, ast.FunctionDef) for node in ast.parse(text).body):
        text = re.sub(r"^(from \S+ import \*)$", r"\1  # pyright: ignore[reportAssignmentType]", text, flags=re.MULTILINE)
    return text


def _unseen(loaded, listed, text):
    """Lines for the names in `__all__` that a module puts into its namespace by other means than statements."""
    if _open_namespace(loaded.__name__):
        return ""
    lines, known = [], _defined(text)
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            starred = importlib.import_module("." * node.level + node.module, loaded.__name__)
            known.update(getattr(starred, "__all__", listed))
    for name in sorted(set(listed) - known):
        shown = callable(getattr(loaded, name))
        lines.append(f"def {name}(*args: Any, **kwargs: Any) -> Any: ...\n" if shown else f"{name}: Any\n")
    return "".join(lines)


def _open_namespace(module):
    return module in SPACES or module in SHARED or module in SAME


def _from_star(text):
    return "import *" in text


def _defined(text):
    names = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom):
            names.update(a.asname or a.name for a in node.names)
        elif isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            names.add(node.target.id)
        elif isinstance(node, ast.Assign):
            names.update(t.id for t in node.targets)
    return names


def _submodules(package, loaded, done):
    """Imports of a package's public submodules, and of the operators where the package shows them itself."""
    folder = source.path_of(package).parent
    names = sorted({p.stem if p.name != "__init__.py" else p.parent.name
                    for p in [*folder.glob("*.py"), *folder.glob("*/__init__.py")] if p != folder / "__init__.py"})  # fmt: skip
    lines = [
        f"from . import {name} as {name}\n"
        for name in names
        if (name[0] != "_" or name == "_internal") and name not in done and hasattr(loaded, name)
    ]
    if package in ("jmx.ndarray", "jmx.symbol"):
        lines += [f"{alias} = {target}\n" for alias, target in loaded._MODULES.items() if alias != target]
        lines.append("from .op import *\n")
    elif (folder / "_op.py").exists() and package != "jmx.numpy":
        lines.append("from ._op import *\n")
    for alias, target in getattr(loaded, "_ALIASES", {}).items():
        lines.append(f"{alias} = {target}\n")
    return "".join(lines)


def root_stub():
    """The stub of `jmx` itself, whose modules are imported when they are used."""
    import jmx

    lines = [f"from . import {name} as {name}\n" for name in sorted({*jmx._PUBLIC, *PUBLIC}.difference(MODULES))]
    lines += [f"from .legacy import {name} as {name}\n" for name in MODULES]
    for alias, target in jmx._ALIASES.items():
        package, _, name = f"jmx.{target}".rpartition(".")
        if source.path_of(f"jmx.{target}") is not None:
            lines.append(f"from {package} import {name} as {alias}\n")
    lines += [f"from .{module} import {name} as {name}\n" for name, module in jmx._ELSEWHERE.items()]
    lines += [
        "from .base import MXNetError as MXNetError\n",
        "from .context import Context as Context, cpu as cpu, cpu_pinned as cpu_pinned, current_context as current_context, "
        "gpu as gpu\n",
        "__version__: str\n",
    ]
    names = {name for name in _defined("".join(lines)) if name[:1] != "_"} | {"__version__"}
    return HEAD + CHECKED + "".join(lines) + f"__all__ = {sorted(names)!r}\n"


def package_files(names):
    """{path below a root: [module, further names]} of what lets type checkers follow imports of `mxnet`.

    At run time `mxnet.x.y` is the module jmx.x.y itself (jmx/legacy/alias.py), and no file but `mxnet/__init__.py` is ever
    read. The others are .py, not .pyi, because a stub without a source makes an editor warn. `mxnet/base` is a folder, because a
    file `mxnet/base.py` is how a real MXNet is recognized.
    """
    files = {}
    for module in names:
        parts = module.removeprefix("jmx.").removeprefix("legacy.").split(".")
        if any(p[0] == "_" and p != "_internal" for p in parts) or ".".join(parts) in _OWN:
            continue
        package = source.is_package(module) or parts == ["base"]
        path = "mxnet/" + "/".join(parts) + ("/__init__.py" if package else ".py")
        files[path] = [module, names_beside_all(module)]
    return files


def names_beside_all(module):
    """The public names of a module that a star import does not bring."""
    tree = ast.parse(stub_of(module))
    if any(isinstance(n, ast.Assign) and getattr(n.targets[0], "id", "") == "__all__" for n in tree.body):
        listed = set(ast.literal_eval(tree.body[-1].value))
        passed = {a.asname for n in tree.body if isinstance(n, ast.ImportFrom) for a in n.names if a.asname == a.name}
        own = {n for n in _defined(ast.unparse(tree)) if n in passed or not _is_import(tree, n)}
        return sorted(n for n in own - listed if n[0] != "_")
    return []


def _is_import(tree, name):
    return any(isinstance(n, ast.ImportFrom) and any((a.asname or a.name) == name for a in n.names) for n in tree.body)


def stubs():
    """Yield (path, text) of every stub."""
    names = module_names()
    collect_classes(names)
    yield ROOT / "jmx/__init__.pyi", root_stub()
    yield ROOT / "jmx/py.typed", ""
    for module in names:
        text = stub_of(module)
        if not written.says_all(module, text):
            yield source.path_of(module).with_suffix(".pyi"), text
    for name in MODULES:  # found there by a finder, not by a file (jmx/legacy/__init__.py)
        module = f"jmx.legacy.{name}"
        more = [f"from {module} import {n} as {n}\n" for n in names_beside_all(module)]
        yield ROOT / f"jmx/{name}.pyi", "".join([HEAD, f"from {module} import *\n", *more])
    for below in ("compat", "jmx/cli/shim"):
        yield ROOT / below / "mxnet/__init__.pyi", HEAD + "from jmx import *\n"
        yield ROOT / below / "mxnet/py.typed", ""
    files = package_files(names)
    for path, entry in files.items():
        yield ROOT / "compat" / path, typing_file(path, *entry)
    lines = ",\n".join(f"{json.dumps(path)}: {json.dumps(entry)}" for path, entry in files.items())
    yield ROOT / "jmx/cli/typing_files.json", f"{{\n{lines}\n}}\n"  # for `jmx shim install`
