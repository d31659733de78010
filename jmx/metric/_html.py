"""What notebooks show of metrics: names and values."""

import html
import numbers


def rows_html(rows) -> str:
    """A table of (name, value); fractions are shortened."""
    lines = []
    for name, value in rows:
        fraction = isinstance(value, numbers.Real) and not isinstance(value, numbers.Integral)
        text = f"{value:.6g}" if fraction else str(value)
        lines.append(f'<tr><td style="text-align: left">{html.escape(str(name))}</td><td>{html.escape(text)}</td></tr>')
    return f"<table>{''.join(lines)}</table>"
