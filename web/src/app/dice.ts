// Dice: one person's part of them. Each nonce is the hash of the next, so that what was shown for a start that failed
// is the seal of the next one.

const STARTS = 8; // a start that fails goes on without somebody, and a table has at most eight seats

async function sealOf(nonce: string): Promise<string> {
  const bytes = Uint8Array.from(nonce.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The first seal, of nonces that end with this one; null where a browser has no hashes, on pages without https. */
export async function sealed(last: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  for (let start = 0; start < STARTS; start += 1) last = await sealOf(last);
  return last;
}

/** The nonce under this seal; null if it is not among those that end with this one. */
export async function nonceOf(last: string, seal: string): Promise<string | null> {
  for (let start = 0; start < STARTS; start += 1) {
    const shown = await sealOf(last);
    if (shown === seal) return last;
    last = shown;
  }
  return null;
}
