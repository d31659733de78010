"""Programs to run with `python -m`: `jmx.tools.im2rec`."""
