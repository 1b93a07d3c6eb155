// Route: which page an address means.

export type Route =
  | { page: "home" }
  | { page: "table"; id: string; seat: string | null; join: string | null }
  | { page: "replay"; id: string; step: number | null; seat: string | null }
  | { page: "nowhere"; why: "page" | "link" };

const TABLE = /^[A-Za-z0-9_-]{16}$/;

export function route(url: URL): Route {
  const [kind = "", id = "", ...rest] = url.pathname.split("/").filter(Boolean);
  const inside = new URLSearchParams(url.hash.slice(1)); // never sent to the server
  if (kind === "") return { page: "home" };
  if (kind !== "t" && kind !== "r") return { page: "nowhere", why: "page" };
  if (!TABLE.test(id) || rest.length > 0) return { page: "nowhere", why: "link" };
  if (kind === "t") return { page: "table", id, seat: inside.get("seat"), join: inside.get("join") };
  return { page: "replay", id, step: whole(url.searchParams.get("step")), seat: url.searchParams.get("seat") };
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
