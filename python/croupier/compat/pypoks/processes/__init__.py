"""Tables and deciders in processes of their own, and the lines between them."""
