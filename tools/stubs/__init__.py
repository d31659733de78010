"""The parts of make_stubs.py: each writes one kind of type stub."""
