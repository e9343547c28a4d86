"""Text that GTO Wizard imports."""
