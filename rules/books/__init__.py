"""The five books, and plain dice. One file a book."""

from rules.books.open_adventure import BOOK as OPEN_ADVENTURE
from rules.books.plain import PLAIN
from rules.forms import Book

BOOKS: tuple[Book, ...] = (OPEN_ADVENTURE,)

__all__ = ["BOOKS", "PLAIN"]
