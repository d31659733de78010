# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Iterator, Sequence
from typing import Any
from jmx._typing import Float, Int
from jmx.ndarray import NDArray as NDArray
from jmx.image._colours import *  # pyright: ignore[reportAssignmentType]
from jmx.image._colours import BrightnessJitterAug as BrightnessJitterAug, CastAug as CastAug, ColorJitterAug as ColorJitterAug, ColorNormalizeAug as ColorNormalizeAug, ContrastJitterAug as ContrastJitterAug, HueJitterAug as HueJitterAug, LightingAug as LightingAug, RandomGrayAug as RandomGrayAug, SaturationJitterAug as SaturationJitterAug
from jmx.image._geometry import *  # pyright: ignore[reportAssignmentType]
from jmx.image._geometry import Augmenter as Augmenter, CenterCropAug as CenterCropAug, ForceResizeAug as ForceResizeAug, HorizontalFlipAug as HorizontalFlipAug, RandomCropAug as RandomCropAug, RandomOrderAug as RandomOrderAug, RandomSizedCropAug as RandomSizedCropAug, ResizeAug as ResizeAug, SequentialAug as SequentialAug

MEAN: Any
STD: Any
PRINCIPAL: Any
def flattened(augmenters: Any) -> Iterator[Any]: ...
def numpy_will_do(augmenters: Any) -> bool: ...
def check_colours(name: str, values: Any) -> Any: ...
def colour_augmenters(mean: Any, std: Any, brightness: Any, contrast: Any, saturation: Any, hue: Any, pca_noise: Any, rand_gray: Any) -> Any: ...
def CreateAugmenter(data_shape: Sequence[Int], resize: Int = 0, rand_crop: bool = False, rand_resize: bool = False, rand_mirror: bool = False, mean: Any = None, std: Any = None, brightness: Float = 0, contrast: Float = 0, saturation: Float = 0, hue: Float = 0, pca_noise: Float = 0, rand_gray: Float = 0, inter_method: Int = 2) -> list[Augmenter]: ...
__all__ = ['Augmenter', 'BrightnessJitterAug', 'CastAug', 'CenterCropAug', 'ColorJitterAug', 'ColorNormalizeAug', 'ContrastJitterAug', 'CreateAugmenter', 'ForceResizeAug', 'HorizontalFlipAug', 'HueJitterAug', 'LightingAug', 'RandomCropAug', 'RandomGrayAug', 'RandomOrderAug', 'RandomSizedCropAug', 'ResizeAug', 'SaturationJitterAug', 'SequentialAug']
