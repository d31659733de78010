"""Drop-in `mxnet`: every mxnet.x.y is the module jmx.x.y itself."""

from jmx.legacy.alias import install

install(__name__)
