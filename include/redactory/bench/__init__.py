"""How fast one core is: each figure a ratio of two things measured in one run, beside the scores they go with."""
