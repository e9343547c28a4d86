"""From files of hands in one format to files in another: find, read, check, convert."""
