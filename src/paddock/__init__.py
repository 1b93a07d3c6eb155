"""Paddock: play, study and program four zoo board games."""

from paddock.core.source import choose_engine

choose_engine()
