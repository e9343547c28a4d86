"""Agents outside of the process: programs, sockets, and what is said to them."""
