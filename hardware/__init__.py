"""THINGS WITH WIRES, each beside its stand-in. Knows no rules, no vision."""
