"""What `import mxnet` finds in a program started by `jmx run`."""

from jmx._alias import install

install(__name__)
