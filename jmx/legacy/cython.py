"""`mx.cython`: MXNet's compiled bindings. Empty, as in MXNet's own wheels."""
