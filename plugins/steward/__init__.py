"""The steward's pages: a queue of what a person must decide, and reviews read row by row."""
