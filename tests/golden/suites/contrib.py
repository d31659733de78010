"""mx.contrib: text, quantities of amp, tensorboard, onnx."""

import contrib_cases as cases


def record(mx, output):
    found = {}
    for name, function in cases.CASES.items():
        with mx.name.NameManager():
            found[name] = function(mx)
    output.json(found, end="")
