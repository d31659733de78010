"""Python imports this first in processes that tests start with `pytest --platform`: another system is simulated there, too."""

import importlib.util
import os
import sys

if os.environ.get("SIMULATED_PLATFORM"):
    _place = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "simulated.py")
    _spec = importlib.util.spec_from_file_location("simulated", _place)
    sys.modules["simulated"] = importlib.util.module_from_spec(_spec)
    _spec.loader.exec_module(sys.modules["simulated"])
    sys.modules["simulated"].begin_process()
