"""Passes over graphs before they run."""
