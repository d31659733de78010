"""The API reference: a page for each part of the interface, its entries asked of the running package by Sphinx.

Each page begins with a table of its entries. The arrays' and the symbols' operators are many: a page for each group of them.
"""

import hashlib
import importlib
import inspect
import re
import sys
import types

from . import docstrings

#: pages: title, a sentence, the modules whose public names it has
PAGES = {
    "nd": ("mx.nd", "Arrays, and the operators on them.", ("jmx.nd",)),
    "nd_contrib": ("mx.nd.contrib, linalg, image, random, sparse", "Further operators on arrays.",
                   ("jmx.nd.contrib", "jmx.nd.linalg", "jmx.nd.image", "jmx.nd.random", "jmx.nd.sparse")),
    "np": ("mx.np", "NumPy's interface.", ("jmx.np", "jmx.np.linalg", "jmx.np.random")),
    "npx": ("mx.npx", "What NumPy does not have.", ("jmx.npx",)),
    "sym": ("mx.sym", "Symbols: graphs of operators. Operators are those of [mx.nd](nd.md).", ("jmx.sym",)),
    "autograd": ("mx.autograd", "Gradients.", ("jmx.autograd",)),
    "gluon": ("mx.gluon", "Blocks, parameters, the Trainer.", ("jmx.gluon", "jmx.gluon.utils")),
    "gluon_nn": ("mx.gluon.nn", "Layers.", ("jmx.gluon.nn", "jmx.gluon.contrib.nn")),
    "gluon_rnn": ("mx.gluon.rnn", "Recurrent layers and cells.", ("jmx.gluon.rnn", "jmx.gluon.contrib.rnn")),
    "gluon_loss": ("mx.gluon.loss", "Losses.", ("jmx.gluon.loss",)),
    "gluon_data": ("mx.gluon.data", "Data sets, loaders, transforms.",
                   ("jmx.gluon.data", "jmx.gluon.data.vision", "jmx.gluon.data.vision.transforms", "jmx.gluon.data.batchify")),
    "gluon_probability": ("mx.gluon.probability", "Distributions.", ("jmx.gluon.probability",)),
    "estimator": ("mx.gluon.contrib.estimator", "Training loops.", ("jmx.gluon.contrib.estimator",)),
    "model_zoo": ("mx.gluon.model_zoo", "Networks for pictures.", ("jmx.gluon.model_zoo.vision",)),
    "module": ("mx.mod", "Module and its kin.", ("jmx.mod",)),
    "optimizer": ("mx.optimizer", "Optimizers and learning rates.", ("jmx.optimizer", "jmx.lr_scheduler")),
    "initializer": ("mx.init", "Initial values of parameters.", ("jmx.init",)),
    "metric": ("mx.metric", "Metrics.", ("jmx.metric",)),
    "io": ("mx.io, mx.recordio, mx.image", "Iterators, record files, pictures.", ("jmx.io", "jmx.recordio", "jmx.image")),
    "kvstore": ("mx.kv", "Key-value stores: sums over devices and processes.", ("jmx.kv",)),
    "rnn": ("mx.rnn", "Recurrent cells for symbols, and buckets.", ("jmx.rnn",)),
    "operator": ("mx.operator, mx.rtc, mx.library", "Operators of your own.", ("jmx.operator",)),
    "tools": ("mx.profiler, mx.callback, mx.monitor, mx.viz, mx.random, mx.util", "Tools.",
              ("jmx.profiler", "jmx.callback", "jmx.monitor", "jmx.viz", "jmx.random", "jmx.util", "jmx.runtime", "jmx.context")),
    "contrib": ("mx.contrib", "Mixed precision, quantization, ONNX, text.",
                ("jmx.contrib.amp", "jmx.contrib.quantization", "jmx.contrib.onnx", "jmx.contrib.text")),
    "test_utils": ("mx.test_utils", "What tests are written with.", ("jmx.test_utils",)),
    "jmx": ("jmx", "What MXNet does not have.", ("jmx", "jmx.plot", "jmx.checkpoints", "jmx.parallel", "jmx.predictor")),
}  # fmt: skip

