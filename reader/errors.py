"""What can be wrong with what the program was told to do.

ValueError
└── RefusedError        something typed on the command line that cannot be used: one line on stderr, exit code 2

Errors of rooms further down are drawn in their own files: rules/errors.py, hardware/errors.py.
"""


class RefusedError(ValueError):
    """What was typed, which part of it is wrong, and why: in one line."""
