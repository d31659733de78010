"""A job of several processes: where this process stands in it, how it joins, how the processes wait for one another.

`environment` reads the place from the variables of launchers and batch systems; `hub` is a small process that all ranks of a job
are connected to; `member` is this process's end of that connection; `joining` hands the job over to `jax.distributed`.
Nothing here imports JAX before the job is joined.
"""

from .environment import Place, place
from .member import Member, current

__all__ = ["Member", "Place", "current", "place"]
