"""What can be wrong with things that have wires.

HardwareError                      what, which device, what to do
├── CameraError
│   ├── CameraMissingError         FileNotFoundError   nothing is plugged in there
│   ├── CameraPermissionError      PermissionError     it is there, and we may not use it
│   ├── CameraBusyError            BlockingIOError     another program has it
│   ├── CameraLibraryError         ImportError         picamera2 is not installed, or does not load
│   ├── CameraStalledError         TimeoutError        it stopped answering, and reopening did not help
│   └── RecordingEndedError        EOFError            a recording has no more pictures
├── DisplayError
│   ├── DisplayMissingError        FileNotFoundError   nothing answers at that address, or there is no such bus
│   ├── DisplayPermissionError     PermissionError
│   ├── DisplayLibraryError        ImportError         luma.oled is not installed
│   └── DisplayLostError           ConnectionError     it answered once, and does not any more
└── PinsError
    ├── PinsMissingError           FileNotFoundError   this machine has no GPIO pins
    ├── PinsPermissionError        PermissionError
    ├── PinsBusyError              BlockingIOError     another program has a pin
    ├── PinsLibraryError           ImportError         gpiozero or lgpio is not installed
    └── PinsWrongError             ValueError          the settings name a pin that cannot be used so
"""


class HardwareError(Exception):
    """Says what is wrong, with which device, and what its owner can do; each part is an attribute too."""

    def __init__(self, what: str, *, device: str, remedy: str) -> None:
        super().__init__(f"{what}; {remedy}")
        self.what = what
        self.device = device
        self.remedy = remedy


class CameraError(HardwareError):
    pass


class CameraMissingError(CameraError, FileNotFoundError):
    pass


class CameraPermissionError(CameraError, PermissionError):
    pass


class CameraBusyError(CameraError, BlockingIOError):
    pass


class CameraLibraryError(CameraError, ImportError):
    pass


class CameraStalledError(CameraError, TimeoutError):
    pass


class RecordingEndedError(CameraError, EOFError):
    pass


class DisplayError(HardwareError):
    pass


class DisplayMissingError(DisplayError, FileNotFoundError):
    pass


class DisplayPermissionError(DisplayError, PermissionError):
    pass


class DisplayLibraryError(DisplayError, ImportError):
    pass


class DisplayLostError(DisplayError, ConnectionError):
    pass


class PinsError(HardwareError):
    pass


class PinsMissingError(PinsError, FileNotFoundError):
    pass


class PinsPermissionError(PinsError, PermissionError):
    pass


class PinsBusyError(PinsError, BlockingIOError):
    pass


class PinsLibraryError(PinsError, ImportError):
    pass


class PinsWrongError(PinsError, ValueError):
    pass
