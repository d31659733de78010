"""The machine room: declaration, dispatch, tape and graphs. Nothing here knows a single operator by name."""

from ..config import configure_jax

configure_jax()  # before anything compiles, and not before JAX is needed: `import jmx` alone stays light

from . import forked as forked  # its import registers what happens at a fork
