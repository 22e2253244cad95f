import type { BetterAuthOptions } from "better-auth";
import type { DBAdapter, DBTransactionAdapter, Where } from "better-auth/adapters";
import { hashToken } from "#src/platform/secrets.server.ts";

type Row = Record<string, unknown>;
type Lookup = { model: string; where?: Where[] | undefined };

const isToken = ({ field }: Where): boolean => field === "token";

/**
 * The sign-in library's store with session tokens hashed: the library goes on to see the tokens that browsers hold, and the
 * database alone opens no session. A token that a call doesn't name stays a hash in its answer.
 */
export const hashSessionTokens =
  (make: (options: BetterAuthOptions) => DBAdapter) =>
  (options: BetterAuthOptions): DBAdapter => {
    const store = make(options);
    return { ...hashing(store), transaction: (work) => store.transaction((trx) => work(hashing(trx))) };
  };

function hashing<Store extends DBTransactionAdapter>(store: Store): Store {
  const named = ({ model, where = [] }: Lookup): string[] =>
    model === "session" ? where.filter(isToken).flatMap(({ value }) => value as string | string[]) : [];
  const hashed = <T extends Lookup>(where: T): T =>
    where.model === "session" && where.where
      ? { ...where, where: where.where.map((part) => (isToken(part) ? { ...part, value: hashOf(part.value) } : part)) }
      : where;
  const restored = <T>(row: T, tokens: readonly string[]): T => {
    const token = tokens.find((one) => hashToken(one) === (row as Row | null)?.["token"]);
    return token === undefined ? row : { ...row, token };
  };
  const one =
    <T extends Lookup>(ask: (condition: T) => Promise<unknown>) =>
    (condition: T) =>
      ask(hashed(condition)).then((row) => restored(row, named(condition)));
  return {
    ...store,
    create: (args: Lookup & { data: Row }) => {
      const { token } = args.data;
      if (args.model !== "session" || typeof token !== "string") return store.create(args);
      const data = { ...args.data, token: hashToken(token) };
      return store.create({ ...args, data }).then((row) => restored(row, [token]));
    },
    findOne: one(store.findOne),
    findMany: (args: Parameters<Store["findMany"]>[0]) =>
      store.findMany(hashed(args)).then((rows) => rows.map((row) => restored(row, named(args)))),
    update: one(store.update),
    consumeOne: one(store.consumeOne),
    incrementOne: one(store.incrementOne),
    updateMany: (args: Parameters<Store["updateMany"]>[0]) => store.updateMany(hashed(args)),
    delete: (args: Parameters<Store["delete"]>[0]) => store.delete(hashed(args)),
    deleteMany: (args: Parameters<Store["deleteMany"]>[0]) => store.deleteMany(hashed(args)),
    count: (args: Parameters<Store["count"]>[0]) => store.count(hashed(args)),
  };
}

const hashOf = (value: Where["value"]): Where["value"] =>
  Array.isArray(value) ? (value as string[]).map(hashToken) : hashToken(String(value));
