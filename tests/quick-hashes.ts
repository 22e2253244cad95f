import { randomBytes, scryptSync } from "node:crypto";
import { verifyPassword } from "better-auth/crypto";
import { passwordHasher } from "#src/platform/hash-password.server.ts";

const PREFIX = "quick:";
const derived = (password: string, salt: string) => scryptSync(password, salt, 64, { N: 16, r: 8 }).toString("hex");

const hashing = {
  hashPassword: (password: string): Promise<string> => {
    const salt = randomBytes(16).toString("hex");
    return Promise.resolve(`${PREFIX}${salt}:${derived(password, salt)}`);
  },
  verifyPassword: ({ hash, password }: { hash: string; password: string }): Promise<boolean> => {
    if (!hash.startsWith(PREFIX)) return verifyPassword({ hash, password });
    const [salt = "", key] = hash.slice(PREFIX.length).split(":");
    return Promise.resolve(derived(password, salt) === key);
  },
};

/**
 * The product's hasher with its queue, whose own hashes take a thousandth of the work: what tests say of accounts doesn't depend on
 * how long one takes. Compares with the product's as well; `tests/sign-in.test.ts` and the stories have those alone.
 */
export const quickHasher = (queue?: Parameters<typeof passwordHasher>[0]) =>
  passwordHasher(queue, () => Promise.resolve(hashing));
