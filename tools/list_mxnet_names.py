"""Write `jmx/legacy/mxnet_names.py`: MXNet's modules, and which classes of jmx are known by which of them.

    python tools/list_mxnet_names.py            writes the file
    python tools/list_mxnet_names.py --print    prints it

Made of `tests/golden/names.json`, which the real MXNet has recorded, and of what the modules of jmx hold.
"""

import importlib
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PATH = ROOT / "jmx" / "legacy" / "mxnet_names.py"
_HEAD = '''# Made by tools/list_mxnet_names.py; not to be edited.
# fmt: off
"""The modules that are there after `import mxnet`, below it, and the classes of jmx that are known by them."""

#: modules that MXNet 1.9.1 has imported
MODULES = """
'''


def recorded():
    """What MXNet has: {"modules": names, "classes": {module: names}}."""
    return json.loads((ROOT / "tests" / "golden" / "names.json").read_text())


def classes():
    """{module of jmx: {module of MXNet: names of classes that the first defines}}, names of modules without the package's."""
    found, taken = {}, set()
    for place, names in recorded()["classes"].items():
        try:
            module = importlib.import_module(place.replace("mxnet", "jmx", 1))
        except ModuleNotFoundError:
            continue
        for name in names:
            cls = getattr(module, name, None)
            if not isinstance(cls, type) or cls.__name__ != name or cls in taken:
                continue
            defined = importlib.import_module(cls.__module__)
            if defined.__name__.startswith("jmx.") and vars(defined).get(name) is cls:
                taken.add(cls)
                mine = found.setdefault(cls.__module__.partition(".")[2], {})
                mine.setdefault(place.partition(".")[2], []).append(name)
    return found


def absent():
    """{module of MXNet that jmx does not have: the nearest above it}, without the package's name, that of the package is ""."""
    found = {}
    for name in recorded()["modules"]:
        own = name.partition(".")[2]
        try:
            importlib.import_module(f"jmx.{own}")
        except ModuleNotFoundError:
            above = own.rpartition(".")[0]
            found[own] = found.get(above, above)
    return found


def _wrapped(words, indent=""):
    lines = [indent]
    for word in words:
        if len(lines[-1]) + len(word) > 118:
            lines.append(indent)
        lines[-1] += word if lines[-1] == indent else f" {word}"
    return "\n".join(lines)


def text():
    """The file's content."""
    parts = [_HEAD + _wrapped(name.partition(".")[2] for name in recorded()["modules"]) + '\n""".split()\n']
    parts.append("\n#: modules that jmx does not have, and the nearest above each\nABSENT = {\n")
    parts.extend(f'    "{name}": "{above}",\n' for name, above in absent().items())
    parts.append("}\n")
    parts.append(
        "\n#: module of jmx -> {module of MXNet: the classes that the first defines}, both below the package\nCLASSES = {\n"
    )
    for module, places in sorted(classes().items()):
        parts.append(f'    "{module}": {{\n')
        for place, names in sorted(places.items()):
            line = f'        "{place}": "{" ".join(names)}",\n'
            if len(line) > 130:
                line = f'        "{place}": """\n{_wrapped(names, " " * 12)}""",\n'
            parts.append(line)
        parts.append("    },\n")
    return "".join(parts) + "}\n"


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    if "--print" in sys.argv:
        print(text(), end="")
    else:
        PATH.write_text(text())
