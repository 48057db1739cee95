"""How the box is, part by part, with what to do about what is not well.

check · surroundings     one line; and all that is asked of the machine, so that tests can answer instead
software                 Python, packages, the networks and a picture they must read right, how fast
machine · throttled      groups, disk, card, power, clock
parts · press            camera, calibration, screen, buttons, lamp, I2C
page · running           whether the page answers, and what a box that runs says of itself
examination              everything in order
bundle · scrub           the same in a file for whoever helps, without anything private
"""
