"""Write what `jmx scan` knows: `jmx/scan/mxnet.json`, the names of MXNet 1.9.1, and `jmx/scan/state.json`, which of them jmx has.

    python tools/scan_names/make.py                             state.json alone, from this checkout of jmx
    python tools/scan_names/make.py api.json ops.json names.json    both files, from the inventory of MXNet and `dump_mxnet.py`

The first form is for changes of jmx: a test compares state.json with the package. The inventory holds names, signatures and bases
of MXNet's public interface, and no text of it.

In mxnet.json a name that another one stands for is a string, all others are records:

    k  kind: m module, c class, f function, d method, p property, v constant
    p  parameters, `*` before one that takes all positions, `**` where any keyword is accepted; left out where unknown
    r  class of what a call returns, or a property holds; [class] for a list of it, {class} for a dict, (class,class,)
       for a tuple, with gaps
    b  bases of a class; a  attributes of its instances; y  classes of those; x  its private names
    e  the exception that a call only raises
"""

import ast
import importlib
import inspect
import json
import pathlib
import re
import sys
import types

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NAMES = ROOT / "jmx" / "scan" / "mxnet.json"
STATE = ROOT / "jmx" / "scan" / "state.json"
_KINDS = {"module": "m", "class": "c", "function": "f", "method": "d", "property": "p", "constant": "v"}
#: modules of MXNet that generate the others, or translate for ONNX: no program names them
_SKIPPED = re.compile(r"mxnet\.(_ffi|_cy3|_ctypes|cython|api|_api_internal|onnx\.setup)\b|.*\.(gen_\w+|_op_translations\w*)\b")
#: what a docstring says of a parameter, or of a function, that jmx accepts and does nothing with
_IDLE = re.compile(
    r"\b(?:without effect|(?:has|have) no effect|accepted and ignored|accepted for dense arrays and ignored)\b", re.I
)
#: classes by the names that stubs call them by, where the last part of the path is not enough
_STUB_CLASSES = {"ndarray": "numpy.ndarray", "_Symbol": "symbol.numpy._Symbol", "NumPyArray": "<numpy>.ndarray"}


# ---- MXNet's side


def _parameters(record, operators):
    """The parameters of a callable as one string, or None where MXNet's are unknown."""
    signature = record.get("signature")
    if signature is None:
        return None
    words, open_ended = [], False
    for parameter in signature:
        if parameter["kind"] == "var_keyword":
            open_ended = True
        elif parameter["kind"] == "var_positional":
            words.append("*" + parameter["name"])
        else:
            words.append(parameter["name"])
    declared = operators.get(record.get("op"))
    if record["path"].startswith("mxnet.io.") and record["kind"] == "function":
        open_ended = True  # iterators of the C library pass over what they do not know
    if open_ended and declared and declared["params"] and _is_generated(record) and declared["name"] != "Custom":
        # The C library refuses what an operator with attributes does not know. Symbols take attributes of their own beside them.
        open_ended = False
        words += [name for name in ("name", "attr", "out", "ctx", "dtype") if name not in words]
        words += [each["name"] for each in declared["inputs"] + declared["params"] if each["name"] not in words]
    return " ".join(words + ["**"] * open_ended)


def _is_generated(record):
    return record["namespace"].split(".")[1:2] in (["ndarray"], ["symbol"]) and record["kind"] in ("function", "method")


def _relative(path):
    return path.removeprefix("mxnet").removeprefix(".")


