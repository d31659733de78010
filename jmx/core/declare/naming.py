"""From an operator's registered name to where users find it: namespace and public name, by MXNet's prefixes."""

from __future__ import annotations

#: registered prefix -> sub-namespace of nd and sym
PREFIXES = (
    ("_contrib_", "contrib"),
    ("_linalg_", "linalg"),
    ("_sparse_", "sparse"),
    ("_image_", "image"),
    ("_random_", "random"),
)
#: registered prefix -> sub-namespace of the NumPy interface, the longer prefixes first
NUMPY_SPACES = (
    ("_np__random_", "np.random"),
    ("_np__linalg_", "np.linalg"),
    ("_np_", "np"),
    ("_npi_", "np._internal"),
    ("_npx__image_", "npx.image"),
    ("_npx__random_", "npx.random"),
    ("_npx_", "npx"),
)
#: prefixes of operators that only the NumPy interfaces show
NUMPY_PREFIXES = ("_np_", "_npi_", "_npx_", "_npe_")


def is_numpy(name) -> bool:
    """Whether the operator registered as `name` takes and returns arrays of the NumPy interface."""
    return name.startswith(NUMPY_PREFIXES)


def home(name) -> tuple[str, str]:
    """(sub-namespace, public name) of the operator registered as `name`; sub-namespace "op" is the flat one."""
    for prefix, space in (*NUMPY_SPACES, *PREFIXES):
        if name.startswith(prefix):
            return space, name[len(prefix) :]
    if is_numpy(name):
        return "np._internal", name
    return "_internal" if name.startswith("_") else "op", name


def candidates(space, public) -> tuple[str, ...]:
    """Registered names under which `public` of sub-namespace `space` may be found, the likeliest first."""
    for prefix, owner in NUMPY_SPACES:
        if owner == space:
            return (prefix + public,)
    for prefix, owner in PREFIXES:
        if owner == space:
            return (prefix + public, *((public,) if public.startswith(prefix) else ()))
    if space == "_internal":
        return (public,) if public.startswith("_") and not is_numpy(public) else ()
    return (public,) if not public.startswith("_") else ()
