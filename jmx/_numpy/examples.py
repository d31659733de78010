"""The section "Examples" of functions of `mx.np` that are made from tables: a call, and what it prints.

What they print is what MXNet 1.9.1 prints; `tests/test_docstrings.py` runs them.
"""

import re


def shown(name, example):
    """The example of a function from "arguments -> result"; "arguments ~> result" shows four decimal places.

    In the arguments "[1, 2]" is an array, of int32 where the result is. An example that begins with ">>>" stands for itself.
    """
    return f"\nExamples\n--------\n{_lines(name, example)}\n"


def _lines(name, example):
    parts = re.fullmatch("(.*) ([-~])> (.*)", example)
    if parts is None:
        return example
    given, rounded, result = parts[1], parts[2] == "~", parts[3]
    of_type = ', dtype="int32"' if result.endswith("int32") else ""
    arguments = re.sub(r"\[[^\]]*\]", lambda numbers: f"mx.np.array({numbers[0]}{of_type})", given)
    if rounded:
        return f">>> mx.np.{name}({arguments}).asnumpy().round(4)\narray({result}, dtype=float32)"
    return f">>> mx.np.{name}({arguments})\narray({result})"
