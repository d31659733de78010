# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import Float
from jmx.ndarray import NDArray as NDArray

def imrotate(src: Any, rotation_degrees: Float | NDArray, zoom_in: bool = False, zoom_out: bool = False) -> Any: ...
def random_rotate(src: Any, angle_limits: tuple[Float, Float], zoom_in: bool = False, zoom_out: bool = False) -> Any: ...
__all__ = ['imrotate', 'random_rotate']
