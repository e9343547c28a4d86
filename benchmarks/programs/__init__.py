"""Whole programs: imports, the desk, hosted tables and clusters."""
