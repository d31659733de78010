"""`mx.np`, MXNet's NumPy interface. Not available yet: everything looked up here raises and names the alternative."""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(
        f"mx.np.{name} is not available in this version of jmx: the NumPy interface (mx.np, mx.npx) is still to come. "
        "Use mx.nd, or NumPy itself on x.asnumpy()."
    )
