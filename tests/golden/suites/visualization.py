"""mx.viz: summaries, and graphs by graphviz 0.8.4."""

import contextlib
import io

import visualization_cases as cases


def describe(mx, build, summaries, plots):
    with mx.name.NameManager():
        symbol = build(mx)
    texts = []
    for given in summaries:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            mx.viz.print_summary(symbol, **given)
        texts.append(out.getvalue())
    graphs = [mx.viz.plot_network(symbol, **given) for given in plots]
    return {
        "summaries": texts,
        "sources": [g.source for g in graphs],
        "formats": [[g.name, g.format, g.filename] for g in graphs],
    }


def error(mx, call):
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            call(mx)
    except Exception as raised:
        return [type(raised).__name__, str(raised).splitlines()[-1] if str(raised) else ""]
    return None


def record(mx, output):
    found = {name: describe(mx, *case) for name, case in cases.CASES.items()}
    found["errors"] = {name: error(mx, call) for name, call in cases.ERRORS.items()}
    output.json(found, end="", indent=0, sort_keys=True)
