"""Operators and programs on arrays: storage, random numbers, the tape, compiled programs, dispatch."""