_DIRECTIVES = {"class": "autoclass", "function": "autofunction"}
#: pages that are divided, and the groups: the part of a page's name, title, and where the group's entries are written. An entry
#: is in the first group that fits; the last one has what is left, and comes first on the page
DIVIDED = ("nd", "sym")
GROUPS = (
    ("elementwise", "Element by element",
     ("ops/unary", "ops/elemwise", "ops/broadcast", "ops/scalar", "ndarray/elementwise", "symbol/elementwise")),
    ("shape", "Shape, order, joining, indexing", ("ops/shape", "ops/slicing", "ops/indexing", "ops/ordering")),
    ("reduce", "Sums, products, linear algebra", ("ops/reduce", "ops/matrix", "ops/linalg")),
    ("networks", "Layers of networks, and gradients", ("ops/nn/", "ops/gradient", "ops/custom")),
    ("random", "Random numbers", ("ops/random",)),
    ("updates", "Steps of optimizers", ("ops/optimizer",)),
    ("objects", "Making, saving, converting", ("",)),
)  # fmt: skip
#: modules that MXNet does not have, which keep their name
_NEW = ("jmx", "jmx.plot", "jmx.checkpoints", "jmx.parallel", "jmx.predictor")
#: what is jmx's own among the names of the package itself
_OWN = ("to_jax", "from_jax", "to_jax_step", "to_optax", "register_op", "install_as_mxnet", "v2")


def write(folder):
    """Write the pages into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    homes = _homes()
    for name, (title, about, modules) in PAGES.items():
        parts = {module: [entry for entry in public(module) if homes[id(entry[2])] == (module, entry[0])] for module in modules}
        if name in DIVIDED:
            body = _divided(folder, name, title, about, modules[0], parts[modules[0]])
        else:
            body = [f"# {title}", "", about, ""]
            shown = [(module, entries) for module, entries in parts.items() if entries]
            for module, entries in shown:
                # With a single part its heading would be the page's once more.
                body += [f"## {_written(module)}", ""] if len(shown) > 1 else []
                body += [*_table(module, entries), *_entries(module, entries)]
        _write_page(folder / f"{name}.md", body, [entry for entries in parts.values() for entry in entries])
    rows = "\n".join(f"- [{title}]({name}.md): {about[0].lower() + about[1:] if about[1].islower() else about}"
                     for name, (title, about, _) in PAGES.items())  # fmt: skip
    tree = "\n".join(PAGES)
    (folder / "index.md").write_text(
        "# Reference\n\nThe interface of MXNet 1.9.1, part by part, and at the end what only jmx has. `mx` stands for\n"
        f"`import mxnet as mx`; `import jmx as mx` gives the same.\n\n{rows}\n\n"
        f"```{{toctree}}\n:hidden:\n\n{tree}\n```\n", encoding="utf-8"
    )  # fmt: skip


def _divided(folder, name, title, about, module, entries):
    """Write a page for each group of entries; returns the page with all tables."""
    body, tree = [f"# {title}", "", about, ""], []
    groups = {part: [] for part, _, _ in GROUPS}
    for entry in entries:
        groups[group(entry[2])].append(entry)
    for part, heading, _ in (GROUPS[-1], *GROUPS[:-1]):
        if groups[part]:
            tree.append(f"{name}_{part}")
            body += [f"## [{heading}]({name}_{part}.md)", "", *_table(module, groups[part])]
            text = [f"# {title}: {heading[0].lower()}{heading[1:]}", "", *_entries(module, groups[part])]
            _write_page(folder / f"{name}_{part}.md", text, groups[part])
    return [*body, "```{toctree}", ":hidden:", "", *tree, "```", ""]


def _write_page(path, lines, entries):
    """Write a page, and into it a sum of what Sphinx will make of its entries, with which the page is read again (`again.py`)."""
    path.write_text("\n".join([*lines, f"% {_sum(entries)}", ""]), encoding="utf-8")


def _sum(entries):
    """A sum of the docstrings, signatures and places of entries and of their members."""
    digest = hashlib.sha256()
    for name, kind, value in entries:
        members = vars(value).items() if kind == "class" else ()
        for part, member in [(name, value), *((key, member) for key, member in members if not key.startswith("_"))]:
            said = (part, docstrings.place(member), inspect.getdoc(member), _signature(member))
            digest.update(repr(said).encode())
        if kind == "class":  # what the signature of the class is made of, and where docstrings of members come from
            digest.update(repr((_signature(value.__init__), [base.__qualname__ for base in value.__mro__])).encode())
            digest.update(repr([inspect.getdoc(getattr(value, key)) for key, _ in members if not key.startswith("_")]).encode())
    return digest.hexdigest()


def _signature(value):
    """A signature as text, without addresses, which differ from run to run; None where there is none."""
    try:
        return re.sub(r" at 0x[0-9a-f]+", "", str(inspect.signature(value)))
    except (TypeError, ValueError):
        return None


def group(value):
    """The first of GROUPS that a class or function is in, by the file that it is written in."""
    file, _ = docstrings.place(value) or ("", 0)
    return next(part for part, _, places in GROUPS if file.startswith(tuple(f"jmx/{place}" if place else "" for place in places)))


def _table(module, entries):
    """A table of entries with their first sentences, which leads to them."""
    lines = ["```{eval-rst}", ".. list-table::", "   :class: summary", "   :widths: 2 5", ""]
    for entry, _, value in entries:
        sentence = docstrings.escaped(docstrings.first_sentence(value))
        lines += [f"   * - :py:obj:`{entry} <{_written(module)}.{entry}>`", f"     - {sentence}"]
    return [*lines, "```", ""]


def _entries(module, entries):
    """The entries themselves."""
    lines = ["```{eval-rst}"]
    for entry, kind, _ in entries:
        members = ["   :members:", ""] if kind == "class" else [""]
        lines += [f".. {_DIRECTIVES[kind]}:: {_written(module)}.{entry}", *members]
    return [*lines, "```", ""]


def _written(module):
    """A module's name as programs write it."""
    return module if module in _NEW else module.replace("jmx", "mx", 1)


