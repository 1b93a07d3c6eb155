"""Frank's Zoo (Zoff im Zoo): shed your cards along a food chain that bites its own tail."""
