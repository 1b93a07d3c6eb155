"""Server: live tables, kept in a log, shown to each viewer as that viewer may know them."""
