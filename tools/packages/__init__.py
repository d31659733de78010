"""Packages of the index that use MXNet: installed with jmx, each in an environment of its own, and run.

    python -m tools.packages                    those that have no record for this version of jmx, one after another
    python -m tools.packages gluoncv dgl        these, again
    python -m tools.packages --list             what there is, and what the record says
    python -m tools.packages --page             docs/howto/packages.md from the record, nothing else

`recipes.toml` says how each is installed, `programs/use_NAME.py` is what is run then. The record (`record.json`) is written
after each package, so that an interrupted run goes on where it was. `--uv PATH` installs with uv in place of pip, which takes a
tenth of the time.
"""
