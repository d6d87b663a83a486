"""The solver's inner loops on plain arrays; see `models.kinematics.compiled` for how and when they are compiled."""
