# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import dataloader as dataloader, transforms as transforms
from jmx.gluon.contrib.data.vision.dataloader import *

__all__ = ['ImageBboxDataLoader', 'ImageDataLoader', 'create_bbox_augment', 'create_image_augment', 'dataloader', 'transforms']
