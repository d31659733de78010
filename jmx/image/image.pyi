# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx.image._augmenters import *
from jmx.image._functions import *
from jmx.image._iterator import *
from jmx.image._rotation import *

__all__ = ['Augmenter', 'BrightnessJitterAug', 'CastAug', 'CenterCropAug', 'ColorJitterAug', 'ColorNormalizeAug', 'ContrastJitterAug', 'CreateAugmenter', 'ForceResizeAug', 'HorizontalFlipAug', 'HueJitterAug', 'ImageIter', 'LightingAug', 'RandomCropAug', 'RandomGrayAug', 'RandomOrderAug', 'RandomSizedCropAug', 'ResizeAug', 'SaturationJitterAug', 'SequentialAug', 'center_crop', 'color_normalize', 'copyMakeBorder', 'fixed_crop', 'imdecode', 'imread', 'imresize', 'imrotate', 'random_crop', 'random_rotate', 'random_size_crop', 'resize_short', 'scale_down']
