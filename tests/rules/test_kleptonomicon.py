import pytest

from rules import Choice, Throw, Want


def kinds(outcome):
    return [(one.die.face, one.value, one.fate.value) for one in outcome.dice]


@pytest.mark.parametrize(
    ("again", "total", "label"),
    [
        ("1", 0, "Critical Failure"),
        ("9", 0, "Critical Failure"),
        ("2", 10, "Critical Success"),
        ("0", 10, "Critical Success"),
        ("heads", 10, "Critical Success"),
        ("tails", 0, "Critical Failure"),
    ],
)
@pytest.mark.parametrize("modifier", ["", " +5", " -5", " pass-fail"])
def test_a_zero_is_thrown_again_and_no_modifier_is_applied(finish, again, total, label, modifier):
    outcome = finish(f"test{modifier}", "0", again)
    assert (outcome.total, outcome.label) == (total, label)
    assert kinds(outcome)[0] == ("0", total, "resolved")


@pytest.mark.parametrize(("face", "label"), [("6", "Low Score"), ("7", "Mixed Score"), ("9", "Mixed Score")])
def test_scores_have_the_names_of_the_book(finish, face, label):
    assert finish("test", face).label == label
    assert finish("test +1", "9").label == "High Score"
    assert finish("test pass-fail", face).label == ("Failing Score" if face == "6" else "Passing Score")


def test_every_zero_is_resolved_before_keeping_and_all_in_one_throw(play, finish):
    talk = play("test advantages=3", "0 0 5 0")
    assert talk.state.wants == (Want("d10", coin=True),) * 3
    assert finish("test +2 advantages=3", "0 0 5 0", "1 3 5").total == 7
    assert finish("test +2 advantages=3", "0 0 5 0", "1 3 4").label == "Critical Success"
    assert finish("test +2 disadvantages=3", "0 0 5 0", "2 4 6").total == 7
    assert finish("test +2 disadvantages=3", "0 0 5 0", "heads tails 6").label == "Critical Failure"


@pytest.mark.parametrize(
    ("given", "dice"),
    [
        ("advantages=5 disadvantages=1", 4),
        ("advantages=2 disadvantages=2", 1),
        ("disadvantages=9", 4),
        ("advantages=1", 2),
    ],
)
def test_advantages_cancel_first_and_are_capped_then(play, given, dice):
    assert len(play(f"test {given}").state.wants) == dice


def test_a_d10ish_die_is_critical_at_once_and_never_thrown_again(finish, trouble):
    assert (finish("test d10ish +1", "d20:0").total, finish("test d10ish +1", "d20:0").label) == (0, "Critical Failure")
    assert (finish("test d10ish +1", "10").total, finish("test d10ish +1", "10").label) == (10, "Critical Success")
    assert finish("test d10ish +1 advantages=1", "0 4").total == 5
    assert "d10ish" in trouble("test d10ish", "d20:11")
    assert trouble("test d10ish", "d10:4") == "there lies a d10 where a d10ish die is asked for"


@pytest.mark.parametrize(
    ("ranges", "answers", "label"),
    [
        ("[..6] low, [7..9] mid, [10..] high", ["0", "2"], "high"),
        ("[..6] low, [7..9] mid, [10..] high", ["0", "1"], "low"),
        ("[..6] low, [7..] high, [10!] best, [0!] worst", ["0", "2"], "best"),
        ("[..6] low, [7..] high, [10!] best, [0!] worst", ["0", "1"], "worst"),
        ("[7..] high, [..6] low", ["0", "1"], "low"),
        ("[5..6] some", ["4"], None),
        ("[4] four", ["4"], "four"),
        ("[..6]/[7..]", ["4"], "[..6]"),
        ("[-3..6] low", ["4"], "low"),
    ],
)
def test_ranges_name_what_happens(finish, ranges, answers, label):
    assert finish(f'test ranges="{ranges}"', *answers).label == label


def test_the_highest_dice_are_kept_and_the_rest_is_dropped(finish):
    assert kinds(finish("test +2 advantages=1", "4 8")) == [("4", 4, "dropped"), ("8", 8, "kept")]
    assert finish("test +1 advantages=1", "4 0", "3").text == "(4, ~~0→0!~~) +1 = 5"


