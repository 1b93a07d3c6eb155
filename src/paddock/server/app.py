"""App: the whole server as one ASGI application."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from paddock.core.errors import PaddockError
from paddock.server.answer import PAUSED
from paddock.server.guard import BodyLimit, Buckets, OwnOrigin, SecurityHeaders, network
from paddock.server.house import House, NoTable, Paused
from paddock.server.preview import HOME, PICTURES, Found, Previews, address_of, language_of, page_with, tags
from paddock.server.routes import router, status_of
from paddock.server.socket import Socket, refusals_of
from paddock.server.store.store import Damaged, Unavailable
from paddock.server.wire import encoder

WEB = Path(__file__).parent.parent / "web"
VERIFIER = Path(__file__).parent / "verifier" / "verify.mjs"
FRESH = {"Cache-Control": "no-cache"}  # ask every time whether it has changed
PERSONAL = {"Cache-Control": "private, no-cache"}  # it may name people, who can have themselves deleted
OPEN = {
    "Cache-Control": "public, max-age=86400",
    "Cross-Origin-Resource-Policy": "cross-origin",
}  # shown by other sites
LASTING = {"Cache-Control": "public, max-age=31536000, immutable"}
LARGEST_BODY = 16_384  # bytes of a request
REQUESTS = 30.0  # a second and address, for what is not a file
WORKED_OUT = ("/api/", "/openapi.json", "/metrics", "/healthz", "/livez")  # which is whatever begins so
OPENINGS = 0.1  # tables a second and address, beyond what may be opened at once


class App:
    """HTTP and the socket side by side: what every frame of a table has to pass is kept short."""

    def __init__(
        self, house: House, origins: tuple[str, ...] = (), rate: float = 20.0, lines: int = 0, tables: int = 0
    ) -> None:
        self.refusals = refusals_of(house)
        self.socket = Socket(house, origins, rate, lines, self.refusals)
        self.pages = make_pages(house, rate, tables, origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == "/ws":
            await self.socket(scope, receive, send)
        else:
            await self.pages(scope, receive, send)


def make_pages(house: House, rate: float = 20.0, tables: int = 0, origins: tuple[str, ...] = ()) -> FastAPI:
    """Everything over HTTP around one house, which whoever runs the app opens and closes."""
    app = FastAPI(
        title="Paddock", version=version("paddock"), docs_url=None, redoc_url=None, redirect_slashes=False,
        openapi_url=None,
        description="Tables for four zoo board games. The live part is the socket at /ws: see docs/protocol.md.",
    )  # fmt: skip
    app.state.house = house
    app.state.most_tables = tables  # where one person may sit at once; 0 for any number
    app.include_router(router)
    add_description(app)
    add_faults(app)
    requests = Buckets(3 * REQUESTS, REQUESTS) if rate else None
    add_site(app, house, requests, origins)
    if requests is not None:
        add_limits(app, house, requests, Buckets(3 * tables, OPENINGS) if tables else None)
    app.add_middleware(BodyLimit, most=LARGEST_BODY)
    app.add_middleware(OwnOrigin, allowed=origins, count=house.metrics.refused.labels("origin").inc)
    app.add_middleware(SecurityHeaders)
    return app


def add_description(app: FastAPI) -> None:
    """What OpenAPI says of all this, written once: to write it takes longer than anything else that can be asked."""

    @cache
    def written() -> bytes:
        return encoder.encode(app.openapi())

    async def description() -> Response:
        return Response(written(), media_type="application/json")

    app.add_api_route("/openapi.json", description, include_in_schema=False)


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

    @app.exception_handler(Damaged)
    async def damaged(_: Request, error: Damaged) -> Response:
        return fault(503, str(error))

    @app.exception_handler(Unavailable)
    async def paused(_: Request, error: Unavailable) -> Response:
        return fault(503, str(error) if isinstance(error, Paused) else PAUSED)


def add_limits(app: FastAPI, house: House, requests: Buckets, openings: Buckets | None) -> None:
    @app.middleware("http")
    async def limit(request: Request, proceed: Any) -> Response:
        address = network(request.client.host) if request.client else ""
        now, path = house.monotonic(), request.url.path
        if path.startswith(WORKED_OUT) and not requests.take(address, now):
            return JSONResponse({"error": "that is too fast; wait a moment"}, 429)
        opens = request.method == "POST" and path == "/api/tables"
        if opens and openings is not None and not openings.take(address, now):
            return JSONResponse({"error": "your address has opened many tables; wait a moment"}, 429)
        answer: Response = await proceed(request)
        return answer


def add_site(app: FastAPI, house: House, requests: Buckets | None, origins: tuple[str, ...]) -> None:
    """The built site; its pages are one file that reads the address itself, but for what links to them show."""
    app.add_api_route("/verify.mjs", verifier, methods=["GET", "HEAD"], include_in_schema=False)
    index = WEB / "index.html"
    if not index.exists():
        return
    previews = Previews(house)

    def page(request: Request, found: Found, own: dict[str, str]) -> Response:
        language = language_of(request.headers.get("accept-language", ""))
        address = address_of(request.url.scheme, request.headers.get("host", ""), origins)
        head = tags(found.told, language, address, request.url.path if found.exists else "/", alone=own is PERSONAL)
        headers = {**own, "Vary": "Accept-Language"}
        return HTMLResponse(page_with(index, head), 200 if found.exists else 404, headers)

    async def home(request: Request) -> Response:
        return page(request, Found(HOME), FRESH)

    async def table(request: Request, id: str) -> Response:
        """Whoever asks too often gets the page all the same, but nothing is looked up for it."""
        address = network(request.client.host) if request.client else ""
        asks = requests is None or requests.take(address, house.monotonic())
        found = await previews.of(request.url.path[1], id) if asks else Found(HOME)
        return page(request, found, PERSONAL)

    app.add_api_route("/", home, methods=["GET", "HEAD"], include_in_schema=False)
    for path in ("/t/{id}", "/r/{id}"):
        app.add_api_route(path, table, methods=["GET", "HEAD"], include_in_schema=False)
    app.mount("/", Site(directory=WEB), name="site")
    app.add_middleware(Packed)


async def verifier() -> FileResponse:
    """The stand-alone verifier, the very file that is run beside ours in the tests."""
    return FileResponse(VERIFIER, media_type="text/javascript", headers=FRESH)


class Site(StaticFiles):
    """The files of the built site: what has its fingerprint in its name never changes.

    Somebody who follows a wrong address is shown that in the site's own look.
    """

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            return await super().get_response(path, scope)
        except StarletteHTTPException as error:
            read = any(name == b"accept" and b"text/html" in value for name, value in scope["headers"])
            if error.status_code != 404 or not read:
                raise
            return FileResponse(WEB / "index.html", 404, headers=FRESH)

    def file_response(self, full_path: Any, *rest: Any, **more: Any) -> Response:
        answer = super().file_response(full_path, *rest, **more)
        answer.headers.update({"assets": LASTING, PICTURES: OPEN}.get(Path(full_path).parent.name, FRESH))
        return answer


class Packed:
    """Middleware that compresses the site and the catalogues, which hold no secrets; nothing else is compressed."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.packed = GZipMiddleware(app, minimum_size=1000, compresslevel=6)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        open_to_all = path.startswith("/api/words/") or not path.startswith(("/api/", "/metrics", "/healthz", "/livez"))
        await (self.packed if scope["type"] == "http" and open_to_all else self.app)(scope, receive, send)
