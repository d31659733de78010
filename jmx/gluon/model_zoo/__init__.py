"""Well-known networks, and their trained parameters where a server has them."""

from . import model_store, vision
