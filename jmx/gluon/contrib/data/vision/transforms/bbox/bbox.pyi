# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import Float, Int
from jmx.gluon.block import Block as Block

class ImageBboxRandomFlipLeftRight(Block):
    def __init__(self, p: Float = 0.5) -> None: ...
    def forward(self, img: Any, bbox: Any) -> Any: ...
    p: Float
class ImageBboxCrop(Block):
    def __init__(self, crop: tuple[Int, Int, Int, Int], allow_outside_center: bool = False) -> None: ...
    def forward(self, img: Any, bbox: Any) -> Any: ...
    xmax: Any
    ymax: Any
    xmin: Any
    ymin: Any
    width: Any
    height: Any
class ImageBboxRandomCropWithConstraints(Block):
    def __init__(self, p: Float = 0.5, min_scale: Float = 0.3, max_scale: Float = 1, max_aspect_ratio: Float = 2, constraints: Any = None, max_trial: Float = 50) -> None: ...
    def forward(self, img: Any, bbox: Any) -> Any: ...
    _args: Any
    p: Float
class ImageBboxRandomExpand(Block):
    def __init__(self, p: Float = 0.5, max_ratio: Float = 4, fill: Any = 0, keep_ratio: bool = True) -> None: ...
    def forward(self, img: Any, bbox: Any) -> Any: ...
    _fill: Any
    p: Float
class ImageBboxResize(Block):
    def __init__(self, width: Any, height: Any, interp: Float = 1) -> None: ...
    def forward(self, img: Any, bbox: Any) -> Any: ...
    _size: Any
__all__ = ['ImageBboxCrop', 'ImageBboxRandomCropWithConstraints', 'ImageBboxRandomExpand', 'ImageBboxRandomFlipLeftRight', 'ImageBboxResize']
