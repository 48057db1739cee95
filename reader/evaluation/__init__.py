"""How good the eye is: pictures with their truth, what it said of them, and the count of it."""
