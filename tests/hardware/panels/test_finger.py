from collections.abc import Callable
from typing import Any

import pytest

from hardware.panels.finger import Finger
from hardware.panels.gestures import Gesture, HeldLong, Hold, Press


class Waiting:
    def __init__(self, seconds: float, call: Callable[[], None]) -> None:
        self.seconds = seconds
        self.call = call
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class Hand:
    """A finger, with time in our own hands."""

    def __init__(self, clock: Any) -> None:
        self.clock = clock
        self.told: list[Gesture] = []
        self.waiting: list[Waiting] = []
        self.finger = Finger(
            self.told.append,
            Press(),
            Hold(),
            HeldLong(),
            hold_s=1.5,
            long_s=6.0,
            bounce_s=0.02,
            clock=clock,
            after=self.after,
        )

    def after(self, seconds: float, call: Callable[[], None]) -> Waiting:
        self.waiting.append(Waiting(seconds, call))
        return self.waiting[-1]

    def click(self, pause_s: float) -> None:
        self.finger.down()
        self.finger.up()
        self.clock.now_s += pause_s


@pytest.fixture
def hand(clock: Any) -> Hand:
    return Hand(clock)


def test_letting_go_tells_the_press(hand: Hand) -> None:
    hand.finger.down()
    assert hand.told == []
    hand.finger.up()
    assert hand.told == [Press()]
    assert hand.waiting[0].cancelled


def test_staying_a_second_and_a_half_tells_the_hold_and_no_press(hand: Hand) -> None:
    hand.finger.down()
    assert hand.waiting[0].seconds == 1.5
    hand.waiting[0].call()
    hand.finger.up()
    assert hand.told == [Hold()]


def test_a_finger_that_stays_on_is_told_once_more(hand: Hand) -> None:
    hand.finger.down()
    hand.waiting[0].call()
    assert hand.waiting[1].seconds == 4.5
    hand.waiting[1].call()
    hand.finger.up()
    assert hand.told == [Hold(), HeldLong()]


def test_letting_go_after_the_hold_tells_nothing_more(hand: Hand) -> None:
    hand.finger.down()
    hand.waiting[0].call()
    hand.finger.up()
    assert hand.waiting[1].cancelled
    hand.waiting[1].call()
    hand.clock.now_s += 1
    hand.click(0.1)
    assert hand.told == [Hold(), Press()]


def test_a_hold_that_comes_as_the_finger_lets_go_is_not_told_twice(hand: Hand) -> None:
    hand.finger.down()
    hand.finger.up()
    hand.waiting[0].call()
    assert hand.told == [Press()]


def test_bounces_are_the_same_press(hand: Hand) -> None:
    for _ in range(5):
        hand.click(0.003)
    assert hand.told == [Press()]


def test_two_quick_presses_are_two(hand: Hand) -> None:
    hand.click(0.1)
    hand.click(0.1)
    assert hand.told == [Press(), Press()]


def test_going_down_twice_without_letting_go_waits_once(hand: Hand) -> None:
    hand.finger.down()
    hand.finger.down()
    assert len(hand.waiting) == 1


def test_a_closed_finger_tells_nothing_more(hand: Hand) -> None:
    hand.finger.down()
    hand.finger.close()
    hand.waiting[0].call()
    hand.finger.up()
    assert hand.told == []
