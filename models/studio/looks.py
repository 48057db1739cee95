"""What a die is made of and how it is inked: described once, drawn by the ray-caster and by the compositor alike.

Colours are BGR, 0–1.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.studio import fonts
from models.studio.tiles import Lettering

Colour = tuple[float, float, float]

INK_CONTRAST = 26.0  # least distance of ink and body in CIELAB; under this people cannot read a die either
BOLD_CONTRAST = 48.0  # what makers mostly choose
CAP_HEIGHTS = {
    "d4": (0.78, 1.25), "d6": (0.75, 1.3), "d8": (0.9, 1.5), "d10": (0.95, 1.6), "d%": (0.8, 1.35),
    "d12": (0.8, 1.35), "d20": (0.9, 1.6),
}  # fmt: skip
"""Of numerals, in radii of their slot; measured on photographs: d6 1.0, d8 1.35, d10 1.4, d% 1.1, d12 1.1, d20 1.35."""


@dataclass(frozen=True, slots=True)
class Material:
    """`texture` mixes body and second colour; `see_through` is the share of the background that shines through;
    `patched` shows its colours in patches as large as a face, so that it is as light as it happens to lie."""

    texture: str  # plain, or a pattern of models.studio.textures
    colours: str = "any"  # any, white, ivory, black, metal
    mixing: float = 0.0  # how strongly the second colour shows, at most
    see_through: float = 0.0
    metal: float = 0.0
    patched: bool = False


MATERIALS: dict[str, Material] = {
    "opaque": Material("plain"),
    "white": Material("plain", "white"),
    "ivory": Material("cloud", "ivory", 0.2),
    "black": Material("plain", "black"),
    "speckled": Material("speckle", "any", 0.9),
    "fine speckled": Material("dust", "any", 0.8),
    "granite": Material("speckle", "grey", 0.7),
    "marbled": Material("swirl", "any", 0.8),
    "pearl": Material("pearl", "any", 0.8),
    "pale pearl": Material("pearl", "pale", 0.7, 0.1),
    "swirled": Material("swirl", "any", 0.6),
    "two-tone": Material("layers", "any", 1.0, patched=True),
    "layered": Material("layers", "any", 0.7, 0.15),
    "translucent": Material("cloud", "any", 0.2, 0.45),
    "smoke": Material("pearl", "any", 0.8, 0.35),
    "nebula": Material("swirl", "any", 0.9, 0.2),
    "glitter": Material("glitter", "any", 0.9, 0.3),
    "silver": Material("plain", "metal", 0.0, 0.0, 0.8),
    "gold": Material("plain", "metal", 0.0, 0.0, 0.8),
    "wood": Material("grain", "wood", 0.6),
    "galaxy": Material("glitter", "black", 0.7),
    "mottled": Material("cloud", "any", 0.9, patched=True),
    "blotched": Material("blotches", "any", 0.95, patched=True),
    "confetti": Material("flakes", "any", 0.9),
    "foil": Material("flakes", "any", 0.8, 0.25),
    "spotted": Material("spots", "any", 0.9),
    "veined": Material("veins", "any", 0.9, patched=True),
    "striped": Material("stripes", "any", 0.8, patched=True),
}
HELD_BACK_MATERIALS = ("granite", "nebula")
COMMON = {
    "opaque": 5.0,
    "white": 2.5,
    "black": 2.5,
    "speckled": 3.0,
    "fine speckled": 2.0,
    "smoke": 1.5,
    "marbled": 2.0,
    "pearl": 2.0,
    "translucent": 2.5,
    "mottled": 1.5,
    "blotched": 2.0,
    "confetti": 1.5,
}
"""Weights of materials that are seen more often than others."""
COARSE = (0.5, 2.0)
"""How large patterns may be against the usual. Held-back looks do not vary so, that figures of before can be measured
again (but for d4 and d10, whose shapes vary); and it is the grain that tells, so that no other draw of a seed is
another."""
STROKES = (0.09, 0.25)  # of numerals, in cap heights; two thirds of dice are bold
PIPS_APART = 0.46  # most radius of a pip, in distances to the next one of a six: on no real die they touch
MARKS = ("bar", "bar", "short", "wide", "dot", "dot", "dot", "below")
PIP_FORMS = {"round": 0.82, "hollow": 0.08, "square": 0.05, "diamond": 0.05}
DECORS = {"plain": 0.79, "disc": 0.03, "framed": 0.09, "ringed": 0.03, "ornate": 0.06}
"""What stands on faces beside their numerals: nothing, a disc of ink in which they are left bare, a line along their
edges, a ring, an ornament all round."""
ROUND_NUMERALS = ("ringed", "ornate", "disc")
OUTLINED_SHARE = 0.04  # of dice whose numerals are drawn as outlines
TUMBLED_SHARE, TUMBLED = 0.2, (0.2, 0.34)  # of dice with pips that are rounder than any others, and how round
SKEWED_DEG = {"straight": 0.65, "loose": 0.2, "reversed": 0.15}
"""Which way numerals stand, against the corner or side that most makers let them point to: as that, some degrees off as
dice that are made by hand, or the other way round."""
LOOSE_DEG = 7.0  # deviation
REVERSIBLE = ("d8", "d12", "d20")  # on other kinds numerals point any way already
REVERSED_MOST = 1.25  # cap height of a numeral that points to a side, in radii of its slot: its feet are in a corner
BESIDE_DECOR, WITHIN_FRAME = 0.72, 1.05  # most cap height of a numeral that is ringed or framed, in radii of its slot


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that can be seen of a die but its kind, its numbers and where it lies."""

    material: str
    body: Colour
    second: Colour
    third: Colour  # what speckles and swirls have beside the second
    ink: Colour
    lettering: Lettering
    cap_height: float = 1.0  # of a numeral, in radii of its slot
    two_figures: float = 0.9  # how much smaller numerals of two figures are
    pips: bool = False
    pip_radius: float = 0.2
    pip_spread: float = 0.52
    pip_form: str = "round"
    decor: str = "plain"
    red_one: bool = False
    engraved: float = 0.5  # depth that catches light, 0–1
    rounded: float = 0.05  # radius of edges, in inradii
    trimmed: float = 0.0  # corners cut off
    gloss: float = 0.5
    wear: float = 0.0  # share of ink rubbed off
    off_centre: tuple[float, float] = (0.0, 0.0)  # in slot radii
    grain: int = 0  # seed of the texture
    coarse: float = 1.0  # size of its pattern, against the usual
    skewed_deg: float = 0.0  # of all numerals, counter-clockwise

    @property
    def lightness(self) -> float:
        """CIELAB lightness of the body, 0–1."""
        share = 0.5 * MATERIALS[self.material].mixing
        mixed = tuple(b * (1 - share) + s * share for b, s in zip(self.body, self.second, strict=True))
        return float(lab(mixed)[0]) / 100


