"""Zooloretto: load trucks, take one, and fill your zoo without filling your barn."""
