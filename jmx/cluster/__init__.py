"""A job of several processes: which rank this process is, how it joins, and how the ranks wait for one another.

`environment` reads the rank from the variables of launchers and batch systems. `coordinator` is a small process that all ranks
of a job are connected to, and `rank` is this process's end of that connection. `bootstrap` hands the job over to
`jax.distributed`. Nothing here imports JAX before the job is joined.
"""

from .environment import Place, place
from .rank import Rank, current

__all__ = ["Place", "Rank", "current", "place"]
