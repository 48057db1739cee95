"""One file a book."""
