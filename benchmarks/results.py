"""Results in a file, medians and ratios, and what changed since an earlier run."""

import json
import math
import os
import statistics
import tempfile

from .sides import BenchmarkError, title

FORMAT = 1
#: a change by less is taken for the machine's
NOTABLE = 0.05


def save(path, results):
    """Write results to a file, whole or not at all."""
    text = json.dumps(results, indent=1) + "\n"
    write(path, text)


def write(path, text):
    """Replace a text file, whole or not at all.

    Raises:
        BenchmarkError: the folder cannot be written.
    """
    folder, name = os.path.split(os.path.abspath(path))
    try:
        handle, part = tempfile.mkstemp(dir=folder, prefix=name)
        try:
            with os.fdopen(handle, "w") as file:
                file.write(text)
            os.chmod(part, os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o644)
            os.replace(part, path)
        except BaseException:
            os.unlink(part)
            raise
    except OSError as error:
        raise BenchmarkError(f"{path}: cannot be written: {error.strerror}") from None


def load(path, name):
    """Return the results in a file, which must be those of the sub-command `name`.

    Raises:
        BenchmarkError: the file is not there, or holds something else.
    """
    try:
        with open(path) as file:
            results = json.load(file)
    except OSError as error:
        raise BenchmarkError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError:
        results = None
    if not isinstance(results, dict) or results.get("format") != FORMAT:
        raise BenchmarkError(f"{path}: no results of this command; --json FILE writes them")
    if results["suite"] != name:
        raise BenchmarkError(f"{path}: results of `{results['suite']}`; expected those of `{name}`")
    return results


def median(row, side, figure):
    """Return the median of a figure, or None where a side has none."""
    values = row["sides"].get(side, {}).get(figure.key)
    return statistics.median(values) if values else None


def ratio(row, side, figure):
    """Return the ratio of jmx to a side, above 1 where jmx is better, or None."""
    if "ratios" in row:  # of `reduced` results, taken before rounding
        return row["ratios"].get(side, {}).get(figure.key)
    mine, other = median(row, "jmx", figure), median(row, side, figure)
    if not mine or not other:
        return None
    return mine / other if figure.rate else other / mine


def reduced(suite, results):
    """Return results with what tables show alone: medians with their digits, and ratios."""
    rows = []
    for row in results["rows"]:
        figures, ratios = {}, {}
        for side in results["sides"]:
            for figure in suite.figures:
                value, relation = median(row, side, figure), ratio(row, side, figure)
                if value is not None:
                    figures.setdefault(side, {})[figure.key] = [round(value, figure.digits)]
                if side != "jmx" and relation is not None:
                    ratios.setdefault(side, {})[figure.key] = round(relation, 4)
        rows.append({**row, "sides": figures, "ratios": ratios, "errors": dict.fromkeys(row["errors"], "failed")})
    return {**results, "rows": rows}


def means(suite, results, threads):
    """Yield (group, figure, side, ratios by label) of the figures that have a headline."""
    rows = [row for row in results["rows"] if row["threads"] == threads]
    for group in dict.fromkeys(row["group"] for row in rows):
        for figure in suite.figures:
            if figure.headline is None or threads < figure.threads:
                continue
            for side in results["sides"][1:]:
                ratios = {row["label"]: ratio(row, side, figure) for row in rows if row["group"] == group}
                ratios = {label: value for label, value in ratios.items() if value is not None}
                if ratios:
                    yield group, figure, side, ratios


def geometric_mean(values):
    """Return the geometric mean of positive numbers."""
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values))


def _overlap(old, row, figure):
    """Whether jmx has some answers of two runs in common, from the least to the greatest."""
    first, second = (each["sides"]["jmx"][figure.key] for each in (old, row))
    return max(min(first), min(second)) <= min(max(first), max(second))


def changes(suite, before, after):
    """Return lines that say what changed from one run to another by more than 5 %, as figures of jmx and as ratios.

    A figure whose answers of the two runs overlap has not changed.
    The ratio to another side is the steadier one: both sides of one run had the same machine.
    """
    earlier = {(row["label"], row["threads"]): row for row in before["rows"]}
    lines = []
    for row in after["rows"]:
        old = earlier.get((row["label"], row["threads"]))
        if old is None:
            lines.append(f"{row['label']}: new")
            continue
        for figure in suite.figures:
            was, now = median(old, "jmx", figure), median(row, "jmx", figure)
            if not was or not now or abs(now / was - 1) < NOTABLE or _overlap(old, row, figure):
                continue
            better = (now > was) == figure.rate
            text = f"{row['label']}, {figure.title}: {was:.{figure.digits}f} -> {now:.{figure.digits}f}"
            text += f" ({'better' if better else 'worse'} by {abs(now / was - 1) * 100:.0f} %)"
            for side in after["sides"][1:]:
                ratios = ratio(old, side, figure), ratio(row, side, figure)
                if None not in ratios:
                    text += f", beside {title(side)} {ratios[0]:.2f} -> {ratios[1]:.2f}"
            lines.append(text)
    return lines
