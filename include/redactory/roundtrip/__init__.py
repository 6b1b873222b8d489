"""The round trip: text out with tokens for its personal values, a completion back with the values in their places."""
