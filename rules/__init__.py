"""Dice → meaning. The rules of five books as conversations: what to throw, what it came to, and the exact odds.

parse    a roll as players write it → Roll (its canonical text, its form, its rule)
match    dice in the tray ↔ a Throw → the dice in order, or a Mismatch with one line for the player
Conversation    plays a Roll: state, answer(), replay(), amended()
read_answer     an answer as players type it → the answer to a Throw, Choice or Entry
odds, sampled, reckoned     the chance of every total, label and winner
"""

from rules.answers import read_answer
from rules.asks import Answer, Ask, Choice, Entry, Pool, Throw, Want
from rules.books import BOOKS, PLAIN
from rules.conversation import Answered, Conversation, State
from rules.dice import FACES, Die
from rules.errors import NotationError
from rules.forms import Book, Example, Field, Form, Party, Roll
from rules.match import Mismatch, match
from rules.notation import parse
from rules.odds import Odds, TooManyPathsError, odds
from rules.outcome import Fate, Outcome, Played
from rules.sample import reckoned, sampled

__all__ = [
    "BOOKS",
    "FACES",
    "PLAIN",
    "Answer",
    "Answered",
    "Ask",
    "Book",
    "Choice",
    "Conversation",
    "Die",
    "Entry",
    "Example",
    "Fate",
    "Field",
    "Form",
    "Mismatch",
    "NotationError",
    "Odds",
    "Outcome",
    "Party",
    "Played",
    "Pool",
    "Roll",
    "State",
    "Throw",
    "TooManyPathsError",
    "Want",
    "match",
    "odds",
    "parse",
    "read_answer",
    "reckoned",
    "sampled",
]
