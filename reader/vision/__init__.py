"""PICTURE → SIGHTINGS. Knows no rules and no hardware."""
