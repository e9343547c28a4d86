"""Text as pokernow2gw writes it, to the byte."""
