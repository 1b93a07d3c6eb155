// Fonts: a page is first drawn in the letters that it keeps, because others would move everything.

const LONGEST = 400; // milliseconds; then the letters of the machine have to do for a while

const loaded = Promise.race([
  Promise.allSettled([...(globalThis.document?.fonts ?? [])].map((font) => font.load())),
  new Promise((done) => setTimeout(done, LONGEST)),
]);

/** What was asked for, as soon as it can be written. */
export async function lettered<T>(page: Promise<T>): Promise<T> {
  await loaded;
  return page;
}
