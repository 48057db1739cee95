"""What makers put beside their numerals, and other pips than round ones."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.studio import compositor, fonts, raycaster
from models.studio.camera import looking_down
from models.studio.die import Die, at_rest, random_die, skewed
from models.studio.frames import frames
from models.studio.light import Light
from models.studio.looks import BESIDE_DECOR, DECORS, PIP_FORMS, ROUND_NUMERALS, random_look
from models.studio.tiles import Lettering, numeral, ornate, pips
from models.training.photograph import Paint


def lettering() -> Lettering:
    return Lettering(fonts.random_font(np.random.default_rng(0), held_back=False), mark="dot")


def pieces(tile: np.ndarray) -> int:
    return int(cv2.connectedComponents((tile > 127).astype(np.uint8), connectivity=8)[0]) - 1


@pytest.mark.parametrize("form", PIP_FORMS)
def test_pips_of_any_form_are_as_many_and_apart(form: str) -> None:
    for face in "123456":
        assert pieces(pips(face, 0.2, 0.5, form)) == int(face)


def test_only_hollow_pips_are_bare_in_their_middle() -> None:
    middles = {form: int(pips("1", 0.25, 0.5, form)[32, 32]) for form in PIP_FORMS}
    assert [form for form, ink in middles.items() if ink < 128] == ["hollow"]


@pytest.mark.parametrize("decor", ["ringed", "ornate"])
@pytest.mark.parametrize("text", ["1", "8", "11", "88"])
def test_an_ornament_keeps_clear_of_its_numeral(decor: str, text: str) -> None:
    """Whose ink is all that stays the same, whatever the ornament."""
    cut = Lettering(lettering().font, mark="none", thicker=4, wide=1.1)
    tiles = np.stack([ornate(cut, text, decor, number) for number in range(40)])
    figures = pieces(numeral(cut, text))
    assert pieces(tiles.min(axis=0)) == figures + (decor == "ringed")
    assert min(pieces(tile) for tile in tiles) > figures


def test_some_dice_with_pips_are_rounder_than_any_with_numerals() -> None:
    rng = np.random.default_rng(2)
    pipped, numbered = ([random_look(rng, "d6", pips=pips).rounded for _ in range(150)] for pips in (True, False))
    assert max(pipped) > 1.2 * max(numbered)


@pytest.mark.parametrize("text", ["1", "7", "17"])
def test_a_numeral_in_a_disc_is_what_the_disc_leaves_bare(text: str) -> None:
    cut = Lettering(lettering().font, mark="none", thicker=3)
    tile = ornate(cut, text, "disc", 0)
    disc = cv2.circle(np.zeros_like(tile), (32, 32), 27, 255, -1)
    assert pieces(tile) == 1
    assert pieces(np.where(disc > 0, 255 - tile, 0).astype(np.uint8)) == pieces(numeral(cut, text))


def test_of_an_outlined_numeral_only_the_edges_are_inked() -> None:
    solid = Lettering(lettering().font, mark="none", thicker=7)
    whole, outline = numeral(solid, "1"), numeral(replace(solid, outlined=True), "1")
    assert float(outline.sum()) < 0.75 * float(whole.sum())
    assert pieces(255 - outline) > pieces(255 - whole)


def test_strokes_too_thin_to_be_outlined_stay_as_they_are() -> None:
    fitting = [Lettering(lettering().font, mark="none", thicker=thicker) for thicker in range(-2, 8)]
    outlined = [not np.array_equal(numeral(replace(cut, outlined=True), "1"), numeral(cut, "1")) for cut in fitting]
    assert outlined == sorted(outlined)
    assert outlined[-1]
    assert not outlined[0]


def test_numerals_turned_on_their_faces_stay_there() -> None:
    die = random_die(np.random.default_rng(5), "d20")
    straight = skewed(die.slots, -die.look.skewed_deg)
    reversed_ones = skewed(straight, 180.0)
    for before, after in zip(straight, reversed_ones, strict=True):
        assert np.allclose(np.array(after.up), -np.array(before.up))
        assert np.allclose(np.cross(after.right, after.up), np.cross(before.right, before.up))
    quarter = skewed(straight, 90.0)[0]
    assert np.allclose(quarter.up, -np.array(straight[0].right))


def test_dice_of_training_are_decorated_now_and_then_and_held_back_ones_never() -> None:
    rng = np.random.default_rng(1)
    looks = [random_look(rng, "d20") for _ in range(300)]
    assert {look.decor for look in looks} == set(DECORS)
    assert all(look.cap_height <= BESIDE_DECOR for look in looks if look.decor in ROUND_NUMERALS)
    held_back = [random_look(rng, "d6", held_back=True) for _ in range(60)]
    assert {(look.decor, look.pip_form, look.skewed_deg) for look in held_back} == {("plain", "round", 0.0)}
    assert not any(look.lettering.outlined for look in held_back)
    assert {look.skewed_deg for look in looks} > {0.0, 180.0}


def framed(kind: str, decor: str = "framed") -> Die:
    die = random_die(np.random.default_rng(3), kind, style="numerals" if kind == "d6" else None)
    look = replace(die.look, material="opaque", body=(0.9, 0.9, 0.9), ink=(0.0, 0.0, 0.0), decor=decor, wear=0.0)
    return replace(die, look=look)


@pytest.mark.parametrize("kind", ["d6", "d8", "d10", "d12", "d20"])
def test_a_frame_runs_inside_the_edges_of_its_face(kind: str) -> None:
    die = framed(kind)
    for frame in frames(die):
        corners = die.solid.vertices[list(die.solid.faces[frame.face])]
        middle, edge = corners.mean(axis=0), (corners[0] + corners[1]) / 2
        inward = frame.inward[0]
        spots = np.array([middle, edge, edge + inward * frame.inset, edge - inward * frame.inset], np.float32)
        assert frame.cover(spots, 1e-4) == pytest.approx([0, 0, 1, 0])


@pytest.mark.parametrize("trimmed", [0.0, 0.12])
@pytest.mark.parametrize("kind", ["d4", "d6", "d8", "d10", "d12", "d20"])
def test_both_renderers_draw_the_same_line(kind: str, trimmed: float) -> None:
    """The compositor joins the corners, the ray-caster asks for the cover."""
    die = framed(kind)
    die = replace(die, look=replace(die.look, trimmed=trimmed))
    for frame in frames(die):
        middles = (frame.ring + np.roll(frame.ring, -1, axis=0)) / 2
        assert frame.cover(middles.astype(np.float32), 1e-3) == pytest.approx(np.ones(len(middles)), abs=1e-3)


@pytest.mark.parametrize("draw_dice", [compositor.draw_dice, raycaster.draw_dice])
@pytest.mark.parametrize("kind", ["d6", "d20"])
def test_both_renderers_draw_frames(draw_dice: Paint, kind: str) -> None:
    dark = []
    for decor in ("plain", "framed"):
        image = np.full((160, 160, 3), 0.5, np.float32)
        placed = at_rest(framed(kind, decor), 0, 0.0)
        camera = looking_down(np.zeros(3), 200.0, 0.0, 0.0, 0.0, 1000.0, (160, 160))
        draw_dice(image, [placed], camera, Light(np.array([0.0, 0.0, 1.0])))
        dark.append(int((image.mean(axis=2) < 0.4).sum()))
    assert dark[1] > dark[0] + 100
