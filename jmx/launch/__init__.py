"""`jmx launch`, `python -m jmx.launch`: start the processes of one job, on this machine or on several.

It takes the options of MXNet's `tools/launch.py`. A job has workers only: no servers and no scheduler are started, since
the workers add up their gradients among themselves. What each worker is told stands in `variables.py`.
"""

from .command import main

__all__ = ["main"]
