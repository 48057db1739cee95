"""The empty tray, measured once and kept: where it lies, how light falls on it, what the camera was locked to.

find_tray · perspective    where the tray is in the picture, and how askew the camera looks at it
findings                   what is wrong with a picture: blurred, too dark, too bright, glaring, uneven
measuring                  lets the camera's automatics settle, locks them, photographs the empty tray
calibration · shelf        what is kept, and the file it is kept in
drift                      has the camera moved since, has the light changed
in_use                     the eye and the watcher with all this behind them; without a calibration they are as before
guide                      the steps, one readout each: the same on page, screen and terminal
"""
