import { randomBytes } from "node:crypto";
import { CompiledQuery, type DatabaseConnection, type Kysely, type QueryResult } from "kysely";
import type { Tables } from "#db/tables.ts";

// A transaction that confirms a booking writes a dozen tables and needs the result of none of these writes: each would be a round trip,
// a plan and a parse for nothing. They wait, and are sent together as one statement (docs/decisions/191).

/** A transaction, or a database without one. */
type On = Pick<Kysely<Tables>, "executeQuery">;

/** A write of which nobody needs the result, made once when its store is loaded. */
export type Write = {
  /** its own in the whole process */
  readonly id: string;
  readonly parts: readonly (readonly [name: string, text: string])[];
  readonly inserts: ReadonlySet<string>;
  readonly changes: ReadonlySet<string>;
};

/**
 * A write for `writeLater`: statements by name with `$1`, `$2` … for its values. A later one names the rows that an earlier one returns
 * as `{name}`. A parameter's type must be clear from each of its places, so most need a cast. All see the tables as they were before
 * any of them.
 */
export function writeOf(parts: Readonly<Record<string, string>>): Write {
  const texts = Object.entries(parts);
  const tablesAfter = (words: RegExp) =>
    new Set(texts.flatMap(([, text]) => [...text.matchAll(words)].map(([, t]) => t!)));
  // `do update set` and `for update` name no table
  const changes = tablesAfter(/(?<!\b(?:do|for|key) )\b(?:update|delete from) (\w+)/g);
  for (const [, text] of texts) if (/\bdo update\b/.test(text)) changes.add(/\binsert into (\w+)/.exec(text)![1]!);
  return { id: randomBytes(6).toString("hex"), parts: texts, inserts: tablesAfter(/\binsert into (\w+)/g), changes };
}

/**
 * Writes in the caller's transaction, later: together with its other such writes, in one statement that is sent before the next
 * statement of any other kind, at the latest before the commit. An error therefore comes from there. Without a transaction it is sent
 * at once.
 */
export async function writeLater(on: On, write: Write, values: readonly unknown[]): Promise<void> {
  await on.executeQuery(queryOf({ write, values, isAwaited: false }));
}

/** Makes a write at once, together with those that wait. Returns the rows of its last statement, which is a `select`, as JSON. */
export async function writeNow<Row>(on: On, write: Write, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await on.executeQuery<{ answer: Row[] | null }>(queryOf({ write, values, isAwaited: true }));
  return rows[0]!.answer ?? [];
}

type Waiting = { write: Write; values: readonly unknown[]; isAwaited: boolean };
/** Marks a query that may wait. The database is opened by `main.ts`, whose copy of this file isn't the one in the application's bundle. */
const WAITING = Symbol.for("ronda.waiting-write");
type Waitable = CompiledQuery & { [WAITING]?: Waiting };

const queryOf = (one: Waiting): Waitable => ({ ...statementOf([one]), [WAITING]: one });

const statementOf = (writes: readonly Waiting[]): CompiledQuery =>
  CompiledQuery.raw(
    together(writes),
    writes.flatMap(({ values }) => values),
  );

/** Has a connection gather the writes of its transactions. */
export async function gatherWrites(connection: DatabaseConnection): Promise<void> {
  const execute = connection.executeQuery.bind(connection);
  let waiting: Waiting[] = [];
  let inTransaction = false;
  const send = async <R>(): Promise<QueryResult<R>> => {
    const writes = waiting;
    waiting = [];
    return execute<R>(statementOf(writes));
  };
  connection.executeQuery = async <R>(query: CompiledQuery, ...rest: never[]): Promise<QueryResult<R>> => {
    const write = inTransaction ? (query as Waitable)[WAITING] : undefined;
    if (write) {
      while (waiting.length === MOST || waiting.some((one) => meet(one.write, write.write))) await send();
      waiting.push(write);
      return write.isAwaited ? send<R>() : { rows: [] };
    }
    // whatever waits was written after the savepoint: making it sent what was written before
    if (GOES_BACK.test(query.sql)) waiting = [];
    if (waiting.length > 0) await send();
    if (ENDS.test(query.sql)) inTransaction = false;
    const result = await execute<R>(query, ...rest);
    if (BEGINS.test(query.sql)) inTransaction = true;
    return result;
  };
}

/** More at once than any act that is in a hurry has; what a round writes by the thousand is sent in portions. */
const MOST = 20;

const BEGINS = /^(?:begin|start transaction)\b/;
const ENDS = /^(?:commit|rollback)\b(?! to)/;
const GOES_BACK = /^rollback\b/;

/**
 * Whether one of two writes might have to see the other: each sees the tables as they were before both, and a row that both change is
 * changed by one of them only.
 */
function meet(one: Write, other: Write): boolean {
  const isIn = (table: string, { inserts, changes }: Write) => inserts.has(table) || changes.has(table);
  return [...one.changes].some((table) => isIn(table, other)) || [...other.changes].some((table) => isIn(table, one));
}

const statements = new Map<string, string>();
/** How many texts are kept: far more than there are combinations that come often. */
const KEPT = 500;

/** The text of the statement that makes several writes, the same one for the same writes, so that it is prepared once. */
function together(writes: readonly Waiting[]): string {
  const key = writes.map(({ write, isAwaited }) => `${write.id}${isAwaited ? "!" : ""}`).join();
  const ready = statements.get(key);
  if (ready !== undefined) return ready;
  if (statements.size >= KEPT) statements.clear();
  const text = written(writes);
  statements.set(key, text);
  return text;
}

function written(writes: readonly Waiting[]): string {
  let shift = 0;
  const parts = writes.map(({ write }, n) => {
    const before = shift;
    shift += Math.max(0, ...write.parts.flatMap(([, text]) => placesIn(text)));
    return write.parts.map(([name, text]) => ({
      name: `${name}_${n}`,
      text: text
        .replaceAll(PLACE, (_, place: string) => `$${Number(place) + before}`)
        .replaceAll(/\{(\w+)\}/g, (_, earlier: string) => `${earlier}_${n}`),
    }));
  });
  const last = parts.at(-1)!.at(-1)!.name;
  // PostgreSQL runs what nobody reads from the last to the first, and whoever reads the audit or the ledger by id expects the order
  // in which it was written
  const inTurn = parts.toReversed().flat();
  const named = inTurn.map(({ name, text }) => `${name} as materialized (${text})`);
  // a `select` runs only where it is read: those are the ones that lock, or call a function which writes
  const read = inTurn
    .filter(({ text }) => /^\s*select\b/.test(text))
    .map(({ name }) => `(select count(*) from ${name})`);
  const answer = writes.at(-1)!.isAwaited ? [`(select json_agg(${last}) from ${last}) as answer`] : [];
  return `with ${named.join(",\n")}\nselect ${[...read, ...answer].join(", ")}`;
}

const PLACE = /\$(\d+)/g;
const placesIn = (text: string): number[] => [...text.matchAll(PLACE)].map(([, place]) => Number(place));
