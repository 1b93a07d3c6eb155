// Clock: time left, as people read it.

/** `1:05` below an hour, `2 h`, `3 d` above. */
export function left(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const hours = Math.round(seconds / 3600);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`;
}
