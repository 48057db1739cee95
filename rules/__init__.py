"""DICE → MEANING. Standard library only: no clock, files, threads or randomness."""
