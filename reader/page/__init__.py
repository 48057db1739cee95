"""The web page and the API: shows readouts, sends commands, never decides."""
