"""How operators are written in ONNX files: the functions that the trait `onnx` of their declarations names.

A function gets the graph that is being made (`g`, a `jmx.onnx._builder.Builder`), the call (a `jmx.onnx._graph.Call`: the
attributes `call.a`, the inputs and the outputs' types and shapes) and what the declaration adds; it returns the outputs. What it
cannot write it refuses by `call.refuse`. A module is imported when an operator of its is first written.
"""
