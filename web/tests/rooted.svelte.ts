// What a component would give: a place for effects to live in.

export function rooted<T>(make: () => T): { value: T; stop: () => void } {
  let value: T | undefined;
  const stop = $effect.root(() => {
    value = make();
  });
  return { value: value as T, stop };
}

/** An object whose changes effects see. */
export function stateful<T extends object>(given: T): T {
  const state = $state(given);
  return state;
}
