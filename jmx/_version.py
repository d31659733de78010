"""The two version numbers: jmx's own, and the MXNet release whose programs it runs."""

__version__ = "0.2.0"
MXNET_VERSION = "1.9.1"
