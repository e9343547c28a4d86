"""The product's rankings against the slow evaluator in `reference`."""
