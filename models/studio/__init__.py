"""A photographer of dice that do not exist, with the truth beside every picture."""