def test_a_group_throws_in_the_order_named_and_gives_in_that_order(play):
    group = "group Alice=+0 Bob=+3 Carol=+0 David=-1"
    assert "Alice" in play(group).state.why
    assert "Bob" in play(group, "8").state.why
    talk = play(group, "8", "8", "5", "7")
    assert talk.state == Choice(
        ("Bob", "Carol", "David", "nobody"),
        "Alice gives an Advantage to",
        "Carol",
        "every gift goes to the lowest Score",
    )
    talk = play(group, "8", "8", "5", "7", "david")
    assert isinstance(talk.state, Throw)
    assert "David" in talk.state.why


def test_nobody_is_a_gift_refused_and_each_gift_is_asked_for(finish, play):
    group = "group Alice=+0 Bob=+3"
    talk = play(group, "2", "9")
    assert talk.state.options == ("Alice", "nobody")
    talk = play(group, "2", "9", "nobody")
    assert talk.state.options == ("Alice", "nobody")
    assert finish(group, "2", "9", "nobody", "nobody").total == 2


def test_who_gives_follows_from_the_first_score_only(finish):
    outcome = finish("group Alice=+0 Bob=+3", "2", "9", "Alice", "9", "nobody")
    assert outcome.total == 9, "Alice was helped to a 9 and yet gives nothing"


def test_whoever_has_three_advantages_already_is_not_offered(play):
    talk = play("group A=+0,advantages=2 B=+0 C=+0 D=+0", "1 1 1", "7", "7", "7", "A", "2")
    assert "A" not in talk.state.options


def test_a_critical_in_a_group_is_lowest_or_highest(finish):
    lowest = finish("group A=+0 B=-8", "0", "1", "1")
    assert (lowest.total, lowest.label) == (0, "Critical Failure")
    outcome = finish("group A=+5 B=+0", "9", "0", "2", "nobody", "nobody", "nobody", "nobody")
    assert (outcome.total, outcome.label) == (14, "High Score")


def test_a_helped_players_worse_die_is_dropped(finish):
    outcome = finish("group A=+0 B=+3", "2", "4", "A", "6")
    assert outcome.text == "A (~~2~~, 6) = 6, B (4) +3 = 7: the lowest is 6"
    assert kinds(outcome) == [("2", 2, "dropped"), ("6", 6, "kept"), ("4", 4, "kept")]
    outcome = finish("group A=+0 B=+3", "2", "4", "A", "1")
    assert kinds(outcome) == [("2", 2, "kept"), ("1", 1, "dropped"), ("4", 4, "kept")]


@pytest.mark.parametrize(
    ("answers", "winner", "total"),
    [
        (["7 3", "7"], "Alice", 9),
        (["1 3", "7"], "Bob", 8),
        (["0 3", "2", "9"], "Alice", 10),
        (["0 0", "1 1", "9"], "Bob", 10),
        (["6 3", "0", "1"], "Alice", 8),
        (["6 3", "7", "d20:3"], "Alice", 8),
        (["6 3", "7", "d4:4"], "Bob", 8),
        (["6 3", "7", "heads"], "Alice", 8),
        (["6 3", "7", "tails"], "Bob", 8),
        (["0 1", "2", "0", "2", "7"], "Alice", 10),
    ],
)
def test_a_contest_goes_to_the_higher_score_and_a_tie_to_any_die(finish, answers, winner, total):
    outcome = finish("contest Alice=+2,advantages=1 Bob=+1", *answers)
    assert (outcome.winner, outcome.total) == (winner, total)


def test_a_tie_asks_for_any_die(play):
    assert play("contest A=+0 B=+0", "5", "5").state.wants == (Want("any", coin=True),)


def test_a_success_beats_a_higher_number_and_a_failure_loses_to_a_lower_one(finish):
    assert finish("contest A=+20 B=+0", "9", "0", "2").winner == "B"
    assert finish("contest A=-20 B=+0", "1", "0", "1").winner == "A"


def test_what_winning_means_is_said(finish):
    outcome = finish('contest A=+0 B=+0 ranges="[Win] disarms, [Lose] drops"', "3", "8")
    assert (outcome.winner, outcome.label) == ("B", "disarms")
    assert outcome.text == "B (8) = 8 beats A (3) = 3: B disarms, A drops"


def test_a_contest_shows_every_die_and_what_decided_a_tie(finish):
    outcome = finish("contest Alice=+2,advantages=1 Bob=+1", "6 3", "7", "heads")
    assert outcome.text == "Alice (6, ~~3~~) +2 = 8 beats Bob (7) +1 = 8, decided by heads"


def test_a_tie_is_decided_by_a_number_that_can_be_odd(trouble):
    assert "always even" in trouble("contest A=+0 B=+0", "5", "5", "30")
