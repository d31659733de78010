"""Which module may import which (the contracts in pyproject.toml), and what `import jmx` must not pull in."""

import ast
import collections
import graphlib
import importlib
import pathlib
import re
import subprocess
import sys

import pytest

from jmx import _late_binding

ROOT = pathlib.Path(__file__).resolve().parent.parent


def test_import_contracts_hold():
    pytest.importorskip("importlinter", reason="import-linter is not installed (extra `test`)")
    command = "from importlinter.cli import lint_imports; import sys; sys.exit(lint_imports(cache_dir=None))"
    done = subprocess.run([sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_synthetic_and_bench_are_imported_by_what_needs_them_alone():
    """Drawing stand-ins for data sets, and measuring speed, are nothing that a program loads without asking for it."""
    code = (
        "import jmx, sys; jmx.gluon.data.vision.MNIST; jmx.gluon.contrib.data.text; jmx.test_utils.get_mnist; "
        "jmx.contrib.text; jmx.viz; jmx.mod; jmx.image; jmx.io; import jmx.cli; jmx.cli.main(['info']); "
        "print([m for m in sys.modules if m.startswith(('jmx.synthetic', 'jmx.bench'))]); import jmx.synthetic, jmx.bench"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == "[]", done.stdout + done.stderr
    allowed = {"jmx/gluon/utils.py": "synthetic"}  # inside a function
    importers = {}
    for path in (ROOT / "jmx").rglob("*.py"):
        name = path.relative_to(ROOT).as_posix()
        found = re.search(r"^\s*(?:from|import)\b.*\b(synthetic|bench)\b", path.read_text(encoding="utf-8"), re.MULTILINE)
        if found and not name.startswith(("jmx/synthetic/", "jmx/bench/")):
            importers[name] = found[1]
    assert importers == allowed


def test_importing_jmx_leaves_the_slow_libraries_alone():
    slow = ("scipy", "matplotlib", "requests", "optax", "cv2", "PIL", "graphviz", "IPython")
    code = f"import jmx, sys; jmx.nd; jmx.gluon; jmx.sym; print([m for m in {slow} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


#: modules that import others of jmx inside functions, by the reason
LAZY = {
    "the modules for operating systems are loaded by themselves": "config.system.files",
    "the NumPy interface is loaded by programs that use it": """
        execution.cached_op gluon.data._queues gluon.symbol_block gluon.utils image._functions jax._sources
        legacy.numpy_op_signature ndarray.ndarray ndarray.numpy.array ndarray.numpy.protocol optimizer._objects
        symbol.numpy._symbol symbol.symbol""",
    "sparse arrays are loaded by programs that use them": """
        autograd ndarray._sparse_arrays ndarray._sparse_ops ndarray.creation ndarray.sparse ndarray.utils
        optimizer._objects test_utils.make""",
    "JAX is loaded with the first array": "checkpoints._symbols cluster.rank context util.machine",
    "arrays and symbols are loaded by the programs that make them": """
        autograd contrib.amp.amp contrib.quantization gluon.data._batched gluon.data._messages gluon.data._worker
        gluon.data.dataloader gluon.utils kvstore.kvstore model operator._function operator.legacy test_utils.downloads""",
    "a command loads what it runs": """
        bench.command cli cli.completions cli.export cli.info cli.rewrite cli.rewrite_network cli.run cli.scan
        cli.shim_command launch.command scan.trace""",
    "amp and quantization are loaded for networks in fewer bits": "predictor",
    "programs are read without libcst and operators until a stage needs them": "rewrite rewrite._limits rewrite._staged",
    "networks are drawn and texts fetched by few programs": "contrib.text.embedding plot._show visualization.network",
    "what shows errors is loaded when there is one": "_errors.tracebacks",
    "NumPy is changed for programs that import mxnet": "_numpy1 _numpy1.names",
    "a class and the functions that make it are two modules of one package": """
        core.run.dispatch execution.cached_op gluon._forward gluon._shapes gluon._summary gluon.data._batched gluon.data._worker
        kvstore.base ndarray._updates ndarray.creation ndarray.ndarray ndarray.sparse rnn._combined symbol.creation
        symbol.symbol""",
}


def modules():
    """{dotted name: (path, whether it is a package)} of every module of jmx."""
    names = {}
    for path in sorted((ROOT / "jmx").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if "shim" not in parts:  # the package `mxnet` that `jmx run` puts on the path
            names[".".join(parts).removesuffix(".__init__")] = path, parts[-1] == "__init__"
    return names


def imports_of(name, path, is_package, known):
    """(imported module, line) of one module, imports inside functions and by `importlib` included.

    What only type checkers import is left out: it never runs.
    """
    package = name if is_package else name.rpartition(".")[0]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = [n for n in ast.walk(tree) if isinstance(n, ast.If) and ast.unparse(n.test) == "TYPE_CHECKING"]
    never_run = {id(inner) for block in for_types for statement in block.body for inner in ast.walk(statement)}
    for node in ast.walk(tree):
        if id(node) in never_run:
            continue
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            targets = [f"{source}.{a.name}" if f"{source}.{a.name}" in known else source for a in node.names]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            targets = [a.value for a in node.args[:1] if isinstance(a, ast.Constant)]
        else:
            continue
        yield from ((target, node.lineno) for target in targets if target in known)


def test_no_import_circles():
    """Packages, and the modules beside them, import one another in one direction only, inside functions too.

    Upward calls go through `jmx/_late_binding.py`; the command line knows its commands by name.
    """
    known = modules()
    edges = collections.defaultdict(dict)
    for name, (path, is_package) in known.items():
        for target, line in imports_of(name, path, is_package, known):
            one, other = (".".join(m.split(".")[:2]) for m in (name, target))
            if one != other and "jmx" not in (one, other):  # jmx itself imports anything by name, when it is asked for
                edges[one].setdefault(other, f"{path.relative_to(ROOT)}:{line} imports {target}")
    try:
        graphlib.TopologicalSorter(edges).prepare()
    except graphlib.CycleError as error:
        circle = error.args[1]
        pytest.fail("\n".join(edges[later][earlier] for earlier, later in zip(circle, circle[1:])))
    assert len(edges) > 30 and "jmx.core" in edges["jmx.ndarray"], "the scan sees imports"


@pytest.mark.parametrize("name", _late_binding.PROVIDERS)
def test_what_is_bound_late_exists(name):
    assert _late_binding.provider(name) is not None
    module, _, attribute = _late_binding.PROVIDERS[name].partition(":")
    assert not attribute or getattr(importlib.import_module(module), attribute) is _late_binding.provider(name)


def test_every_late_binding_is_used():
    sources = "".join(path.read_text(encoding="utf-8") for path, _ in modules().values())
    unused = [name for name in _late_binding.PROVIDERS if f'provider("{name}")' not in sources]
    assert unused == []


def test_few_modules_lie_beside_the_packages():
    names = [name for name, (_, is_package) in modules().items() if name.count(".") == 1 and not is_package]
    names.remove("jmx.__main__")
    assert len(names) <= 25, names


def test_imports_inside_functions_have_a_reason():
    allowed = {f"jmx.{name}" for names in LAZY.values() for name in names.split()}
    known, found = modules(), set()
    for name, (path, _) in known.items():
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                imports = [n for n in ast.walk(function) if isinstance(n, ast.ImportFrom)]
                if any(n.level or (n.module or "").split(".")[0] == "jmx" for n in imports):
                    found.add(name)
    assert sorted(found - allowed) == [], "import at the top of the module, or say in LAZY why not"
    assert sorted(allowed - found) == [], "these are in LAZY without need"
