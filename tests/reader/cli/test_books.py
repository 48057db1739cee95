from rules import BOOKS, PLAIN


def test_every_roll_of_every_book_is_listed_with_a_sentence(run):
    listed = run("books").out
    for book in (PLAIN, *BOOKS):
        assert f"{book.title}: {book.says}" in listed
        for form in book.forms:
            assert form.says in listed
            for example in form.examples:
                assert example.text in listed
                assert example.says in listed


def test_what_can_be_said_of_a_player_is_listed(run):
    listed = run("books").out
    assert "Alice=+2,advantages=1          who throws, each with a modifier" in listed
    assert "Alice=2d4                      who throws, each with dice" in listed


def test_the_forms_of_the_books_are_told_as_json(run):
    books = run("books", "--json").json
    standard = next(book for book in books if book["name"] == "open-adventure")["forms"][0]
    assert standard["word"] == "standard"
    assert standard["fields"][0]["name"] == "ability"
