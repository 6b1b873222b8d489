"""The routes, one module a subject. Each has a `router`."""
