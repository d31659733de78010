# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import composed as composed, shape as shape, values as values
from jmx.gluon.data.vision.transforms.composed import *
from jmx.gluon.data.vision.transforms.shape import *
from jmx.gluon.data.vision.transforms.values import *

__all__ = ['Cast', 'CenterCrop', 'Compose', 'CropResize', 'HybridCompose', 'HybridRandomApply', 'Normalize', 'RandomApply', 'RandomBrightness', 'RandomColorJitter', 'RandomContrast', 'RandomCrop', 'RandomFlipLeftRight', 'RandomFlipTopBottom', 'RandomGray', 'RandomHue', 'RandomLighting', 'RandomResizedCrop', 'RandomRotation', 'RandomSaturation', 'Resize', 'Rotate', 'ToTensor']
