"""SIGHTINGS → READOUT. The one worker: commands in, readouts out."""
