"""Hosted tables for browsers and other clients: messages, views and sockets."""
