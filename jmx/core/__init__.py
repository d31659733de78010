"""The core: declaration of operators, programs on arrays, graphs. It knows no operator by name."""

from ..config import configure_jax

configure_jax()  # before anything compiles, and not before JAX is needed: `import jmx` alone stays light

from . import numpy_tier  # its import registers what happens at a fork
