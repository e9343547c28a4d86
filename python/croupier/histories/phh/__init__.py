"""The PHH format: documents, fields, actions, and what is wrong with them."""
