"""What can be wrong with what the eye is given.

EyeError                      one sentence: what, which file, what to do
├── ModelError    OSError     a network or its card is missing, broken, or another one than its card says
└── PictureError  ValueError  a file that is no picture, an empty one, or one too large to read
"""

from pathlib import Path


class EyeError(Exception):
    """Says what is wrong with which file; each part is an attribute too."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(f"{path}: {what}")
        self.path = path
        self.what = what

    def __str__(self) -> str:
        return f"{self.path}: {self.what}"


class ModelError(EyeError, OSError):
    pass


class PictureError(EyeError, ValueError):
    pass
