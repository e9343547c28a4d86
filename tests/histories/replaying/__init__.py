"""Histories that are played again, and recorded."""
