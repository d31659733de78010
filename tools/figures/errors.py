"""The error of this command."""


class FigureError(Exception):
    """What came is no measurement that can be recorded, or a page has no place for it."""
