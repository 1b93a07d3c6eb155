"""Guard: the pure parts of the edge; who may connect, how often, how much, and what every answer forbids."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Hashable
from ipaddress import IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paddock.core.errors import PaddockError
from paddock.server import journal

# Tokens.

SELDOM = 10.0  # seconds between two lines of the journal about one reason
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def new_token() -> str:
    """32 random bytes as 43 characters of base64url."""
    return secrets.token_urlsafe(32)


def is_token(text: str) -> bool:
    """Has it the shape of a token?"""
    return TOKEN.fullmatch(text) is not None


def digest(token: str) -> str:
    """What is kept of a token: SHA-256 of its characters, in hex. 32 random bytes need no salt."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def same(one: str, other: str) -> bool:
    """Are these two secrets, or digests, equal? The time it takes does not tell how nearly."""
    return hmac.compare_digest(one.encode("utf-8", "surrogatepass"), other.encode("utf-8", "surrogatepass"))


# How often.


class Bucket:
    """Holds up to `size` tokens and gains `rate` a second; time is what the caller says it is."""

    __slots__ = ("left", "rate", "size", "then")

    def __init__(self, size: float, rate: float, now: float) -> None:
        self.size = size
        self.rate = rate
        self.left = size
        self.then = now

    def refill(self, now: float) -> None:
        """Time that runs backwards gives nothing and takes nothing."""
        if now > self.then:
            self.left = min(self.size, self.left + (now - self.then) * self.rate)
            self.then = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take that many tokens, or none and False."""
        self.refill(now)
        if self.left < cost:
            return False
        self.left -= cost
        return True

    def wait(self, now: float, cost: float = 1.0) -> float:
        """Seconds until `take` would succeed, for Retry-After; endless if it never will."""
        self.refill(now)
        if self.left >= cost:
            return 0.0
        return (cost - self.left) / self.rate if self.rate > 0 and cost <= self.size else float("inf")

    def full(self, now: float) -> bool:
        """Is it as good as new?"""
        self.refill(now)
        return self.left >= self.size


class Buckets:
    """A bucket a key, for at most so many keys: full ones are forgotten, then those unused the longest."""

    def __init__(self, size: float, rate: float, most: int = 10_000) -> None:
        self.size = size
        self.rate = rate
        self.most = most
        self.buckets: OrderedDict[Hashable, Bucket] = OrderedDict()  # the least lately used first

    def take(self, key: Hashable, now: float, cost: float = 1.0) -> bool:
        """Take from the key's bucket, or nothing and False."""
        bucket = self.buckets.pop(key, None)
        if bucket is None:
            self.forget(now)
            bucket = Bucket(self.size, self.rate, now)
        self.buckets[key] = bucket
        return bucket.take(now, cost)

    def forget(self, now: float) -> None:
        """Make room for one more: drop what is full, from the oldest on, and the oldest if all are in use."""
        while self.buckets:
            key, oldest = next(iter(self.buckets.items()))
            if len(self.buckets) < self.most and not oldest.full(now):
                return
            del self.buckets[key]

    def __len__(self) -> int:
        return len(self.buckets)


