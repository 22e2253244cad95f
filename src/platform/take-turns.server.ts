/** `atOnce` run, `waiting` more wait their turn. What runs for longer than `busyMs` waits for something else, and gives its place on. */
type Most = { atOnce: number; waiting: number; busyMs: number };

/** Limits how many renders run and wait at once, so that a flood of pages fills neither the memory nor everyone's time. */
export class Turns {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #most: Most;

  constructor(most: Most) {
    this.#most = most;
  }

  /**
   * Runs when it is its turn, in order of arrival; `otherwise` at once when too many wait. Whoever calls `leave` before waiting for
   * something else gives the place on.
   */
  async take<T>(run: (leave: () => void) => Promise<T>, otherwise: () => T | Promise<T>): Promise<T> {
    if (this.#running < this.#most.atOnce) this.#running++;
    else if (this.#waiting.length >= this.#most.waiting) return otherwise();
    else await new Promise<void>((turn) => this.#waiting.push(turn));
    let leave = () => {
      leave = () => {};
      const next = this.#waiting.shift();
      // who waited takes over the place: it is never free in between
      if (next) next();
      else this.#running--;
    };
    const timer = setTimeout(() => leave(), this.#most.busyMs);
    try {
      return await run(() => leave());
    } finally {
      clearTimeout(timer);
      leave();
    }
  }
}
