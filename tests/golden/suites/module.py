"""mx.mod: what modules do, and what they refuse."""

import module_cases as cases
import module_refusals_cases


def refusal(function):
    try:
        function()
    except BaseException as error:
        return [type(error).__name__, str(error)]
    return None


def record(mx, output):
    found = {}
    for name, function in cases.CASES.items():
        with mx.name.NameManager():
            found[name] = cases.plain(function(mx))
    with mx.name.NameManager():
        found["refusals"] = {name: refusal(function) for name, function in module_refusals_cases.refusals(mx).items()}
    output.json(found, end="")
