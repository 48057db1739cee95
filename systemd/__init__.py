"""What makes a machine into the box: installer, unit, default settings; and the drawings of wiring and mounting."""
