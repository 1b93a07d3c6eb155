"""A line to the server that can be cut, and that can lose what was said on it."""

from __future__ import annotations

from playwright.sync_api import Page, WebSocketRoute


class Line:
    """Every socket of a page runs through here; make it before the page opens a table."""

    def __init__(self, page: Page) -> None:
        self.up = True
        self.mute = False  # what the page says is lost
        self.deaf = False  # what the server says is lost
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket("**/ws", self.open)

    def open(self, socket: WebSocketRoute) -> None:
        if not self.up:
            socket.close()
            return
        server = socket.connect_to_server()
        socket.on_message(lambda said: None if self.mute else server.send(said))
        server.on_message(lambda said: None if self.deaf else socket.send(said))
        self.sockets.append(socket)

    def cut(self) -> None:
        """Nothing goes through until the line is mended."""
        self.up = False
        for socket in self.sockets:
            socket.close()
        self.sockets.clear()

    def mend(self) -> None:
        self.up, self.mute, self.deaf = True, False, False