def mxnet_names(api, operators, dumped):
    """Return the content of mxnet.json.

    Parameters
    ----------
    api, operators, dumped : dict
        The inventory's api.json and ops.json, and what `dump_mxnet.py` wrote.
    """
    operators = {each["name"]: each for each in operators["ops"]}
    names = {"": {"k": "m"}}
    for record in api["names"]:
        path = _relative(record["path"])
        if "same_as" in record:
            names[path] = _relative(record["same_as"])
            continue
        entry = {"k": _KINDS[record["kind"]]}
        parameters = _parameters(record, operators)
        if parameters is not None and not record.get("external"):
            entry["p"] = parameters
        if record.get("bases"):
            entry["b"] = [_relative(base) for base in record["bases"]]
        if record.get("instance_attributes"):
            entry["a"] = " ".join(record["instance_attributes"])
        if record.get("raises"):
            entry["e"] = record["raises"]
        names[path] = entry
    for module, held in dumped["modules"].items():
        if _SKIPPED.match(module):
            continue
        names.setdefault(_relative(module), {"k": "m"})
        for name, origin in held.items():
            path = _relative(f"{module}.{name}")
            if path in names or name.startswith("_backward") or _SKIPPED.match(f"mxnet.{path}"):
                continue
            target = _relative(origin)
            names[path] = target if origin and target in names and target != path else {"k": "v"}
    for path, held in dumped["classes"].items():
        where = _canonical(names, _relative(path))
        record = names.get(where)
        if isinstance(record, dict) and record["k"] == "c":
            private = [name for name in held if name.startswith("_") and name.isidentifier()]
            if private:
                record["x"] = " ".join(private)
    return {"aliases": {_relative(a): _relative(b) for a, b in api["aliases"].items()}, "names": names}


def _canonical(names, path):
    for _ in range(5):
        if not isinstance(names.get(path), str):
            break
        path = names[path]
    return path


# ---- what types say of results


