"""Settings: the table of environment variables (`variables`), and JAX prepared as they say (`jax_setup`)."""

from . import numpy_release
from .jax_setup import configure_jax, load_jax
from .processes import (
    bypass_proxy,
    compute_beside_sums,
    environment_of_lone_process,
    export_member_pid,
    have_nccl_use,
    is_a_members_child,
    set_xla_log_level,
    users_settings,
)
from .variables import VARIABLES, Variable, describe, get, markdown
