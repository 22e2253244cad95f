import type pg from "pg";
import { log } from "#src/platform/log.server.ts";

/** How often the schema is looked at, and a page that fails tried again, at most: asking whether a process is ready causes no more work. */
const EVERY_MS = 5000;
/** How long an answer waits for a trial. One that takes longer counts when it has ended. */
const WAIT_MS = 1000;

/**
 * Whether this release works on the schema as it is: a page is rendered once, and once more whenever a migration of another release
 * has run. A page that can't be rendered at the moment (503: the database is away, or has too much to do) says nothing of the
 * release, and what was known of it stands.
 */
export class PageTrial {
  readonly #pool: pg.Pool;
  readonly #render: () => Promise<Response>;
  readonly #everyMs: number;
  #worksOn: string | null = null;
  #fails = false;
  #next = 0;
  #running: Promise<void> | null = null;

  constructor(pool: pg.Pool, render: () => Promise<Response>, everyMs = EVERY_MS) {
    this.#pool = pool;
    this.#render = render;
    this.#everyMs = everyMs;
  }

  /** Whether the page fails, as far as is known: false until it has been rendered. */
  async fails(): Promise<boolean> {
    if (!this.#running && performance.now() >= this.#next)
      this.#running = this.#look().finally(() => {
        this.#running = null;
        this.#next = performance.now() + this.#everyMs;
      });
    if (this.#running) {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, WAIT_MS);
      await Promise.race([this.#running, late]);
      clearTimeout(timer);
    }
    return this.#fails;
  }

  async #look(): Promise<void> {
    try {
      const { rows } = await this.#pool.query<{ newest: string }>("select max(name) as newest from kysely_migration");
      const newest = rows[0]?.newest ?? "";
      if (newest === this.#worksOn) return;
      const answer = await this.#render();
      await answer.body?.cancel();
      if (answer.status === 503) return;
      const { status } = answer;
      if (status < 500) this.#worksOn = newest;
      else if (!this.#fails) log("error", "ready.page_fails", { status, schema: newest });
      this.#fails = status >= 500;
    } catch {
      // an unreachable database is no fault of the release
    }
  }
}
