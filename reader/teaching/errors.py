"""What can be wrong with what is taught.

TeachingError                      one sentence: what, which, what to do
├── NoSuchDieError    LookupError  nobody taught a die of that name
├── TooManyError      ValueError   the box holds as many dice as it may
└── ForeignFileError  ValueError   a file that holds no taught dice, is damaged, or is of a newer version
"""


class TeachingError(Exception):
    pass


class NoSuchDieError(TeachingError, LookupError):
    def __init__(self, called: str) -> None:
        super().__init__(f"no die is called {called!r}; dice-reader dice list shows those that were taught")
        self.called = called


class TooManyError(TeachingError, ValueError):
    pass


class ForeignFileError(TeachingError, ValueError):
    pass
