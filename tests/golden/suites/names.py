"""Modules that are there after `import mxnet`, the modules that classes say they are from, and the operators that are listed."""

import inspect
import json
import sys


def record(mx, output):
    modules = sorted(name for name in sys.modules if name.startswith("mxnet."))
    classes = {}
    for name in ["mxnet", *modules]:
        for value in vars(sys.modules[name]).values():
            if inspect.isclass(value) and value.__module__.split(".")[0] == "mxnet":
                # a named tuple may be called differently from what it is reached by
                if vars(sys.modules[value.__module__]).get(value.__qualname__) is value:
                    classes.setdefault(value.__module__, set()).add(value.__qualname__)
    found = {"modules": modules, "classes": {name: sorted(classes[name]) for name in sorted(classes)}}
    found["operators"] = sorted(mx.operator.get_all_registered_operators())
    output.text(json.dumps(found, indent=0) + "\n")
