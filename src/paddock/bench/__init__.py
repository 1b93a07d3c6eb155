"""Benchmarks: how fast the engine and the searches are; each prints JSON, none is a test."""
