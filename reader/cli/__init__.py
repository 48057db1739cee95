"""The command line: one file a command, each importing what it needs only when it is called."""

import sys
from io import TextIOWrapper

import typer

from reader.box_folder import BOX_FOLDER, give_back
from reader.cli.benchmark import benchmark
from reader.cli.books import list_books
from reader.cli.calibrate import calibrate
from reader.cli.demo import demo
from reader.cli.dice import app as dice
from reader.cli.doctor import examine_box
from reader.cli.evaluate import evaluate
from reader.cli.history import show_history
from reader.cli.odds import show_odds
from reader.cli.panel import show_panel
from reader.cli.read import read
from reader.cli.record import record
from reader.cli.roll import play
from reader.cli.run import run
from reader.cli.stats import show_stats
from reader.cli.studio import shoot_pictures
from reader.cli.teach import teach
from reader.cli.update import update_program
from reader.errors import RefusedError

REFUSED = 2
INTERRUPTED = 130

app = typer.Typer(
    name="dice-reader",
    help="Reads real dice on a real tray, and says what the throw means.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

# A modifier such as -1 looks like an option: what a command does not know belongs to the roll.
ROLL_MAY_HOLD_DASHES = {"ignore_unknown_options": True}
app.command("demo")(demo)
app.command("run")(run)
app.command("calibrate")(calibrate)
app.command("doctor")(examine_box)
app.command("record")(record)
app.command("history")(show_history)
app.command("stats")(show_stats)
app.command("roll", context_settings=ROLL_MAY_HOLD_DASHES)(play)
app.command("odds", context_settings=ROLL_MAY_HOLD_DASHES)(show_odds)
app.command("books")(list_books)
app.command("read")(read)
app.command("evaluate")(evaluate)
app.command("benchmark")(benchmark)
app.command("studio")(shoot_pictures)
app.command("panel")(show_panel)
app.command("teach")(teach)
app.add_typer(dice, name="dice")
app.command("update")(update_program)


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that cannot show an arrow shows its number instead of ending the game.
            stream.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    try:
        app()
    except RefusedError as refused:
        print(f"dice-reader: {refused}", file=sys.stderr)
        sys.exit(REFUSED)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(INTERRUPTED)
    finally:
        give_back(BOX_FOLDER)
