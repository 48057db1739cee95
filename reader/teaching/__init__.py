"""The box learns its owner's dice: examples of named dice, kept as pictures, compared by what the face network makes of
them. Knows the eye and nothing of rules, hardware or the table."""
