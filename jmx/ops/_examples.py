"""The section "Examples" of docstrings that many operators share: a call, and what it prints."""


def shown(call, result) -> str:
    """A call of a function of `mx.nd`, and the array that it prints.

    Parameters
    ----------
    call : str
        The expression.
    result : str
        The numbers of one or two dimensions as NumPy prints them; a comma says that it is an array of NumPy.
    """
    if "," in result:
        lines = f"array({result}, dtype=float32)"
    else:
        rows = result.split("\n")
        sizes = [len(rows)] * result.startswith("[[") + [len(rows[0].strip("[] ").split())]
        lines = f"{result}\n<NDArray {'x'.join(map(str, sizes))} @cpu(0)>"
    return f"\n\nExamples\n--------\n>>> {call}\n{lines}\n"


def of_one_array(name, example) -> str:
    """The example of a function of one array from "given -> result"; "given ~> result" shows four decimal places."""
    given, exact, result = example.partition(" -> ")
    if exact:
        return shown(f"nd.{name}(nd.array({given}))", result)
    given, _, result = example.partition(" ~> ")
    return shown(f"nd.{name}(nd.array({given})).asnumpy().round(4)", result)
