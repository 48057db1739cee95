"""What can be wrong with the record.

OSError
├── JournalInUseError       another program writes this journal
├── JournalNewerError       it was written by a later version of this program
└── JournalMissingError     there is none to be read
"""


class JournalInUseError(OSError):
    def __init__(self, folder: str) -> None:
        super().__init__(f"another dice-reader records in {folder}; stop it first: sudo systemctl stop dice-reader")
        self.folder = folder


class JournalNewerError(OSError):
    def __init__(self, version: int) -> None:
        super().__init__(f"the journal is of version {version}, which this program does not know yet; update it")
        self.version = version


class JournalMissingError(OSError):
    def __init__(self, folder: str, why: str) -> None:
        super().__init__(f"no journal can be read in {folder}: {why}")
        self.folder = folder
