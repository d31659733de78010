# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import bbox as bbox, utils as utils
from jmx.gluon.contrib.data.vision.transforms.bbox.bbox import *

__all__ = ['ImageBboxCrop', 'ImageBboxRandomCropWithConstraints', 'ImageBboxRandomExpand', 'ImageBboxRandomFlipLeftRight', 'ImageBboxResize', 'bbox', 'utils']
