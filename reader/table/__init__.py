"""SIGHTINGS → READOUT. The one worker: commands in, readouts out.

table        the worker: takes commands from the inbox, looks at the tray, shows readouts
session      what a command or a look comes to; no thread, no clock, no camera
  lying · take       which dice were thrown, and whether they are what was asked for
  correct · cursor   a misread die put right; options and numbers with the buttons
  show               the state in words: the readout
game         the state that survives a power cut: what the events come to
ledger · journal · database · pictures · restore    events in order, durable before they are shown
history · fairness   what was rolled, and whether a die is loaded
hand         throws rendered dice, where there is no player
"""
