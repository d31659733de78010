# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from . import alexnet as alexnet
from . import densenet as densenet
from . import inception as inception
from . import mobilenet as mobilenet
from . import resnet as resnet
from . import squeezenet as squeezenet
from . import vgg as vgg
from jmx.gluon.model_zoo.vision.alexnet import *  # pyright: ignore[reportAssignmentType]
from jmx.gluon.model_zoo.vision.densenet import *  # pyright: ignore[reportAssignmentType]
from jmx.gluon.model_zoo.vision.inception import *  # pyright: ignore[reportAssignmentType]
from jmx.gluon.model_zoo.vision.mobilenet import *  # pyright: ignore[reportAssignmentType]
from jmx.gluon.model_zoo.vision.resnet import *  # pyright: ignore[reportAssignmentType]
from jmx.gluon.model_zoo.vision.squeezenet import *  # pyright: ignore[reportAssignmentType]
from jmx.gluon.model_zoo.vision.vgg import *  # pyright: ignore[reportAssignmentType]

def get_model(name: str, **kwargs: Any) -> Any:
    ...
