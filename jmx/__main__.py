"""`python -m jmx` is the command `jmx`."""

import sys

from .cli import main

sys.exit(main())
