"""From studio pictures to the two networks."""
