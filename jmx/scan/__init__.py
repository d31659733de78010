"""Where a program uses MXNet, and what jmx has of that: `jmx scan`, and `jmx run --trace-usage`.

Source code is read and never run. `facts` knows names, `bindings` and `inference` find out what expressions are, `uses` reads one
file, `project` all files of a program, `report` and `page` write it down, `trace` listens to a
program that runs.
"""

from .project import FileReport, scan
from .uses import Use

__all__ = ["FileReport", "Use", "scan"]
