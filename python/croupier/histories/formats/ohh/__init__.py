"""Open Hand History: the official JSON of the specification, and the simplified one."""