def lab(colour: tuple[float, ...]) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    pixel = np.array([[colour]], dtype=np.float32)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_BGR2LAB)[0, 0])


def materials(held_back: bool = False) -> tuple[str, ...]:
    return HELD_BACK_MATERIALS if held_back else tuple(m for m in MATERIALS if m not in HELD_BACK_MATERIALS)


def random_look(rng: np.random.Generator, kind: str, held_back: bool = False, pips: bool | None = None) -> Look:
    names = materials(held_back)
    weights = np.array([COMMON.get(name, 1.0) for name in names])
    material = str(rng.choice(names, p=weights / weights.sum()))
    body, second = _body_colours(rng, material)
    third = second if rng.random() < 0.5 else _mixed_in(rng, body)
    ink = _ink_colour(rng, body, (second, third), MATERIALS[material].mixing)
    with_pips = kind == "d6" and (rng.random() < 0.6 if pips is None else pips)
    look = Look(
        material=material,
        body=body,
        second=second,
        third=third,
        ink=ink,
        lettering=_lettering(rng, kind, held_back),
        cap_height=float(rng.uniform(*CAP_HEIGHTS[kind])),
        two_figures=float(rng.uniform(0.82, 1.0)),
        pips=with_pips,
        pip_radius=float(rng.uniform(0.13, 0.26)),
        pip_spread=float(rng.uniform(0.44, 0.6)),
        red_one=with_pips and rng.random() < 0.12,
        engraved=float(rng.random() ** 1.5),
        rounded=float(rng.choice([0.015, 0.05, 0.1, 0.16]) * rng.uniform(0.7, 1.3)),
        trimmed=float(rng.choice([0.0, 0.0, 0.06, 0.12, 0.2])),
        gloss=float(rng.random()),
        wear=float(rng.choice([0.0, 0.0, 0.0, rng.uniform(0.05, 0.35)])),
        off_centre=(float(rng.normal(0, 0.05)), float(rng.normal(0, 0.05))),
        grain=int(rng.integers(1 << 30)),
    )
    look = replace(look, pip_radius=min(look.pip_radius, PIPS_APART * look.pip_spread))
    return look if held_back else _as_makers_vary(look, kind)