def network(address: str) -> str:
    """Who counts as one client: an IPv4 address, or the /64 that one IPv6 household gets."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found) >> 64 << 64, 64)))


class Refusals:
    """Who was turned away: every one is counted, and the journal is told now and then, so that nobody can fill it."""

    def __init__(self, count: Callable[[str], None], now: Callable[[], float]) -> None:
        self.count = count
        self.now = now
        self.since: Counter[str] = Counter()  # the last line about each reason
        self.told: dict[str, float] = {}

    def note(self, why: str, address: str) -> None:
        """Somebody at this address was turned away; `why` is a word of ours."""
        self.count(why)
        self.since[why] += 1
        if self.now() - self.told.get(why, -SELDOM) >= SELDOM:
            self.told[why] = self.now()
            journal.warn("connection_refused", why=why, address=address, times=self.since.pop(why))


# Who may connect.

PORTS = {"http": 80, "https": 443}


def origin_allowed(origin: str | None, host: str | None, allowed: Collection[str] = ()) -> bool:
    """May a page of this origin speak to us? The Host's own pages may, and those of the allow-list.

    Only a program that is no browser sends no Origin at all; it could send any, so nothing is gained by refusing it.
    """
    if origin is None:
        return True
    theirs = place(origin)
    if theirs is None:
        return False
    if any(place(other) == theirs for other in allowed):
        return True
    # Behind a proxy we do not know which scheme the browser used, so the origin's own decides what no port means.
    return host is not None and place(f"{theirs[0]}://{host}") == theirs


def demand_origins(named: Collection[str]) -> None:
    """PaddockError unless each is a site that a browser could name; another would never be allowed anything."""
    for origin in named:
        if place(origin) is None:
            raise PaddockError(f"--origin takes a site such as https://play.example.org, not {origin!r}")


def place(origin: str) -> tuple[str, str, int] | None:
    """Scheme, host and port of a written origin, or None if it is none (`null`, a path, a name in front)."""
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in PORTS or not parts.hostname or not origin.isascii() or not origin.isprintable():
        return None
    # What urlsplit forgave (a path, a query, a user, an empty port, spaces) shows when it is put together again.
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    written = f"{parts.scheme}://{host}" + (f":{port}" if port is not None else "")
    if " " in origin or written != origin.lower():
        return None
    return parts.scheme, parts.hostname, PORTS[parts.scheme] if port is None else port


# What every answer says.

POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # the board places its pieces by style attributes
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",  # no text becomes markup or script ...
        "trusted-types svelte-trusted-html",  # ... but the components' own templates
    ]
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # a table's address is nobody else's business
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class SecurityHeaders:
    """Middleware that adds HEADERS to every HTTP answer that does not set them itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_guarded)


SAFE = ("GET", "HEAD", "OPTIONS")  # methods that change nothing


class OwnOrigin:
    """Middleware that answers 403 to whoever would change something from a page of another site.

    Reads stay open: nothing is sent along by the browser itself, no cookie and no password, and without headers
    that invite other sites a browser shows them nothing of the answer.
    """

    def __init__(self, app: ASGIApp, allowed: Collection[str], count: Callable[[], None]) -> None:
        self.app = app
        self.allowed = allowed
        self.count = count

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in SAFE:
            headers = Headers(scope=scope)
            if not origin_allowed(headers.get("origin"), headers.get("host"), self.allowed):
                self.count()
                await refuse(send, 403, "a page of another site may not change anything here")
                return
        await self.app(scope, receive, send)


class BodyLimit:
    """Middleware that answers 413 to a body above `most` bytes, whether or not its length was announced.

    Bodies are small here, so each is read whole before the app is called: nobody downstream has to cope with half.
    """

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "")
        if announced.isdecimal() and (len(announced) > 18 or int(announced) > self.most):
            await self.refuse(send)
            return
        read: list[Message] = []
        size = 0
        more = True
        while more:
            message = await receive()
            read.append(message)
            size += len(message.get("body", b""))
            if size > self.most:
                await self.refuse(send)
                return
            more = message["type"] == "http.request" and message.get("more_body", False)
        read.reverse()

        async def receive_again() -> Message:
            return read.pop() if read else await receive()

        await self.app(scope, receive_again, send)

    async def refuse(self, send: Send) -> None:
        await refuse(send, 413, f"the request is too large; {self.most} bytes are allowed")


async def refuse(send: Send, status: int, sentence: str) -> None:
    """Answer before the app is asked, and hang up, for the body was not read."""
    body = msgspec.json.encode({"error": sentence})
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


# Behind whom.


class Proxies:
    """Whose word about clients' addresses counts: what the operator named, else this machine's own; never anybody's."""

    def __init__(self, named: Collection[str] = ()) -> None:
        self.named = list(named) or ["127.0.0.1", "::1"]
        try:
            self.networks = [ip_network(name) for name in self.named]
        except ValueError as error:
            raise PaddockError(f"--proxy takes an address or a network such as 10.0.0.0/24: {error}") from None

    def __contains__(self, address: object) -> bool:
        try:
            found = ip_address(str(address))
        except ValueError:
            return False
        return any(found in network for network in self.networks)
