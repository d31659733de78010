"""gluon.contrib: estimator, layers, texts, samplers."""

import gluon_contrib_cases as cases


def shorter(value):
    """Numbers with seven digits, so that the file stays small."""
    if isinstance(value, float):
        return float(f"{value:.7g}")
    if isinstance(value, (list, tuple)):
        return [shorter(one) for one in value]
    return {k: shorter(one) for k, one in value.items()} if isinstance(value, dict) else value


def record(mx, output):
    found = {
        "runs": {case.__name__: cases.run(mx, case) for case in cases.RUNS},
        "mistakes": cases.fresh(mx, cases.mistakes),
        "warned": cases.fresh(mx, cases.warned),
        "layers": {name: cases.fresh(mx, cases.layer, name) for name in cases.LAYERS},
        "text": cases.text(mx),
        "samplers": cases.samplers(mx),
    }
    output.json(shorter(found))
