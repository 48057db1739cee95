from reader.evaluation.matching import match
from reader.evaluation.truth import Lying
from reader.vision.sighting import Box


def die(x: float, face: str = "5", kind: str = "d6") -> Lying:
    return Lying(kind, face, Box(x, 0, 10, 10))


def test_a_sighting_belongs_to_the_die_it_overlaps_most(read_at) -> None:
    dice, seen = [die(0, "1"), die(8, "2")], [read_at(7, face="2"), read_at(1, face="1")]
    assert match(dice, seen).pairs == ((dice[0], seen[1]), (dice[1], seen[0]))


def test_a_die_without_a_sighting_is_missed_and_a_sighting_without_a_die_is_extra(read_at) -> None:
    matched = match([die(0)], [read_at(50)])
    assert matched.pairs == ((die(0), None),)
    assert matched.extra == (read_at(50),)


def test_two_sightings_of_one_die_are_one_too_many(read_at) -> None:
    matched = match([die(0)], [read_at(1), read_at(0)])
    assert matched.pairs[0][1] == read_at(0)
    assert matched.extra == (read_at(1),)


def test_without_a_box_the_largest_and_surest_sighting_is_the_die(read_at) -> None:
    alone = Lying("d6", "5")
    sure, crumb = read_at(0, face="2", confidence=0.9), read_at(30, face="5", confidence=0.3)
    matched = match([alone], [crumb, sure])
    assert matched.pairs == ((alone, sure),)
    assert matched.extra == (crumb,)


def test_several_dice_without_boxes_are_told_apart_by_what_they_show(read_at) -> None:
    two, four = Lying("d6", "2"), Lying("d6", "4")
    matched = match([two, four], [read_at(0, face="4"), read_at(20, face="3")])
    assert matched.pairs == ((two, read_at(20, face="3")), (four, read_at(0, face="4")))
