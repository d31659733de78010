"""Names, shapes and some outputs of gluon.model_zoo."""

import zoo_cases as cases


def record(mx, output):
    found = {"names": {name: cases.describe(mx, name) for name in cases.NAMES}, "outputs": {}}
    found["shapes"] = {name: cases.shapes(mx, name) for name in cases.NAMES}
    for name in cases.SMALL:
        found["outputs"][name] = [float(value) for value in cases.output(mx, name).reshape(-1)]
    output.json(found, indent=1)
