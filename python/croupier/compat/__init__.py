"""Programs of others, step by step and word by word as they do it.

`croupier.compat.pypoks` has the tables of pypoks, `croupier.compat.pokernow2gw` the text that
pokernow2gw writes.
"""

__all__: list[str] = []
