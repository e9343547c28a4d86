"""Tables: agents, many tables in step, environments for learning."""
