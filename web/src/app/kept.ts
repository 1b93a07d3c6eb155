// Kept: what is equal to what was there before stays the same object, so that only what changed is drawn anew.

/** `now`, in which everything that equals its counterpart in `old` is that counterpart; changes `now`, which must be fresh. */
export function kept<T>(old: unknown, now: T): T {
  if (Object.is(old, now)) return now;
  if (Array.isArray(now)) {
    if (!Array.isArray(old)) return now;
    let same = old.length === now.length;
    for (let k = 0; k < now.length; k++) {
      now[k] = kept(old[k], now[k]);
      same &&= Object.is(now[k], old[k]);
    }
    return same ? (old as T) : now;
  }
  if (!isRecord(now) || !isRecord(old)) return now;
  const record: Record<string, unknown> = now;
  let number = 0;
  let same = true;
  for (const key in record) {
    number += 1;
    record[key] = kept(old[key], record[key]);
    same &&= key in old && Object.is(record[key], old[key]);
  }
  return same && number === Object.keys(old).length ? (old as T) : now;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The same for what is worked out again and again: give it each new value, and get the one to show. */
export function keeper<T>(): (now: T) => T {
  let last: T | undefined;
  return (now) => (last = kept(last, now));
}
