"""The answers of the desk: hands step by step, files, nights, calculators, solutions, stores."""
