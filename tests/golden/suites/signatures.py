"""The parameters of every public function, class and method, by the first path that it is reached by, and the arguments of operators."""

import inspect
import json
import sys

_STARS = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}


def _parameters(value):
    try:
        found = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return None
    return " ".join(_STARS.get(p.kind, "") + p.name for p in found)


def _is_mxnets(value):
    """Whether a value is from MXNet; functions that it generates say they are from modules that there are not."""
    home = getattr(value, "__module__", None) or "builtins"
    return home.split(".")[0] == "mxnet" or home not in sys.modules


def _of_class(path, value):
    """(path, parameters) of the constructor and of the public methods that the class defines itself."""
    yield path, _parameters(value.__init__)
    for name in vars(value):
        if not name.startswith("_") and inspect.isroutine(getattr(value, name)):
            yield path + "." + name, _parameters(getattr(value, name))


def record(mx, output):
    found, seen = {}, set()
    modules = sorted(name for name in sys.modules if name.split(".")[0] == "mxnet" and "._" not in name and ".gen_" not in name)
    for module in sorted(modules, key=lambda name: (name.count("."), name)):
        for name, value in sorted(vars(sys.modules[module]).items()):
            if name.startswith("_") or id(value) in seen or not _is_mxnets(value):
                continue
            path = module + "." + name
            if inspect.isclass(value):
                told = dict(_of_class(path, value))
            elif inspect.isroutine(value):
                told = {path: _parameters(value)}
            else:
                continue
            seen.add(id(value))
            found.update((path, parameters) for path, parameters in told.items() if parameters is not None)
    operators = {}
    for name in mx.operator.get_all_registered_operators():
        if not name.startswith("_backward"):
            operators[name] = " ".join(mx.operator.get_operator_arguments(name).names)
    output.text(json.dumps({"functions": found, "operators": operators}, indent=0, sort_keys=True) + "\n")