def _as_makers_vary(look: Look, kind: str) -> Look:
    """Other sizes of its pattern, other pips, something around its numerals."""
    coarse = float(COARSE[0] * (COARSE[1] / COARSE[0]) ** (look.grain % 1000 / 999))
    rng = np.random.default_rng(look.grain + 1)
    form, decor = (str(rng.choice(list(shares), p=list(shares.values()))) for shares in (PIP_FORMS, DECORS))
    if decor in ROUND_NUMERALS and (look.pips or kind == "d4"):  # there is no room
        decor = "plain"
    low = float(rng.uniform(0.55, BESIDE_DECOR))
    skewed = _skewed_deg(rng, kind)
    most = dict.fromkeys(ROUND_NUMERALS, low) | {"framed": WITHIN_FRAME}
    largest = REVERSED_MOST if skewed else look.cap_height
    cap_height = min(look.cap_height, most.get(decor, look.cap_height), largest)
    outlined = decor != "disc" and float(rng.random()) < OUTLINED_SHARE
    rounded = float(rng.uniform(*TUMBLED)) if look.pips and rng.random() < TUMBLED_SHARE else look.rounded
    is_unclear = abs(skewed) > 90 and look.lettering.mark == "none"  # a 6 would be another maker's 9
    lettering = replace(look.lettering, outlined=outlined, mark="bar" if is_unclear else look.lettering.mark)
    return replace(look, coarse=coarse, pip_form=form, decor=decor, cap_height=cap_height, lettering=lettering,
                   rounded=rounded, skewed_deg=skewed)  # fmt: skip


def _skewed_deg(rng: np.random.Generator, kind: str) -> float:
    way = str(rng.choice(list(SKEWED_DEG), p=list(SKEWED_DEG.values())))
    loose = float(rng.normal(0, LOOSE_DEG)) * (way == "loose")
    return 180.0 if way == "reversed" and kind in REVERSIBLE else 0.0 if kind == "d4" else loose


def _lettering(rng: np.random.Generator, kind: str, held_back: bool) -> Lettering:
    unmarked = 0.5 if kind in ("d6", "d8") else 0.07
    mark = "none" if rng.random() < unmarked else str(rng.choice(MARKS))
    font = fonts.random_font(rng, held_back)
    figures = fonts.measured(font)
    stroke = rng.uniform(*STROKES)
    marked = ("6", "9") if rng.random() < 0.7 else ("6", "9", "16", "19", "60", "90", "61", "91", "66", "99")
    return Lettering(
        font=font,
        condensed=float(rng.uniform(0.72, 1.0)),
        thicker=int(np.clip(round((stroke - figures.stroke) * figures.cap_px / 2), -2, 7)),
        mark=mark,
        marked=marked,
        wide=float(rng.uniform(0.85, 1.1)),
    )


