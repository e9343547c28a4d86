"""The arguments of commands: options, amounts, stakes, games, cards and files that people type."""
