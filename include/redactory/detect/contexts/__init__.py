"""A small network that reads what a number, a code or a word is from the words around it (Layer 3)."""
