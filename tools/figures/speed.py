"""Tables of speed, from the results of `python -m benchmarks`."""

from benchmarks import results as benchmark_results
from benchmarks import tables
from benchmarks.suites import SUITES

from .errors import FigureError


def summarize(suite, results, shared):
    """Medians and ratios of the results of a sub-command: what a table shows."""
    if len(results) != 1 or results[0].get("suite") != suite or results[0].get("format") != benchmark_results.FORMAT:
        raise FigureError(f"expected one file that `python -m benchmarks {suite} --json FILE` has written")
    return benchmark_results.reduced(SUITES[suite], results[0])


def render(summary):
    """The region: circumstances, means and the table."""
    return tables.markdown(SUITES[summary["suite"]], summary)
