"""Cameras, one protocol, each in its own file."""
