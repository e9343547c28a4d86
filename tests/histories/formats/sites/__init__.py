"""The texts of poker rooms."""
