from jmx.ndarray.contrib import *