def name_modules():
    """Have `mx`, `mx.nd` and so on found where modules are looked for, for Sphinx, which imports what it describes."""
    for _, _, modules in PAGES.values():
        for module in modules:
            if module not in _NEW:
                sys.modules[_written(module)] = _module(module)


def _module(name):
    module = importlib.import_module("jmx")
    for part in name.split(".")[1:]:
        module = getattr(module, part)
    return module


def _homes():
    """By the `id` of each object, the one place (module, name) where it is described: its own module if that can be."""
    homes = {}
    for _, _, modules in PAGES.values():
        for module in modules:
            real = _module(module)
            for name, _, value in public(module):
                own = str(getattr(value, "__module__", "")).startswith(real.__name__) and getattr(value, "__name__", name) == name
                before = homes.get(id(value))
                if before is None or own and not before[1]:
                    homes[id(value)] = (module, name), own
    return {key: place for key, (place, _) in homes.items()}


def public(module_name):
    """The public classes and functions of a module: (name, "class" or "function", object), in the order of the alphabet."""
    module = _module(module_name)
    names = getattr(module, "__all__", None) or [name for name in dir(module) if not name.startswith("_")]
    for name in sorted(set(names), key=lambda name: (name.lower(), name)):
        if name.startswith("_") or module_name == "jmx" and name not in _OWN:
            continue
        value = getattr(module, name, None)
        if value is None or isinstance(value, types.ModuleType):
            continue
        # What a module has imported for its own use, and NumPy's functions, which NumPy describes.
        elsewhere = not hasattr(module, "__all__") and not str(getattr(value, "__module__", "")).startswith(module.__name__)
        if elsewhere or str(getattr(value, "__module__", "")).partition(".")[0] in ("numpy", "jax", "typing"):
            continue
        if inspect.isclass(value):
            yield name, "class", value
        elif callable(value):
            yield name, "function", value
