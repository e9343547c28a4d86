"""The output of commands: text for people and documents for programs."""
