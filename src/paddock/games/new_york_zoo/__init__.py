"""New York Zoo: cover your whole zoo with enclosures and attractions before anybody else does."""
