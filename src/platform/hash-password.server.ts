import { AsyncLocalStorage } from "node:async_hooks";
import { type Asker, FairQueue, isNotServed } from "#src/platform/fair-queue.server.ts";

/** Waiting here takes seconds: one turn is a tenth of a second of a processor. */
const MOST = { atOnce: 1, waiting: 64, calm: 8, overtaken: 150 };

/**
 * Who has a password hashed. Whoever may be a stranger without an account (`newcomers`) doesn't hold up those who have one
 * (`sign-in`), and the other way round.
 */
export type HashAsker = Asker & {
  line: "sign-in" | "newcomers";
  /** Called before the wait, during which this thread is free. */
  rest?: (() => void) | undefined;
};

/** Askers without a name; they share one turn. */
const NOBODY: HashAsker = { line: "newcomers", shares: ["nobody", "nobody"], ahead: 0 };

type Compared = { hash: string; password: string };
type HashRequest = { asker: HashAsker; refused?: unknown };

/** What hashes a password and compares one with a hash. */
type Hashing = {
  hashPassword: (password: string) => Promise<string>;
  verifyPassword: (compared: Compared) => Promise<boolean>;
};

// loaded with the first password: it is large
const library = (): Promise<Hashing> => import("better-auth/crypto");

/**
 * The only door to hashing passwords (scrypt, 32 MB each) in this process: on Node's worker threads, one at a time and the others in
 * a queue (fair-queue), so that neither a crowd nor an attacker takes every processor from page requests, all four threads from
 * file reads and DNS lookups, or the turn of those who sign in. Throws NotServed where the queue is full or the asker has left.
 * `hashing` is what takes the time; only tests give another.
 */
export function passwordHasher(queue = new FairQueue(MOST), hashing = library) {
  const asking = new AsyncLocalStorage<HashRequest>();
  function inTurn<T>(asker: HashAsker, work: () => Promise<T>): Promise<T> {
    asker.rest?.();
    return queue.take(asker, work);
  }
  const hash = (asker: HashAsker, password: string) =>
    inTurn(asker, async () => (await hashing()).hashPassword(password));
  const verify = (asker: HashAsker, compared: Compared) =>
    inTurn(asker, async () => (await hashing()).verifyPassword(compared));
  /** Runs `work` for whoever asks now, and keeps why it wasn't served. */
  async function asAsked<T>(work: (asker: HashAsker) => Promise<T>): Promise<T> {
    const request = asking.getStore();
    try {
      return await work(request?.asker ?? NOBODY);
    } catch (error) {
      if (request && isNotServed(error)) request.refused = error;
      throw error;
    }
  }
  /** Runs `work`, in which the sign-in library hashes for `asker`; its response to being refused is thrown as what it was. */
  async function onBehalf<T>(asker: HashAsker, work: () => Promise<T>): Promise<T> {
    const request: HashRequest = { asker };
    const done = await asking.run(request, work);
    if (request.refused) throw request.refused;
    return done;
  }
  return {
    hash,
    verify,
    onBehalf,
    /** Throws NotServed where the asker wouldn't be let into the queue, before anything else is done for them. */
    expectRoom: (asker: HashAsker): void => queue.expectRoom(asker),
    /** For the sign-in library alone. */
    forLibrary: {
      hash: (password: string) => asAsked((asker) => hash(asker, password)),
      verify: (compared: Compared) => asAsked((asker) => verify(asker, compared)),
    },
  };
}

export type PasswordHasher = ReturnType<typeof passwordHasher>;