def _typed_index():
    """{module: {name of a function or class: node}} of jmx: of a module's stub, and of its source where it has none."""
    index = {}
    for source in sorted((ROOT / "jmx").rglob("*.py*")):
        if source.suffix == ".py" and source.with_suffix(".pyi").exists() or source.suffix not in (".py", ".pyi"):
            continue
        module = ".".join(source.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        body = ast.parse(source.read_text(encoding="utf-8")).body
        index[module] = {node.name: node for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    return index


def _members(node):
    return {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}


def _attributes(node):
    """{name: annotation, or None} of what a class declares, and what its methods set on `self`."""
    stores = (each for each in ast.walk(node) if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store))
    found = {each.attr: None for each in stores if isinstance(each.value, ast.Name) and each.value.id == "self"}
    return found | {each.target.id: each.annotation for each in node.body if isinstance(each, ast.AnnAssign)}


def _module_of(value):
    """The name of the module that defines something; classes of jmx say that they are MXNet's where `mxnet` is imported."""
    home = importlib.import_module("jmx._errors.homes").home
    return home(value) if isinstance(value, type) else getattr(value, "__module__", None)


class _Results:
    """Classes of results, by the annotations in stubs and sources."""

    def __init__(self, names):
        self._typed = _typed_index()
        self._classes = {}
        for path, record in names.items():
            if isinstance(record, dict) and record["k"] == "c":
                last = path.rpartition(".")[2]
                self._classes[last] = None if last in self._classes else path
        self._classes |= _STUB_CLASSES

    def node(self, value):
        """The node of an object of jmx in the stub or the source that types it, or None."""
        if isinstance(value, property):
            value = value.fget
        module, name = _module_of(value), getattr(value, "__qualname__", None)
        if not isinstance(module, str) or not isinstance(name, str):
            return None
        first, _, rest = name.partition(".")
        node = self._typed.get(module, {}).get(first)
        if rest:
            node = _members(node).get(rest) if isinstance(node, ast.ClassDef) else None
        return node

    def of(self, value, owner=None):
        """The class that a call of this object of jmx returns, as mxnet.json writes it, or None."""
        node = self.node(value)
        return self._read(node.returns, owner) if isinstance(node, ast.FunctionDef) else None

    def of_member(self, cls, name, owner):
        """The same for a member of a class, which may be written where types are alone."""
        for base in cls.__mro__:
            node = self.node(base)
            if isinstance(node, ast.ClassDef):
                member = _members(node).get(name)
                if member is not None:
                    return self._read(member.returns, owner)
                if name in _attributes(node):
                    return self._read(_attributes(node)[name], owner)
        return None

    def has_attribute(self, cls, name):
        """Whether instances of a class of jmx have this attribute, by its types or by what its methods set."""
        nodes = [node for base in cls.__mro__ if isinstance(node := self.node(base), ast.ClassDef)]
        return any(name in _attributes(node) or name in _members(node) for node in nodes)

    def _read(self, annotation, owner):
        if annotation is None:
            return None
        if isinstance(annotation, ast.BinOp):
            sides = [self._read(side, owner) for side in (annotation.left, annotation.right)]
            return next((side for side in sides if side), None)
        if isinstance(annotation, ast.Subscript):
            if ast.unparse(annotation.value) in ("np.ndarray", "numpy.ndarray"):
                return "<numpy>.ndarray"
            outer = ast.unparse(annotation.value).rpartition(".")[2]
            if outer == "ItemsView" and isinstance(annotation.slice, ast.Tuple):
                return f"[(,{self._read(annotation.slice.elts[1], owner) or ''})]"
            if outer in ("list", "tuple", "Sequence", "Iterator", "Iterable", "dict", "Mapping", "ValuesView"):
                inner = annotation.slice
                if isinstance(inner, ast.Tuple):
                    if outer == "tuple" and ast.unparse(inner.elts[-1]) != "...":
                        return f"({','.join(self._read(each, owner) or '' for each in inner.elts)})"
                    inner = inner.elts[-1] if outer in ("dict", "Mapping") else inner.elts[0]
                found = self._read(inner, owner)
                opening, closing = "{}" if outer in ("dict", "Mapping") else "[]"
                return f"{opening}{found}{closing}" if found and found[0] not in "[({" else None
            return None
        name = ast.unparse(annotation).rpartition(".")[2].strip("'\"")
        if name == "Self":
            return owner
        if ast.unparse(annotation) in ("np.ndarray", "numpy.ndarray"):
            return "<numpy>.ndarray"
        return self._classes.get(name)


#: what functions of a namespace return where no stub says it: operators, and networks
_NAMESPACES = {
    "ndarray.numpy": "numpy.ndarray", "ndarray": "ndarray.NDArray", "symbol.numpy": "symbol.numpy._Symbol",
    "symbol": "symbol.Symbol", "numpy": "numpy.ndarray", "gluon.model_zoo.vision": "gluon.HybridBlock",
}  # fmt: skip
#: what stubs do not say, and programs go on with
_RESULTS = {
    "module.Module.load": "module.Module", "module.BucketingModule.load": "module.BucketingModule",
    "model.FeedForward.load": "model.FeedForward",
    "rnn.load_rnn_checkpoint": "(symbol.Symbol,{ndarray.NDArray},{ndarray.NDArray})",
    "module.BaseModule.get_outputs": "[ndarray.NDArray]", "module.Module.get_outputs": "[ndarray.NDArray]",
    "module.BaseModule.predict": "ndarray.NDArray", "optimizer.get_updater": "optimizer.Updater",
    "ndarray.load": "{ndarray.NDArray}",
    "ndarray.split": "[ndarray.NDArray]", "ndarray.NDArray.split": "[ndarray.NDArray]",
    "symbol.split": "symbol.Symbol", "metric.np": "metric.CustomMetric",
    "image.random_crop": "(ndarray.NDArray,)", "image.center_crop": "(ndarray.NDArray,)",
    "ndarray.sparse.csr_matrix": "ndarray.sparse.CSRNDArray",
    "ndarray.sparse.row_sparse_array": "ndarray.sparse.RowSparseNDArray",
    **dict.fromkeys(("image.imread", "image.imresize", "image.imdecode", "image.resize_short", "image.fixed_crop",
                     "ndarray.sparse.zeros",
                     "image.color_normalize", "test_utils.rand_ndarray", "ndarray.sparse.array"), "ndarray.NDArray"),
    **dict.fromkeys((f"gluon.data.Dataset.{name}" for name in
                     ("transform", "transform_first", "filter", "shard", "take", "sample")),
                    "gluon.data.Dataset"),
    **dict.fromkeys((f"io.{name}" for name in ("CSVIter", "ImageDetRecordIter", "ImageRecordInt8Iter", "ImageRecordIter",
                                               "ImageRecordIter_v1", "ImageRecordUInt8Iter", "ImageRecordUInt8Iter_v1",
                                               "LibSVMIter",
                                               "MNISTIter")), "io.MXDataIter"),
}  # fmt: skip
#: functions of mx.np that return no array, or several
_NO_ARRAYS = frozenset(
    """
    array_split broadcast_arrays can_cast dsplit get_include hsplit isscalar issubdtype load may_share_memory meshgrid ndim
    nonzero result_type save savez seed set_printoptions shape shares_memory size split unique vsplit
""".split()
)


def _of_namespace(path, operators):
    space = next((each for each in _NAMESPACES if path.startswith((f"{each}.", f"{each}_extension."))), None)
    if not space or path.rpartition(".")[2] in _NO_ARRAYS:
        return None
    return _NAMESPACES[space] if path in operators or space in ("numpy", "gluon.model_zoo.vision") else None


def add_results(names, operators, known):
    """Add the classes of results, `r`, to the records of mxnet.json.

    Parameters
    ----------
    names : dict
        Records by path; written to.
    operators : set of str
        The paths of operators.
    known : dict
        Records that were written before. MXNet no longer changes: what they say of results stays.
    """
    results = _Results(names)
    for path, record in names.items():
        if isinstance(record, str) or record["k"] not in "fdp":
            continue
        found, value = resolve(path)
        if not found:
            continue
        if record["k"] == "f":
            answer = results.of(value) or _of_namespace(path, operators)
        else:
            owner, _, name = path.rpartition(".")
            answer = results.of_member(resolve(owner)[1], name, owner)
        answer = _of_record(known, path).get("r") or answer or _RESULTS.get(path)
        if answer:
            record["r"] = answer
    for path, record in names.items():
        if isinstance(record, dict) and record.get("a"):
            there, value = resolve(path)
            if there and isinstance(value, type):
                before = _of_record(known, path).get("y", {})
                held = {name: before.get(name) or results.of_member(value, name, path) for name in record["a"].split()}
                record["y"] = {name: answer for name, answer in held.items() if answer}


def _of_record(names, path):
    return names[path] if isinstance(names.get(path), dict) else {}


# ---- jmx's side

_found = {}


def resolve(path):
    """Return (whether jmx has this name of MXNet, its value), asked as a program would ask that imports `mxnet`."""
    if path in _found:
        return _found[path]
    if path == "":
        answer = True, importlib.import_module("mxnet")
    else:
        parent, _, name = path.rpartition(".")
        there, value = resolve(parent)
        answer = False, None
        if there:
            if isinstance(value, type) and isinstance(inspect.getattr_static(value, name, None), property):
                answer = True, inspect.getattr_static(value, name)
            else:
                answer = _attribute(value, name, path)
    _found[path] = answer
    return answer


def _attribute(value, name, path):
    # A submodule has the names that it only imports when it has been imported as `mxnet.x.y`, and not as an attribute.
    if isinstance(value, types.ModuleType) and isinstance(getattr(value, name, None), (types.ModuleType, type(None))):
        try:
            return True, importlib.import_module(f"mxnet.{path}")
        except ImportError:
            pass
    try:
        return True, getattr(value, name)
    except AttributeError:
        return False, None


def _blocks(doc):
    """(names, text) of each parameter that a docstring describes, in sections or in tables of two columns."""
    lines = inspect.cleandoc(doc or "").splitlines()
    names, text = [], []
    for line in [*lines, "end"]:
        heading = re.match(r"([\w*]+(?:, [\w*]+)*)(?: :.*)?$", line)
        column = re.match(r"([a-z_]\w*(?:, \w+)*)\s{2,}(\S.*)", line)
        if heading or column or not line.startswith(" "):
            if names:
                yield names, " ".join(text)
            names, text = [], []
        if heading:
            names, text = heading[1].replace("*", "").split(", "), []
        elif column:
            names, text = column[1].split(", "), [column[2]]
        elif names:
            text.append(line.strip())


def _idle_parameters(value, parameters):
    """{parameter: what is said of it} of those that have no effect in jmx."""
    idle = {}
    doc = getattr(value, "__doc__", None) or ""
    for names, text in _blocks(doc):
        if _IDLE.search(text):
            idle.update({name: text for name in names if name in parameters})
    # Operators say it in a sentence: "`workspace` and `cudnn_*` are accepted and have no effect."
    for sentence in re.findall(
        r"((?:`[\w*]+`(?:, | and )?)+ (?:is|are) accepted[^.]*(?:ignored|no effect))", " ".join(doc.split())
    ):
        for word in re.findall(r"`([\w*]+)`", sentence):
            pattern = re.compile(word.replace("*", r"\w*"))
            idle.update({name: "" for name in parameters if pattern.fullmatch(name)})
    return idle


def _refusal(value):
    """What a function or class says that only raises, or None: its docstring begins with "Would", or it has an `_only_raises`."""
    if said := vars(value).get("_only_raises") if hasattr(value, "__dict__") else None:
        return said
    doc = getattr(value, "__doc__", None) or ""
    if not isinstance(value, types.FunctionType) or not re.match(r"Would .*; raises MXNetError\.", doc):
        return None
    required = [p for p in inspect.signature(value).parameters.values() if p.default is p.empty]
    try:
        value(*[None] * len(required))
    except Exception as error:
        return str(error)
    return None


def _accepts_more(value, words):
    """Names of parameters that a callable of jmx has beside those of MXNet."""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return []
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [p.name for p in signature.parameters.values() if p.kind in named and p.name not in words and p.name != "self"]


def jmx_state(names):
    """Return the content of state.json: what jmx has of the names of mxnet.json."""
    missing, refused, idle, idle_parameters, more, extra = [], {}, {}, {}, {}, {}
    results = _Results(names)
    for path, record in sorted(names.items()):
        there, value = resolve(path)
        if not there:
            missing.append(path)
            continue
        if isinstance(record, str):
            continue
        if record["k"] == "c" and isinstance(value, type):
            for name in record.get("a", "").split():
                if not hasattr(value, name) and not results.has_attribute(value, name):
                    missing.append(f"{path}.{name}")
            missing += [f"{path}.{name}" for name in record.get("x", "").split() if not hasattr(value, name)]
        if record["k"] in "fdc":
            words = [word.lstrip("*") for word in record.get("p", "").split()]
            said = _refusal(value)
            if said:
                refused[path] = said
            doc = inspect.cleandoc(getattr(value, "__doc__", None) or "")
            if re.match(r"Without effect\b", doc):
                idle[path] = " ".join(doc.split("\n\n")[0].split())
            described = _idle_parameters(value, words)
            if described:
                idle_parameters[path] = described
            if record["k"] == "c" and isinstance(value, type):
                described = _idle_parameters(value.__init__, words)
                if described:
                    idle_parameters.setdefault(path, {}).update(described)
            if "p" in record and "**" not in record["p"]:
                surplus = _accepts_more(value, words)
                if surplus:
                    more[path] = " ".join(surplus)
        elif record["k"] == "m" and isinstance(value, types.ModuleType):
            own = sorted(n for n in _own_names(path, value) if f"{path}.{n}".lstrip(".") not in names)
            if own:
                extra[path] = " ".join(own)
    return {"missing": sorted(missing), "refused": refused, "idle": idle, "idle_parameters": idle_parameters, "more": more,
            "extra": extra}  # fmt: skip


def _own_names(path, module):
    """Public names of a module of jmx that are there on purpose: listed, or defined in it."""
    if not path:
        jmx = importlib.import_module("jmx")
        return {*jmx._PUBLIC, *jmx._ELSEWHERE}
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return set(listed)
    return {name for name, value in vars(module).items() if not name.startswith("_") and _module_of(value) == module.__name__}


def write(path, content):
    """Write a file of JSON with a line for each entry of its tables."""
    parts = []
    for key, table in content.items():
        if isinstance(table, dict):
            lines = [f"{json.dumps(name)}: {json.dumps(entry, separators=(',', ':'))}" for name, entry in sorted(table.items())]
            body = "{\n" + ",\n".join(lines) + "\n}"
        else:
            body = "[\n" + ",\n".join(json.dumps(entry) for entry in table) + "\n]"
        parts.append(f"{json.dumps(key)}: {body}")
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def main(inventory):
    """Write state.json, and mxnet.json where the inventory is given."""
    if inventory:
        api, operators, dumped = (json.loads(pathlib.Path(path).read_text(encoding="utf-8")) for path in inventory)
        content = mxnet_names(api, operators, dumped)
        known = json.loads(NAMES.read_text(encoding="utf-8"))["names"]
        add_results(content["names"], {_relative(record["path"]) for record in api["names"] if record.get("op")}, known)
        write(NAMES, content)
    content = json.loads(NAMES.read_text(encoding="utf-8"))
    state = jmx_state(content["names"])
    write(STATE, state)
    print(len(content["names"]), "names,", ", ".join(f"{len(table)} {key}" for key, table in state.items()))


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT), str(ROOT / "compat")]
    main(sys.argv[1:])
