// Page: the address as the site shows it, and ways to another one without loading the site again.
import { route } from "./route.ts";

let address = $state(globalThis.location?.href ?? "http://localhost/");

export const page = {
  get route() {
    return route(new URL(address));
  },
};

export function go(path: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  address = location.href;
  if (!replace) scrollTo(0, 0);
}

/** Follow links inside the site without loading it again; call once. */
export function followLinks(): void {
  const follow = (): void => void (address = location.href);
  addEventListener("popstate", follow);
  addEventListener("hashchange", follow);
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.("a");
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin || /^\/(api|openapi)/.test(link.pathname)) return;
    event.preventDefault();
    go(link.href);
  });
}
