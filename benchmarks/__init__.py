"""Measurements of jmx beside other packages: `python -m benchmarks --help`.

`command_line` reads what is asked for, `suites` declares what each sub-command measures, `rounds` asks worker processes in
turns, `sides` says how a process of each side is started, `results` and `tables` keep and show the figures. `cases` is what
the workers run; MXNet's own Python imports it, so that it keeps to Python 3.8. The other files are scripts of their own.
"""
