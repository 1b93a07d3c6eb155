"""Paddock: play, study and program four zoo board games."""
