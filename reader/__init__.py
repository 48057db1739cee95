"""The program: sees the dice, plays the rules, answers."""
