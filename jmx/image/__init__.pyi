# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import detection as detection, image as image
from . import detection as det
from jmx.image.detection import *
from jmx.image.image import *

__all__ = ['Augmenter', 'BrightnessJitterAug', 'CastAug', 'CenterCropAug', 'ColorJitterAug', 'ColorNormalizeAug', 'ContrastJitterAug', 'CreateAugmenter', 'CreateDetAugmenter', 'CreateMultiRandCropAugmenter', 'DetAugmenter', 'DetBorrowAug', 'DetHorizontalFlipAug', 'DetRandomCropAug', 'DetRandomPadAug', 'DetRandomSelectAug', 'ForceResizeAug', 'HorizontalFlipAug', 'HueJitterAug', 'ImageDetIter', 'ImageIter', 'LightingAug', 'RandomCropAug', 'RandomGrayAug', 'RandomOrderAug', 'RandomSizedCropAug', 'ResizeAug', 'SaturationJitterAug', 'SequentialAug', 'center_crop', 'color_normalize', 'copyMakeBorder', 'det', 'detection', 'fixed_crop', 'image', 'imdecode', 'imread', 'imresize', 'imrotate', 'random_crop', 'random_rotate', 'random_size_crop', 'resize_short', 'scale_down']
