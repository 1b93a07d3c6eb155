// Watch: what a page does to somebody who looks at it; runs before the page's own scripts.
globalThis.watch = (() => {
  const shifts = [];
  const interactions = new Map();
  const paints = new Map();
  const seen = { clicked: 0, told: 0 }; // milliseconds since the epoch

  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  const named = (node) => {
    const element = node instanceof Element ? node : node?.parentElement;
    if (!element) return "something that is gone";
    const names = [...element.classList].map((name) => `.${name}`).join("");
    return `${element.tagName.toLowerCase()}${names} "${(node.textContent ?? "").trim().slice(0, 30)}"`;
  };
  const observe = (type, each, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more });

  observe("layout-shift", (entry) => {
    if (entry.hadRecentInput) return;
    const moved = entry.sources.map((one) => `${named(one.node)} from ${box(one.previousRect)} to ${box(one.currentRect)}`);
    shifts.push({ value: entry.value, what: moved.join("; ") || "nothing that can be named" });
  });
  observe("event", (entry) => {
    if (entry.interactionId) interactions.set(entry.interactionId, Math.max(entry.duration, interactions.get(entry.interactionId) ?? 0));
  }, { durationThreshold: 16 });
  observe("paint", (entry) => paints.set(entry.name, entry.startTime));

  const now = () => performance.timeOrigin + performance.now();
  addEventListener("click", (event) => (seen.clicked = performance.timeOrigin + event.timeStamp), true);

  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  /** Resolves as soon as the test holds, looked at after every change of the document. */
  const once = (test) =>
    new Promise((done) => {
      if (test()) return done();
      const watcher = new MutationObserver(() => {
        if (!test()) return;
        watcher.disconnect();
        done();
      });
      watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    });

  // What settles a choice comes first; then whatever a face or the sign offers.
  const open = () => {
    const settle = [...document.querySelectorAll("[data-confirm]")];
    if (settle.length > 0) return settle;
    const places = [...document.querySelectorAll('[data-place][data-state="open"], .sign .keys button[aria-pressed="false"]')];
    return places.length > 0 ? places : [...document.querySelectorAll("[data-tray]")]; // a piece in hand: a tap brings it onto the board
  };
  const over = () => document.querySelector(`main a[href^="/r/"]`) !== null; // only a finished match can be replayed

  /** A point at which the mouse meets this thing and nothing above it. */
  const met = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    for (const [across, down] of [[5, 5], [5, 8], [5, 2], [2, 5], [8, 5], [2, 2], [8, 8], [8, 2], [2, 8]]) {
      const [x, y] = [left + (width * across) / 10, top + (height * down) / 10];
      const found = document.elementFromPoint(x, y);
      if (found && found.closest("[data-place], button, [data-tray]") === element) return { x, y };
    }
    return null;
  };
  const spot = (fraction) => {
    const found = open();
    const first = Math.floor(fraction * found.length);
    for (const element of [...found.slice(first), ...found.slice(0, first)]) {
      const point = met(element) ?? (element.scrollIntoView({ block: "center" }), met(element));
      if (point) return point;
    }
    return null;
  };

  /** How many pictures a second the page draws from now on, until that is asked. */
  let frames = null;
  const roll = () => {
    const times = [];
    frames = times;
    const frame = (time) => {
      if (frames !== times) return;
      times.push(time);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  };
  const rolled = () => {
    const times = frames ?? [];
    frames = null;
    return times.length > 1 ? ((times.length - 1) * 1000) / (times.at(-1) - times[0]) : 0;
  };

  /** Note when the table next changes; `told` waits for it. */
  let told = Promise.resolve();
  const listen = () => {
    told = new Promise((done) => {
      const watcher = new MutationObserver(() => {
        seen.told = now();
        watcher.disconnect();
        done();
      });
      watcher.observe(document.querySelector("main"), { subtree: true, childList: true, attributes: true, characterData: true });
    });
  };

  return {
    shifts, interactions, paints, seen, open, over, spot, met, listen, painted, roll, rolled,
    told: () => told,
    asked: () => once(() => over() || open().length > 0),
    still: async () => {
      await document.fonts.ready;
      await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
      await painted();
    },
  };
})();
