"""The server: tables that people share, from the log on the disk to the socket in the browser."""
