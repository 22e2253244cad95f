import { hashPassword, verifyPassword } from "better-auth/crypto";

/**
 * Hashes passwords (scrypt, 32 MB each) on Node's worker threads, `atOnce` at a time and the rest in a queue: a crowd signing
 * in must not take every processor from page requests, nor all four threads from file reads and DNS lookups.
 */
export function passwordHasher(atOnce = 1) {
  const waiting: (() => void)[] = [];
  let running = 0;
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    // the slot is handed over, so that a call arriving just then can't take it
    if (running >= atOnce) await new Promise<void>((go) => waiting.push(go));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }
  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: ({ hash, password }: { hash: string; password: string }) =>
      inTurn(() => verifyPassword({ hash, password })),
  };
}
