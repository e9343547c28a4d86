"""Tables: who sits where, who is asked, and what is written down."""
