"""The command line: one file a command, each importing what it needs only when it is called."""

import typer

app = typer.Typer(
    name="dice-reader",
    help="Reads real dice on a real tray, and says what the throw means.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def main() -> None:
    app()
