"""Many hand histories at once: read and checked in the core."""
