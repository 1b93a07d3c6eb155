"""App: the whole server as one ASGI application."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from paddock.core.errors import PaddockError
from paddock.server.guard import BodyLimit, Buckets, SecurityHeaders, network
from paddock.server.house import House, NoTable
from paddock.server.room import PAUSED
from paddock.server.routes import router, status_of
from paddock.server.socket import Socket
from paddock.server.store.store import Unavailable

WEB = Path(__file__).parent.parent / "web"
LARGEST_BODY = 16_384  # bytes of a request
REQUESTS = 30.0  # a second and address, for what is not a file


class App:
    """HTTP and the socket side by side: what every frame of a table has to pass is kept short."""

    def __init__(self, house: House, origins: tuple[str, ...] = (), rate: float = 20.0) -> None:
        self.socket = Socket(house, origins, rate)
        self.pages = make_pages(house, rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == "/ws":
            await self.socket(scope, receive, send)
        else:
            await self.pages(scope, receive, send)


def make_pages(house: House, rate: float = 20.0) -> FastAPI:
    """Everything over HTTP around one house, which whoever runs the app opens and closes."""
    app = FastAPI(
        title="Paddock", version=version("paddock"), docs_url=None, redoc_url=None, redirect_slashes=False,
        description="Tables for four zoo board games. The live part is the socket at /ws: see docs/protocol.md.",
    )  # fmt: skip
    app.state.house = house
    app.include_router(router)
    add_faults(app)
    add_site(app)
    if rate:
        add_limits(app, Buckets(3 * REQUESTS, REQUESTS), house)
    app.add_middleware(BodyLimit, most=LARGEST_BODY)
    app.add_middleware(SecurityHeaders)
    return app


def add_faults(app: FastAPI) -> None:
    """Every fault is one sentence; nothing of the inside is shown."""

    def fault(code: int, sentence: str) -> JSONResponse:
        return JSONResponse({"error": sentence}, code)

    @app.exception_handler(StarletteHTTPException)
    async def http(_: Request, error: StarletteHTTPException) -> Response:
        return JSONResponse({"error": str(error.detail)}, error.status_code, headers=error.headers)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        return fault(422, f"{where}: {first['msg']}" if where else str(first["msg"]))

    @app.exception_handler(NoTable)
    async def nothing(_: Request, error: NoTable) -> Response:
        return fault(404, str(error))

    @app.exception_handler(PaddockError)
    async def refused(_: Request, error: PaddockError) -> Response:
        return fault(status_of(error), str(error))

    @app.exception_handler(Unavailable)
    async def paused(_: Request, __: Unavailable) -> Response:
        return fault(503, PAUSED)


def add_limits(app: FastAPI, buckets: Buckets, house: House) -> None:
    @app.middleware("http")
    async def limit(request: Request, proceed: Any) -> Response:
        address = network(request.client.host) if request.client else ""
        if request.url.path.startswith("/api/") and not buckets.take(address, house.monotonic()):
            return JSONResponse({"error": "that is too fast; wait a moment"}, 429)
        answer: Response = await proceed(request)
        return answer


def add_site(app: FastAPI) -> None:
    """The built site; its pages are one file that reads the address itself."""
    index = WEB / "index.html"
    if not index.exists():
        return

    @app.get("/", include_in_schema=False)
    @app.get("/t/{id}", include_in_schema=False)
    @app.get("/r/{id}", include_in_schema=False)
    async def page(id: str = "") -> FileResponse:
        return FileResponse(index, headers={"Cache-Control": "no-cache"})

    app.mount("/", StaticFiles(directory=WEB), name="site")
