"""`dice-reader books`: every book, and every way of rolling in it, with a sentence each."""

from __future__ import annotations

from typing import Annotated

import typer

from reader.cli.words import print_json
from rules import BOOKS, PLAIN, Book, Field, Form

WIDEST = 32


def list_books(
    as_json: Annotated[bool, typer.Option("--json", help="Print the books and their forms as JSON.")] = False,
) -> None:
    """List the books and how each of their rolls is written."""
    books = (PLAIN, *BOOKS)
    if as_json:
        print_json([_book_json(book) for book in books])
        return
    for book in books:
        print(f"{book.title}: {book.says}")
        for form in book.forms:
            _print_form(form)
        print()


def _print_form(form: Form) -> None:
    print(f"  {form.word or 'dice'}: {form.says}")
    for example in form.examples:
        gap = f"\n{' ' * 36}" if len(example.text) > WIDEST else " " * (WIDEST - len(example.text))
        print(f"    {example.text}{gap} {example.says}")
    for one in form.fields:
        if one.sort != "dice":
            default = f" (default {one.default})" if one.default else ""
            print(f"      {_written(one):30} {one.says}{default}")


def _written(one: Field) -> str:
    match one.sort:
        case "number":
            return f"{one.name}={one.low}..{one.high}"
        case "numbers":
            return f"{one.name}=2,2"
        case "pick":
            return f"{one.name}={'|'.join(one.options)}"
        case "ranges":
            return f'{one.name}="[{"..6" if one.options[0] == "0!" else "Win"}] …"'
        case "parties":
            return "Alice=2d4" if "dice" in one.options else "Alice=+2,advantages=1"
        case "modifier":
            return "+2 or -1"
        case _:
            return one.name


def _book_json(book: Book) -> dict[str, object]:
    forms = [
        {
            "word": form.word,
            "says": form.says,
            "fields": [_field_json(one) for one in form.fields],
            "examples": [{"text": one.text, "says": one.says} for one in form.examples],
        }
        for form in book.forms
    ]
    return {"name": book.name, "title": book.title, "says": book.says, "forms": forms}


def _field_json(one: Field) -> dict[str, object]:
    return {
        "name": one.name,
        "sort": one.sort,
        "says": one.says,
        "low": one.low,
        "high": one.high,
        "options": one.options,
        "needed": one.needed,
        "default": one.default,
    }
