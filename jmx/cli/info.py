"""`jmx info`: what a report about a problem should contain."""

import platform


def info():
    """Print versions, devices, features and settings."""
    import jax
    import jaxlib
    import numpy

    from .. import config, runtime
    from .._version import MXNET_VERSION, __version__

    print(f"jmx {__version__}, for programs of MXNet {MXNET_VERSION}")
    print(f"Python {platform.python_version()}, {platform.platform()}")
    print(f"jax {jax.__version__}, jaxlib {jaxlib.__version__}, numpy {numpy.__version__}")
    print("devices: " + ", ".join(f"{d.platform}:{d.id} {d.device_kind}" for d in jax.devices()))
    print(f"features: {runtime.Features()}")
    for line in config.describe():
        print(line)
    return 0
