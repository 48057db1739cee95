"""The five books, and plain dice. One file a book."""

from rules.books.dungeons_of_olde import BOOK as DUNGEONS_OF_OLDE
from rules.books.game_dice import BOOK as GAME_DICE
from rules.books.kleptonomicon import BOOK as KLEPTONOMICON
from rules.books.open_adventure import BOOK as OPEN_ADVENTURE
from rules.books.open_tale import BOOK as OPEN_TALE
from rules.books.plain import PLAIN
from rules.forms import Book

BOOKS: tuple[Book, ...] = (OPEN_ADVENTURE, KLEPTONOMICON, OPEN_TALE, GAME_DICE, DUNGEONS_OF_OLDE)

__all__ = ["BOOKS", "PLAIN"]
