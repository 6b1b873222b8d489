"""Evaluation cases: sanitised under one mapping a case, checked, and held against the user's own evaluator."""
