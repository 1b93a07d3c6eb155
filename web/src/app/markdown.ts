// Markdown: as much of it as our guides and rules are written in, as data; nothing is ever put into the page as HTML.

export interface Span {
  text: string;
  kind: "plain" | "strong" | "em" | "code";
}
export type Block =
  | { kind: "head"; level: number; spans: Span[] }
  | { kind: "text"; spans: Span[] }
  | { kind: "list"; ordered: boolean; items: Span[][] }
  | { kind: "table"; head: Span[][]; rows: Span[][][] };

export function blocks(text: string): Block[] {
  const found: Block[] = [];
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (line.trim() === "" || /^-{3,}$/.test(line.trim())) {
      at++;
    } else if (heading) {
      found.push({ kind: "head", level: heading[1]?.length ?? 1, spans: spans(heading[2] ?? "") });
      at++;
    } else if (line.startsWith("|")) {
      const rows = take((next) => next.startsWith("|")).map(cells);
      found.push({ kind: "table", head: rows[0] ?? [], rows: rows.slice(2) });
    } else if (ITEM.test(line)) {
      const items = joined(take((next) => ITEM.test(next) || /^\s+\S/.test(next)));
      found.push({ kind: "list", ordered: /^\s*\d/.test(line), items: items.map(spans) });
    } else {
      found.push({ kind: "text", spans: spans(take((next) => next.trim() !== "" && !/^(#|\||\s*[-*] )/.test(next)).join(" ")) });
    }

    function take(wanted: (line: string) => boolean): string[] {
      const first = at++;
      while (at < lines.length && wanted(lines[at] ?? "")) at++;
      return lines.slice(first, at);
    }
  }
  return found;
}

const ITEM = /^\s*(?:[-*]|\d+\.)\s+/;

/** The lines of a list as its items: what is indented belongs to the item above. */
function joined(lines: string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ""));
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  return items;
}

function cells(line: string): Span[][] {
  return line.replace(/^\||\|\s*$/g, "").split("|").map((cell) => spans(cell.trim()));
}

export function spans(text: string): Span[] {
  const plain = text.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1");
  return plain.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*]+\*|_[^_]+_)/).filter(Boolean).map((part): Span => {
    if (part.length > 4 && part.startsWith("**")) return { kind: "strong", text: part.slice(2, -2) };
    if (part.length > 2 && part.startsWith("`")) return { kind: "code", text: part.slice(1, -1) };
    if (part.length > 2 && /^[*_].*[*_]$/.test(part)) return { kind: "em", text: part.slice(1, -1) };
    return { kind: "plain", text: part };
  });
}