def _body_colours(rng: np.random.Generator, material: str) -> tuple[Colour, Colour]:
    policy = MATERIALS[material].colours
    if policy == "white":
        body = _grey(rng, 0.82, 0.97, 0.03)
    elif policy == "ivory":
        shade = rng.uniform(0.75, 0.93)
        body = (shade * rng.uniform(0.75, 0.9), shade * 0.96, shade)
    elif policy == "black":
        body = _grey(rng, 0.03, 0.16, 0.03)
    elif policy == "grey":
        body = _grey(rng, 0.25, 0.7, 0.05)
    elif policy == "metal":
        body = ((0.78, 0.79, 0.8), (0.3, 0.6, 0.8), (0.35, 0.45, 0.7), (0.35, 0.35, 0.36))[int(rng.integers(4))]
    elif policy == "wood":
        body = (rng.uniform(0.15, 0.35), rng.uniform(0.3, 0.55), rng.uniform(0.5, 0.75))
    else:
        body = _hue(rng, (0.35, 1.0), (0.55, 0.95) if policy == "pale" else (0.18, 0.98))
    return body, _mixed_in(rng, body)


def _mixed_in(rng: np.random.Generator, body: Colour) -> Colour:
    """Any other colour, or a paler, darker or neighbouring one."""
    pick = rng.random()
    if pick < 0.35:
        return _hue(rng, (0.2, 1.0), (0.2, 1.0))
    if pick < 0.75:
        mix, toward = rng.uniform(0.1, 0.6), rng.choice([0.0, 1.0, 1.0])
        b, g, r = (part * (1 - mix) + toward * mix for part in body)
    else:
        b, g, r = np.clip(np.array(body) + rng.normal(0, 0.25, 3), 0, 1)
    return float(b), float(g), float(r)


def _grey(rng: np.random.Generator, low: float, high: float, tint: float) -> Colour:
    shade = rng.uniform(low, high)
    b, g, r = np.clip(shade + rng.normal(0, tint, 3), 0, 1)
    return float(b), float(g), float(r)


def _hue(rng: np.random.Generator, saturation: tuple[float, float], value: tuple[float, float]) -> Colour:
    hsv = np.array([[[rng.uniform(0, 360), rng.uniform(*saturation), rng.uniform(*value)]]], dtype=np.float32)
    b, g, r = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0]
    return float(b), float(g), float(r)


def _ink_colour(rng: np.random.Generator, body: Colour, others: tuple[Colour, ...], mixing: float) -> Colour:
    """White, black, gold or any colour, as long as it can be read on the body and on what is mixed into it."""
    share = mixing * 0.7
    mixed = [tuple(b * (1 - share) + o * share for b, o in zip(body, other, strict=True)) for other in others]
    grounds = [lab(body), *(lab(colour) for colour in mixed)]
    least = BOLD_CONTRAST if rng.random() < 0.6 else INK_CONTRAST
    for _ in range(12):
        pick = rng.random()
        if pick < 0.4:
            ink = _grey(rng, 0.88, 1.0, 0.02)
        elif pick < 0.7:
            ink = _grey(rng, 0.0, 0.12, 0.02)
        elif pick < 0.82:
            ink = (rng.uniform(0.1, 0.35), rng.uniform(0.6, 0.75), rng.uniform(0.75, 0.9))
        else:
            ink = _hue(rng, (0.3, 1.0), (0.2, 1.0))
        if min(float(np.linalg.norm(lab(ink) - ground)) for ground in grounds) >= least:
            return ink
    dark = sum(float(ground[0]) for ground in grounds) / len(grounds) < 50
    return (0.97, 0.97, 0.97) if dark else (0.02, 0.02, 0.02)


def with_numerals(look: Look) -> Look:
    return replace(look, pips=False, red_one=False)
