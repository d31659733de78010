"""What the worker processes measure, a module for each sub-command.

Each has a function `measure(package, case, ...)` that returns figures by name. `package` says what the case is written in:
`gluon` (jmx or MXNet), `jax` or `torch`. These modules keep to Python 3.8, and import packages inside functions.
"""
