"""Pairing: six digits on the box's own screen prove that whoever types them stands beside it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Final

from reader.page.errors import RefusalError, spoken_wait
from reader.page.limits import Allowance, Limit

DIGITS: Final = 6
CODE_LASTS_S: Final = 120.0
TRIES_A_CODE: Final = 5
WRONG_UNTIL_LOCKED: Final = 10
"""Over all codes; somebody who guesses finds one in a hundred thousand until then."""
FIRST_LOCK_S: Final = 300.0
LONGEST_LOCK_S: Final = 3600.0
CODES: Final = Allowance(at_once=6, a_second=1 / 30)
"""Codes that may be asked for: nobody shall fill the box's screen with them."""
ON_ITS_SCREEN: Final = "on the box's own screen"
IN_THE_TERMINAL: Final = "in the terminal"
IN_THE_LOG: Final = "in the box's log (journalctl -u dice-reader)"


def where_codes_are(has_screen: bool, screen_works: bool, is_supervised: bool) -> str:
    """A box that systemd supervises writes to its log, any other to the terminal where it was started.

    >>> where_codes_are(has_screen=True, screen_works=False, is_supervised=False)
    "in the terminal, since the box's own screen cannot be used"
    """
    if has_screen and screen_works:
        return ON_ITS_SCREEN
    written = IN_THE_LOG if is_supervised else IN_THE_TERMINAL
    return f"{written}, since the box's own screen cannot be used" if has_screen else written


def six_digits() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


class Pairing:
    """One code at a time, a new one whenever somebody asks. `announce` is told the code, and "" when it is over."""

    def __init__(
        self,
        announce: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
        new_code: Callable[[], str] = six_digits,
    ) -> None:
        self._announce = announce
        self._clock = clock
        self._new_code = new_code
        self._codes = Limit(CODES, clock)
        self._code = ""
        self._until_s = 0.0
        self._tries = 0
        self._wrong = 0
        self._locks = 0
        self._locked_until_s = float("-inf")

    def ask(self) -> None:
        """Shows a new code on the box. Raises RefusalError while that is locked."""
        self._refuse_if_locked()
        wait_s = self._codes.wait_s("codes")
        if wait_s:
            raise RefusalError(429, f"too many codes were asked for; wait {spoken_wait(wait_s)}", wait_s=wait_s)
        self._code, self._tries = self._new_code(), 0
        self._until_s = self._clock() + CODE_LASTS_S
        self._announce(self._code)

    def prove(self, code: str) -> None:
        """Raises RefusalError unless it is the code on the screen, which is used up by that."""
        self._refuse_if_locked()
        self.end_if_over()
        shown, self._tries = self._code, self._tries + 1
        if shown and secrets.compare_digest(shown.encode(), "".join(code.split()).encode()):
            self._wrong = self._locks = 0
            self._end()
            return
        self._wrong += 1
        if self._wrong >= WRONG_UNTIL_LOCKED:
            self._lock()
            self._refuse_if_locked()
        if not shown:
            raise RefusalError(409, "no code is shown on the box now; ask for a new one")
        if self._tries >= TRIES_A_CODE:
            self._end()
            raise RefusalError(403, "that is not the code either; ask for a new one")
        left = TRIES_A_CODE - self._tries
        raise RefusalError(403, f"that is not the code; {left} {'try' if left == 1 else 'tries'} left")

    def end_if_over(self) -> None:
        """Takes a code from the screen that has lasted long enough."""
        if self._code and self._clock() >= self._until_s:
            self._end()

    def _end(self) -> None:
        self._code = ""
        self._announce("")

    def _lock(self) -> None:
        self._locked_until_s = self._clock() + min(LONGEST_LOCK_S, FIRST_LOCK_S * 2**self._locks)
        self._locks += 1
        self._wrong = 0
        if self._code:
            self._end()

    def _refuse_if_locked(self) -> None:
        wait_s = self._locked_until_s - self._clock()
        if wait_s > 0:
            raise RefusalError(429, f"too many wrong codes; pairing is locked for {spoken_wait(wait_s)}", wait_s=wait_s)
