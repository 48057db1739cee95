"""Shows the eye every picture, and counts what it said against what is true."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reader.evaluation.curve import curve, read_at
from reader.evaluation.matching import match
from reader.evaluation.tally import Fate, Judged, Tally, judge, together
from reader.evaluation.throws import Pairs, Throws, is_whole_throw
from reader.evaluation.truth import Pictured
from reader.vision.errors import PictureError
from reader.vision.picture_file import open_picture
from reader.vision.sighting import Frame, Reading, Sighting

Look = Callable[[Frame], Sequence[Sighting]]

NO_DIE = "no die"
WRONG_SHARES = (0.0, 0.001, 0.005, 0.01, 0.02)


@dataclass(slots=True)
class Report:
    """`kinds`, by set and kind, counts dice whose face can be told; `states`, by set and state, those not flat."""

    pictures: int = 0
    kinds: dict[tuple[str, str], Tally] = field(default_factory=lambda: defaultdict(Tally))
    states: dict[tuple[str, str], Tally] = field(default_factory=lambda: defaultdict(Tally))
    throws: dict[str, Throws] = field(default_factory=lambda: defaultdict(Throws))
    pairs: Pairs = field(default_factory=Pairs)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    whys: Counter[str] = field(default_factory=Counter)
    judged: list[tuple[Path, Judged]] = field(default_factory=list)
    extra: list[tuple[Path, Sighting]] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)

    @property
    def all(self) -> Tally:
        """Every die whose face can be told."""
        return together(self.kinds.values())

    @property
    def not_flat(self) -> Tally:
        return together(self.states.values())

    def of(self, set_name: str | None = None, kind: str | None = None) -> Tally:
        return together(
            tally
            for (its_set, its_kind), tally in self.kinds.items()
            if set_name in (None, its_set) and kind in (None, its_kind)
        )

    def add(self, pictured: Pictured, sightings: Sequence[Sighting], weight: float = 1.0) -> None:
        self.pictures += 1
        matched = match(pictured.dice, sightings)
        judged = judge(matched, weight)
        for one in judged:
            self._count(pictured, one)
        for seen in matched.extra:
            self.kinds[pictured.set, seen.kind or NO_DIE].add_extra(seen, weight)
            self.extra.append((pictured.path, seen))
        if is_whole_throw(pictured.dice):
            self.throws[pictured.set].add(judged, matched.extra, weight)
        self.pairs.add(matched)

    def _count(self, pictured: Pictured, one: Judged) -> None:
        self.judged.append((pictured.path, one))
        table, name = (self.kinds, one.die.kind) if one.die.face else (self.states, one.die.state)
        table[pictured.set, name].add(one)
        if one.fate is Fate.WRONG and isinstance(one.seen, Reading):
            true = f"{one.die.kind} {one.die.face or one.die.state}"
            self.confusions[true, f"{one.seen.kind} {one.seen.face}"] += 1
        elif one.fate is Fate.UNREAD and one.seen is not None and not isinstance(one.seen, Reading):
            self.whys[one.seen.why.value] += 1

    def wrong(self) -> list[tuple[Path, Judged]]:
        return [(path, one) for path, one in self.judged if one.fate is Fate.WRONG]

    def as_json(self) -> dict[str, Any]:
        points = curve(one for _, one in self.judged if one.die.face)
        return {
            "pictures": self.pictures,
            "all": self.all.as_json(),
            "kinds": _nested(self.kinds),
            "not_flat": _nested(self.states),
            "throws": {name: throws.as_json() for name, throws in sorted(self.throws.items())},
            "pairs": self.pairs.as_json(),
            "confusions": [[true, said, times] for (true, said), times in self.confusions.most_common()],
            "unread": dict(self.whys.most_common()),
            "curve": [[round(part, 4) for part in (point.confidence, point.read, point.wrong)] for point in points],
            "read_at_wrong": {str(share): round(read_at(points, share), 4) for share in WRONG_SHARES},
            "unreadable": self.unreadable,
        }


def _nested(tallies: dict[tuple[str, str], Tally]) -> dict[str, dict[str, dict[str, float]]]:
    found: dict[str, dict[str, dict[str, float]]] = {}
    for (set_name, name), tally in sorted(tallies.items()):
        found.setdefault(set_name, {})[name] = tally.as_json()
    return found


def evaluate(look: Look, pictured: Sequence[Pictured], tick: Callable[[], None] = lambda: None) -> Report:
    """`tick` is called after each picture. A picture that cannot be opened is told in the report, and not counted."""
    report = Report()
    weights = clip_weights(pictured)
    for one in pictured:
        try:
            frame = open_picture(one.path)
        except PictureError as trouble:
            report.unreadable.append(str(trouble))
        else:
            report.add(one, look(frame), weights.get(one.clip, 1.0))
        tick()
    return report


def clip_weights(pictured: Iterable[Pictured]) -> dict[str, float]:
    """Frames of one film count together as one picture."""
    frames = Counter(one.clip for one in pictured if one.clip)
    return {clip: 1 / count for clip, count in frames.items()}
