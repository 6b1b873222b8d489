"""How the context network of Layer 3 is trained, from labelled sentences."""
