import { userOfSession } from "#src/modules/base/identity/queries.server.ts";
import { type Services, systemContext } from "#src/platform/context.server.ts";
import { sessionTokenOf } from "#src/platform/session-cookie.server.ts";

/** A cached session is looked up again after this: one that was ended elsewhere has pages of its own for as long. */
const KEEP_MS = 10_000;
/** Forgotten beyond this, oldest first. A stranger has only the sessions that they once signed in to. */
const MOST = 5000;

type CachedSession = { user: string | null; until: number };

/**
 * Remembers for some seconds whose session a cookie is of. The cached pages ask before any other work is done, and the cookie of
 * an ended session counts as none. `ask` returns the id of a token's user, null for no (live) session.
 */
export class LiveSessions {
  readonly #known = new Map<string, CachedSession>();
  readonly #asking = new Map<string, Promise<void>>();
  readonly #tokenOf: (cookie: string) => string | null;
  readonly #ask: (token: string) => Promise<string | null>;
  readonly #now: () => number;

  constructor(
    tokenOf: (cookie: string) => string | null,
    ask: (token: string) => Promise<string | null>,
    now = () => performance.now(),
  ) {
    this.#tokenOf = tokenOf;
    this.#ask = ask;
    this.#now = now;
  }

  /**
   * The id of the user whose live session a Cookie header holds, null for everyone else's, undefined as long as that isn't known
   * (`learn`).
   */
  userOf(cookie: string): string | null | undefined {
    const token = this.#tokenOf(cookie);
    if (token === null) return null;
    const session = this.#known.get(token);
    return session && session.until > this.#now() ? session.user : undefined;
  }

  /** Finds out about a cookie's session, once for all who ask at the same time. Never fails: without a database it stays unknown. */
  learn(cookie: string): Promise<void> {
    const token = this.#tokenOf(cookie);
    if (token === null || this.userOf(cookie) !== undefined) return Promise.resolve();
    const asking = this.#asking.get(token);
    if (asking) return asking;
    const mine = this.#ask(token)
      .then(
        (user) => this.#keep(token, user),
        () => {},
      )
      .finally(() => this.#asking.delete(token));
    this.#asking.set(token, mine);
    return mine;
  }

  #keep(token: string, user: string | null): void {
    this.#known.delete(token);
    this.#known.set(token, { user, until: this.#now() + KEEP_MS });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST && oldest !== undefined) this.#known.delete(oldest);
  }
}

/** The live sessions of this installation. */
export const liveSessionsOf = (services: Services): LiveSessions =>
  new LiveSessions(
    (cookie) => sessionTokenOf(services, cookie),
    (token) => userOfSession(systemContext(services), token),
  );
