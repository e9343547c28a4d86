"""The games that are classes, family by family."""
