"""Whole files: found, split, converted, with other names."""
