"""The documents that Croupier began with, statement by statement and in their order.

The documents themselves are not part of the project: what they say is written down in the tests.
Where they are at hand, each module compares its tables, programs and sections with the document's.
"""
