"""The server: tables that people and bots share, kept in a store and shown over the network."""
