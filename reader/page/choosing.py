"""Choosing what is rolled: every book with its forms, the presets, and the odds."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Query

from reader.page.box import TheBox
from reader.page.commanding import LONGEST_ROLL
from reader.page.watching import ERROR
from rules import BOOKS, FACES, PLAIN, Book, Form

router = APIRouter(tags=["choose"])


@router.get("/api/books")
async def books(box: TheBox) -> dict[str, Any]:
    """The books with every way of rolling, made for building forms; the presets; and the faces of each kind of die."""
    return {"presets": list(box.presets), **_all_books()}


@router.get(
    "/api/odds",
    responses={
        422: {"description": "That is no roll, and why.", **ERROR},
        503: {"description": "It takes too long here.", **ERROR},
    },
)
async def odds(
    box: TheBox,
    roll: Annotated[str, Query(min_length=1, max_length=LONGEST_ROLL, examples=["4d6kh3"])],
) -> dict[str, Any]:
    """The chance of every total, label and winner; and how the roll is written properly."""
    return await box.reckoner.odds(roll)


@cache
def _all_books() -> dict[str, Any]:
    return {
        "books": [_book(book) for book in (PLAIN, *BOOKS)],
        "faces": {kind: list(faces) for kind, faces in FACES.items()},
    }


def _book(book: Book) -> dict[str, Any]:
    return {"name": book.name, "title": book.title, "says": book.says, "forms": [_form(form) for form in book.forms]}


def _form(form: Form) -> dict[str, Any]:
    return {
        "word": form.word,
        "says": form.says,
        "fields": [asdict(one) for one in form.fields],
        "examples": [asdict(one) for one in form.examples],
    }
