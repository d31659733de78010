"""Figures in the documentation's pages, written from what was measured.

    python -m tools.figures record mxnet-tests OUT.json [MORE.json]     of the runner of MXNet's tests (its --out)
    python -m tools.figures record mxnet2-tests OUT.json                of tools/upstream2_tests.py (its --out)
    python -m tools.figures record names COVERAGE.json                  of api_coverage.py --as-declared --missing --json
    python -m tools.figures record networks RESULTS.json                of python -m benchmarks networks (its --json)
    python -m tools.figures write                                       the regions of the pages anew
    python -m tools.figures check                                       whether the pages are what `write` makes

`record` keeps a summary in docs/dev/figures/NAME.json, of a few kilobytes, and writes its region. A region is what stands in a
page between `<!-- generated: NAME -->` and `<!-- end of generated: NAME -->`. Why tests of MXNet's fail is said in
tools/upstream_known_failures.txt and, for MXNet 2.0's, file by file, in tools/upstream2_notes.txt.
"""
