"""`redactory serve`: the round trip as a small HTTP service."""
