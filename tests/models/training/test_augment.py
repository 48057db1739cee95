"""What training makes of a crop: as other cameras would have handed it over."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is for training only")

from models.training import augment  # noqa: E402


def stripes() -> np.ndarray:
    rows = np.where(np.arange(168) // 6 % 2, 200, 40).astype(np.uint8)
    return np.ascontiguousarray(np.broadcast_to(rows[:, None, None], (168, 168, 3)))


def test_most_crops_are_handed_over_as_they_are_and_some_with_loss() -> None:
    rng, crop = np.random.default_rng(1), stripes()
    changed = [not np.array_equal(augment.handed_over(crop, rng), crop) for _ in range(400)]
    assert augment.PACKED_SHARE - 0.06 < np.mean(changed) < augment.PACKED_SHARE + 0.06


def test_what_is_handed_over_with_loss_still_shows_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(augment, "PACKED_SHARE", 1.0)
    rng, crop = np.random.default_rng(2), stripes()
    for _ in range(20):
        worse = augment.handed_over(crop, rng)
        assert worse.shape == crop.shape
        assert 0 < np.abs(worse.astype(int) - crop).mean() < 40  # stripes are 160 apart
