"""Odds are reckoned in a process of their own, which is ended if it takes too long."""

import asyncio

import pytest

from reader.page.errors import RefusalError
from reader.page.reckon import odds_of
from reader.page.reckoner import Reckoner


def test_odds_of_a_roll_and_of_what_is_none() -> None:
    coin = odds_of("2d6>=4")
    assert coin["totals"] == [[0, 0.25], [1, 0.5], [2, 0.25]]
    assert odds_of("free")["notes"] == ["it takes whatever lies in the tray, so there are no odds to tell"]
    assert "d7" in odds_of("2d7")["error"]


def test_odds_that_take_too_long_are_refused_and_the_next_are_reckoned() -> None:
    async def story() -> None:
        reckoner = Reckoner(timeout_s=0.0)
        with pytest.raises(RefusalError, match="too long"):
            await reckoner.odds("4d6kh3")
        patient = Reckoner()
        try:
            assert (await patient.odds("1d4"))["mean"] == 2.5
            assert (await patient.odds("1d4")) is (await patient.odds("1d4"))
            with pytest.raises(RefusalError, match="d7"):
                await patient.odds("d7")
        finally:
            await patient.close()
            await reckoner.close()

    asyncio.run(story())
