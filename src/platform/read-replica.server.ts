import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Tables } from "#db/tables.ts";
import { hostsOf } from "#src/platform/database-address.ts";
import { type DatabasePool, type Db, openPool } from "#src/platform/db.server.ts";
import { log } from "#src/platform/log.server.ts";
import type { Metrics } from "#src/platform/metrics.server.ts";
import { inTransaction, isBusy, isUnreachable } from "#src/platform/transaction.server.ts";
import type { Traces } from "#src/platform/traces.server.ts";

/** Connections of each half to the replica; one more looks at it. */
const CONNECTIONS = 4;
/** How old its data may be. */
const MOST_MS = 10_000;
/** How often it is looked at, from the first question on. */
const LOOK_MS = 2000;
/** How long a look may take. */
const PATIENCE_MS = 1000;

export type Replica = {
  /** Asks the replica while it is fit, else the primary, which then doesn't write either. Has no transactions. */
  db: Db;
  stop: () => Promise<void>;
};

type Options = { traces?: Traces; metrics: Pick<Metrics, "watch">; mostMs?: number; lookMs?: number };

/**
 * A physical standby of the primary for reads that may be `mostMs` old. Nothing is opened before the first of them. One that is away,
 * refuses, follows another database or is further behind isn't asked: the primary is, also for a statement that it broke off.
 */
export function openReplica(
  address: string,
  primary: DatabasePool,
  { traces, metrics, mostMs = MOST_MS, lookMs = LOOK_MS }: Options,
): Replica {
  const [url] = hostsOf(address)!;
  const pool = openPool(url!, CONNECTIONS, { ...(traces ? { traces } : {}), readOnly: true });
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let first: Promise<void> | undefined;
  let ended = false;
  /** Until when, by this process's clock, all is known to have reached the replica. */
  let asOf = -Infinity;
  let wasFit: boolean | undefined;

  const isFit = () => performance.now() - asOf <= mostMs;

  async function look(): Promise<void> {
    let why = `it is more than ${mostMs} ms behind`;
    try {
      const began = performance.now();
      const state = await primaryState(primary);
      if (state) {
        client ??= await opened(url!);
        // what has reached it once stays there
        asOf = Math.max(asOf, began - (await lagOf(client, state)));
      } else why = "the primary doesn't say how far it is";
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      why = message || String(code);
      asOf = -Infinity;
      lose();
    }
    if (ended) return lose();
    note(why);
    timer = setTimeout(() => void look(), lookMs);
    timer.unref();
  }

  function note(why: string): void {
    const fit = isFit();
    if (fit === wasFit) return;
    if (!fit) log("warn", "replica.away", { error: why });
    else if (wasFit === false) log("info", "replica.back");
    wasFit = fit;
    // what still waits for it is asked of the primary
    if (fit) pool.letBack();
    else pool.cutOff();
  }

  function lose(): void {
    client?.connection.stream.destroy();
    client = undefined;
  }

  async function ask(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    if (/^\s*(?:begin|start transaction)\b/i.test(text)) throw new Error("a replica's reads have no transactions");
    await (first ??= look());
    if (isFit()) {
      try {
        return await pool.query(text, [...values]);
      } catch (error) {
        if (!isItsOwn(error)) throw error;
      }
    }
    return askPrimary(primary, text, values);
  }

  const each = { query: ask, release: () => {} };
  const options = { connect: async () => each, end: async () => {}, options: primary.options };
  metrics.watch("replica", () => [
    {
      name: "ronda_replica_fit",
      help: "Whether files and reports are read from the replica; 0 also before the first of them.",
      type: "gauge",
      value: isFit() ? 1 : 0,
    },
  ]);
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: options as unknown as pg.Pool }) }),
    stop: async () => {
      ended = true;
      clearTimeout(timer);
      lose();
      await pool.end();
    },
  };
}

type State = { id: string; name: string; at: string; now: Date };

/** Where the primary's log ends, and its clock; null while it has no time to say. */
async function primaryState(primary: DatabasePool): Promise<State | null> {
  try {
    const { rows } = await primary.query<State>(
      `select system_identifier::text as id, current_database() as name, pg_current_wal_lsn()::text as at,
         clock_timestamp() as now from pg_control_system()`,
    );
    return rows[0]!;
  } catch (error) {
    if (isBusy(error) || isUnreachable(error)) return null; // the replica's state is trusted for as long as it is fresh
    throw error;
  }
}

/**
 * How many milliseconds a replica is behind: none where it has all that the primary had written, else the age of the last commit that
 * reached it, by the primary's clock alone. Throws where it is none of this primary.
 */
async function lagOf(client: pg.Client, { id, name, at, now }: State): Promise<number> {
  const { rows } = await client.query<{ same: boolean; follows: boolean; has: boolean | null; last: Date | null }>(
    `select system_identifier::text = $1 and current_database() = $2 as same, pg_is_in_recovery() as follows,
       pg_last_wal_replay_lsn() >= $3::pg_lsn as has, pg_last_xact_replay_timestamp() as last from pg_control_system()`,
    [id, name, at],
  );
  const { same, follows, has, last } = rows[0]!;
  if (!follows) throw new Error("it follows no primary");
  if (!same) throw new Error("it is another database's");
  if (has) return 0;
  return last ? Math.max(0, +now - +last) : Infinity;
}

async function opened(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    keepAlive: true,
  });
  client.on("error", () => {}); // the next look says so
  await client.connect();
  return client;
}

/**
 * Whether a statement failed because of where it was asked: the replica is away, broke it off to follow its primary (40001,
 * 40P01), has no room, or doesn't have a schema or rights yet (42). A statement that writes fails everywhere.
 */
function isItsOwn(error: unknown): boolean {
  const { code = "" } = error as { code?: string };
  if (code === "25006") return false;
  return isUnreachable(error) || /^(40|42|53)/.test(code);
}

/** Asks the primary, where nothing can be written either: what works while a replica is away must work when it is there. */
const askPrimary = (primary: DatabasePool, text: string, values: readonly unknown[]): Promise<pg.QueryResult> =>
  inTransaction(primary, (client) => client.query(text, [...values]), "begin read only");
