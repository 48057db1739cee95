"""The program: sees the dice, plays the rules, answers."""

import os

# onnxruntime tells Microsoft about every start unless it is told not to before it is loaded; this box tells nobody.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
