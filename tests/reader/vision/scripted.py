"""Networks that say what a test tells them to, and count what they are shown."""

from types import SimpleNamespace

import numpy as np

from reader.vision.cut import CROP_PX
from reader.vision.face_map import HILL, LEANS

LABELS = ("d6:1", "d6:2", "leaning", "nothing", "turned")


class ScriptedNetwork:
    def __init__(self, labels: tuple[str, ...], side_px: int, answer: object, **thresholds: float) -> None:
        self.card = SimpleNamespace(labels=labels, input_px=side_px, thresholds=thresholds)
        self.answer = answer
        self.batches: list[int] = []

    def see(self, batch: np.ndarray) -> list[np.ndarray]:
        self.batches.append(len(batch))
        return self.answer(batch)  # type: ignore[operator,no-any-return]


def upright_net(
    *ways: int, leaning: float = -6.0, stacked: float = -6.0, kinds: tuple[str, ...] = ("d6", "d20")
) -> ScriptedNetwork:
    """Sees numerals point these ways, all as likely; the first kind; and plainly a face that looks straight up."""

    def answer(batch: np.ndarray) -> list[np.ndarray]:
        directions = np.zeros((len(batch), 24), np.float32)
        directions[:, ways] = 12
        likely, places = (np.zeros((len(batch), size), np.float32) for size in (len(kinds) + 1, 3))
        likely[:, 0] = 1
        hill = np.clip(np.exp(-(LEANS**2).sum(axis=1) / 2 / HILL**2), 0.003, 0.95)
        faces = np.tile(np.log(hill / (1 - hill)), (len(batch), 1))
        doubts = np.tile(np.array([leaning, stacked], np.float32), (len(batch), 1))
        return [directions, likely, places, doubts, faces]

    return ScriptedNetwork((*kinds, "nothing"), 80, answer)


def face_net(
    *views: list[float], labels: tuple[str, ...] = LABELS, turns: tuple[int, ...] = (), askew: float = 0.5
) -> ScriptedNetwork:
    """Says this of the first, the second view…; the last is repeated. `turns` is how far each is from upright, if it
    can tell."""
    left, rest = list(views), list(turns)

    def answer(batch: np.ndarray) -> list[np.ndarray]:
        said = [left.pop(0) if len(left) > 1 else left[0] for _ in batch]
        turn = np.zeros((len(batch), 24), np.float32)
        for row in turn:
            if rest:
                row[rest.pop(0)] = 9
        return [np.array(said, np.float32), np.zeros((len(batch), 4), np.float32), turn]

    return ScriptedNetwork(labels, 80, answer, temperature=1.0, second_look=0.95, askew=askew, plain=0.98, upright=0.5)


def crop() -> np.ndarray:
    return np.random.default_rng(0).integers(0, 255, (CROP_PX, CROP_PX, 3), dtype=np.uint8)
