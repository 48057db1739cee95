"""Panels, one protocol: button, lamp and screen."""
