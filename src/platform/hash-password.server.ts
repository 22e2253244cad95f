import { hashPassword, verifyPassword } from "better-auth/crypto";

/**
 * Hashes passwords (scrypt, 32 MB each) on Node's worker threads, `atOnce` at a time, the rest in turn: a crowd that signs in must
 * take neither every processor from those who look at pages nor all four threads from whoever reads a file or looks up a name.
 */
export function passwordHasher(atOnce = 1) {
  const waiting: (() => void)[] = [];
  let running = 0;
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    // a turn is handed over, so that nobody who comes just then can take it
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
