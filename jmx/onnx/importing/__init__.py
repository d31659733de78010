"""ONNX files read as MXNet's symbols and parameters.

`_reading` makes a checked `onnx.ModelProto` of a file, `_translate` goes over its nodes, the modules `_basic`, `_layers` and so
on hold a function per ONNX operator, declared by `_forms.form`, and `_api` has what users call.
"""
