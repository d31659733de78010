"""`python -m jmx.launch` is `jmx launch`."""

import sys

from .command import main

sys.exit(main())
