"""Hands that are played: step by step, by the core alone, of classes and of files."""
