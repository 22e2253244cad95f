import { CompiledQuery, sql } from "kysely";
import pg from "pg";
import { type Db, isDiskFull, type Statements, type Tx } from "#src/platform/db.server.ts";

// What a use case needs of a database without writing SQL: transactions, and the reason a write failed.

/** Runs `work` in one transaction on one connection of the pool, for hot paths that use named statements. `begin` is its first statement. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: Statements) => Promise<T>,
  begin: "begin" | "begin read only" = "begin",
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((e: Error) => (broken = e));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs `ask` in a transaction in which no statement may take longer than `ms`; null if one would. */
export async function inTime<T>(db: Db, ms: number, ask: (tx: Tx) => Promise<T>): Promise<T | null> {
  return db
    .transaction()
    .execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(ms)}`.execute(tx);
      return ask(tx);
    })
    .catch((error: { code?: string }) => {
      if (error.code === TOO_LONG) return null;
      throw error;
    });
}
const TOO_LONG = "57014";

/**
 * Does `work` within the caller's transaction, which goes on without it where it would wait longer than `ms` for a lock, or was ended
 * for a deadlock: false then, and nothing of it was done.
 */
export async function unlessBusy(tx: Tx, ms: number, work: () => Promise<unknown>): Promise<boolean> {
  await sql`savepoint unless_busy`.execute(tx);
  const { rows } = await sql<{ was: string }>`select current_setting('lock_timeout') as was`.execute(tx);
  try {
    await sql`set local lock_timeout = ${sql.lit(ms)}`.execute(tx);
    await work();
    await sql`set local lock_timeout = ${sql.lit(rows[0]!.was)}`.execute(tx);
    await sql`release savepoint unless_busy`.execute(tx);
    return true;
  } catch (error) {
    if (!isBusy(error)) throw error;
    await sql`rollback to savepoint unless_busy`.execute(tx);
    return false;
  }
}

/** The name of the violated constraint, if the error is a constraint violation. */
export const violated = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code?.startsWith("23") ? error.constraint : undefined;

/**
 * Whether a statement timed out waiting for a lock (55P03) or for a free connection, or found no room on the disk: the caller
 * may retry.
 */
export const isBusy = (error: unknown): boolean =>
  isDiskFull(error) ||
  (error instanceof pg.DatabaseError && ["55P03", "40001", "40P01", TOO_LONG].includes(error.code ?? "")) ||
  (error instanceof Error && error.message === "timeout exceeded when trying to connect");

const LOST = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "EAGAIN", // too many wait at the socket of one that is frozen
  "DATABASE_AWAY",
];

/**
 * Whether the database itself is unavailable (stopped, starting, frozen, unreachable, out of connections, a copy after a
 * failover): the caller may retry, with the same idempotency key, because what it was doing may have been done.
 */
export function isUnreachable(error: unknown): boolean {
  // PostgreSQL error classes: 08 connection, 57P0x shutting down or starting, 53300 too many connections, 25006 takes no writes
  if (error instanceof pg.DatabaseError) return /^(08...|57P0.|53300|25006)$/.test(error.code ?? "");
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    LOST.includes(code ?? "") ||
    /^(Connection terminated|Client (has encountered|was closed)|Query read timeout|timeout expired)/.test(
      error.message,
    )
  );
}

/** Whether a statement wasn't tried or was cut off because the database is known to be away, which the watch has logged. */
export const isKnownAway = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | null)?.code === "DATABASE_AWAY";

/** Adapts a kysely transaction to `Statements`, so that one store function serves both. */
export const statementsOf = (tx: Tx | Db): Statements =>
  ({
    query: ({ text, values }: { text: string; values?: unknown[] }) =>
      tx.executeQuery(CompiledQuery.raw(text, values ?? [])),
  }) as unknown as Statements;
