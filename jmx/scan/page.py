"""The report as one page of HTML: no scripts, nothing from elsewhere, and all text of the program escaped.

Files and names come from strangers, so everything goes through `html.escape`, and a policy in the page forbids scripts besides.
The boxes that show and hide verdicts are plain CSS.
"""

import html
from collections.abc import Iterable

from .._version import MXNET_VERSION, __version__
from . import report as reports_
from .facts import VERDICTS
from .project import FileReport

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_COLOURS = {
    "works": "#2e7d32", "differs": "#b26a00", "no-effect": "#607d8b", "not-there": "#c62828", "not-in-mxnet": "#7b1fa2",
    "unknown": "#0277bd",
}  # fmt: skip
_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 78rem; padding: 0 1rem;
       background: light-dark(#fff, #16181b); color: light-dark(#1b1b1b, #e4e4e4); }
h2 { font: 600 1rem ui-monospace, monospace; margin: 2rem 0 .4rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .15rem .6rem .15rem 0;
         border-bottom: 1px solid light-dark(#e4e4e4, #33373c); }
td.place, td.name { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: anywhere; }
td.place { white-space: nowrap; width: 8rem; }
td.verdict { white-space: nowrap; width: 11rem; font-weight: 600; }
td.name { width: 32%; }
label { margin-right: 1.2rem; white-space: nowrap; font-weight: 600; }
p.problem { color: light-dark(#c62828, #ff8a80); margin: .2rem 0; }
.summary td { width: auto; }
"""


def _escaped(text: str) -> str:
    return html.escape(reports_.printable(text))


def _style() -> str:
    rules = [_STYLE]
    for key, colour in _COLOURS.items():
        rules.append(
            f".{key} td.verdict, label.{key} {{ color: light-dark({colour}, color-mix(in srgb, {colour} 55%, white)); }}"
        )
        rules.append(f"body:has(#show-{key}:not(:checked)) main tr.{key} {{ display: none; }}")
    return "\n".join(rules)


def page(reports: Iterable[FileReport]) -> str:
    """Return the page.

    Parameters
    ----------
    reports : iterable of FileReport
        What `scan` has found.
    """
    reports = list(reports)
    counts = reports_.summary(reports)
    escape = _escaped
    lines = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Uses of MXNet</title><style>{_style()}</style></head><body>",
        "<h1>Uses of MXNet</h1>",
        f"<p>{counts['files']} files with {counts['lines']} lines, {counts['uses']} uses of MXNet {MXNET_VERSION}, "
        f"as jmx {escape(__version__)} sees them.</p>",
        "<p>",
    ]
    shown = [key for key, number in counts["verdicts"].items() if number]
    for key in shown:
        number = counts["verdicts"][key]
        share = f"{100 * number / counts['uses']:.1f} %"
        # What is wrong comes first; what works can be switched on.
        checked = "" if key == "works" and len(shown) > 1 else " checked"
        lines.append(
            f'<label class="{key}"><input type="checkbox" id="show-{key}"{checked}> '
            f"{escape(VERDICTS[key])}: {number} ({share})</label>"
        )
    lines.append("</p><main>")
    for report in reports:
        if report.uses or report.problems:
            lines += _file(report)
    lines.append("</main></body></html>")
    return "\n".join(lines) + "\n"


def _file(report: FileReport) -> list[str]:
    escape = _escaped
    lines = [f"<section><h2>{escape(report.path)}</h2>"]
    for problem in report.problems:
        where = ", ".join(f"{what} {number}" for what, number in (("cell", problem.cell), ("line", problem.line)) if number)
        lines.append(f'<p class="problem">{escape(f"{where}: " if where else "")}{escape(problem.message)}</p>')
    if report.uses:
        lines.append("<table>")
        for use in report.uses:
            cell = "" if use.cell is None else f"cell {use.cell}, "
            lines.append(
                f'<tr class="{escape(use.verdict)}"><td class="place">{cell}{use.line}:{use.column}</td>'
                f'<td class="verdict">{escape(VERDICTS[use.verdict])}</td><td class="name">{escape(use.name)}</td>'
                f"<td>{escape(reports_.advice(use))}</td></tr>"
            )
        lines.append("</table>")
    lines.append("</section>")
    return lines
