"""The networks, and how they are made."""
