"""Analysis: what a match was decided by; win chances, decisions that cost, and luck and choice apart."""
