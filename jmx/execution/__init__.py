"""Graphs bound to arrays: binding, cached graphs, monitors, and graphs that run as several programs."""
