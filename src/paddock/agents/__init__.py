"""Agents: who can sit on a seat; each gets what its seat may know, and nothing more."""
