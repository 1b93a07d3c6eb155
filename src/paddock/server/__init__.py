"""Live tables for people in browsers: durable, private where it must be, and fair."""
