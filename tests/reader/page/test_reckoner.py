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


def test_odds_are_reckoned_once_and_remembered() -> None:
    async def story() -> None:
        reckoner = Reckoner()
        try:
            first, second = await asyncio.gather(reckoner.odds("1d4"), reckoner.odds("1d4"))
            assert first["mean"] == 2.5
            assert first is second
            with pytest.raises(RefusalError, match="d7"):
                await reckoner.odds("d7")
        finally:
            await reckoner.close()

    asyncio.run(story())


def test_whoever_has_no_patience_is_told_to_ask_again_and_gets_them_then() -> None:
    async def story() -> None:
        reckoner = Reckoner(patience_s=0.0)
        try:
            with pytest.raises(RefusalError, match="still being reckoned; ask again") as told:
                await reckoner.odds("1d4")
            assert (told.value.status, told.value.headers) == (503, {"Retry-After": "4"})
            await asyncio.wait(set(reckoner._waiting.values()))
            assert (await reckoner.odds("1d4"))["mean"] == 2.5
        finally:
            await reckoner.close()

    asyncio.run(story())


def test_odds_that_take_too_long_are_not_tried_again() -> None:
    async def story() -> None:
        reckoner = Reckoner(timeout_s=0.0)
        for _ in range(2):
            with pytest.raises(RefusalError, match="take too long"):
                await reckoner.odds("4d6kh3")
        assert reckoner._waiting == {}
        await reckoner.close()

    asyncio.run(story())


def test_only_so_many_rolls_wait() -> None:
    async def story() -> None:
        reckoner = Reckoner(patience_s=0.0)
        try:
            for number in range(8):
                with pytest.raises(RefusalError, match="still"):
                    await reckoner.odds(f"{number + 1}d6")
            with pytest.raises(RefusalError, match="too many odds"):
                await reckoner.odds("9d6")
        finally:
            await reckoner.close()

    asyncio.run(story())
