"""Trials: what tries to break Paddock's promises, by faults, races and comparisons; none of it is installed."""
