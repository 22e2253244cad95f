import type pg from "pg";
import type { Context } from "#src/platform/context.server.ts";
import { openDb } from "#src/platform/db.server.ts";

/** A statement, and whether it keeps for good what was done until then. */
type Moment = { text: string; keeps: boolean };
/** What is done around each statement of a context: what it throws the statement throws. */
type Around = {
  before?: (moment: Moment) => Promise<unknown> | void;
  after?: (moment: Moment) => void;
  rewrite?: (text: string) => string;
  isDead?: () => boolean;
};

const textOf = (query: unknown): string => (typeof query === "string" ? query : (query as { text: string }).text);
const [WRITES, BEGINS] = [/^\s*(?:insert|update|delete|with)\b/i, /^\s*(?:begin|start transaction)\b/i];
const [COMMITS, ENDS] = [/^\s*commit\b/i, /^\s*(?:commit|rollback)\b(?!\s+to\b)/i];

/** The same context, each of whose statements comes `before`, with the text that is written in place of it. */
export const withStatements = <C extends Context>(ctx: C, over: Pick<Around, "before" | "rewrite">): C =>
  around(ctx, over).ctx;

/**
 * The same context, overtaken at the nth moment at which others could come in between: before a transaction of it, before it commits, or
 * before it writes without one. It goes on once `act` is over, or waits for what it has locked.
 */
export function overtakenAt<C extends Context>(ctx: C, n: number, act: () => Promise<unknown>) {
  let moments = 0;
  let acting: Promise<unknown> | null = null;
  const before = async ({ text, keeps }: Moment) => {
    if ((!keeps && !BEGINS.test(text)) || (moments += 1) !== n) return;
    const end = new AbortController();
    acting = act().finally(() => end.abort());
    acting.catch(() => {});
    while (!end.signal.aborted && (await ctx.pool.query(WAITING)).rowCount === 0);
  };
  // what it came to; undefined where there was no such moment
  return {
    ctx: around(ctx, { before }).ctx,
    overtaken: async () => acting ?? undefined,
    isOvertaken: () => acting !== null,
  };
}
const WAITING = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/**
 * The same context in a process that dies right after the nth time that something is kept for good, when nobody was told yet. Its
 * connections end, and nothing else of it happens, whatever it would do about an error.
 */
export function dyingAt<C extends Context>(ctx: C, n: number): { ctx: C; isDead: () => boolean } {
  let moments = 0;
  let isDead = false;
  const dies = () => {
    if (!isDead) return;
    for (const client of open)
      (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
    throw new Error("the process is dead");
  };
  const { ctx: dying, open } = around(ctx, {
    before: dies,
    after: ({ keeps }) => {
      if (keeps && (moments += 1) === n) isDead = true;
      dies();
    },
    isDead: () => isDead,
  });
  return { ctx: dying, isDead: () => isDead };
}

function around<C extends Context>(ctx: C, { before, after, rewrite, isDead = () => false }: Around) {
  const open = new Set<pg.PoolClient>();
  async function during<T>(moment: Moment, ask: () => Promise<T>): Promise<T> {
    await before?.(moment);
    const answer = await ask();
    after?.(moment);
    return answer;
  }
  /** A statement that is written otherwise has no name: another one may be prepared under it. */
  const written = (query: unknown): unknown => {
    const text = rewrite?.(textOf(query)) ?? textOf(query);
    if (text === textOf(query)) return query;
    return typeof query === "string" ? text : { ...(query as pg.QueryConfig), name: undefined, text };
  };
  const connect = async () => {
    const client = await ctx.pool.connect();
    open.add(client);
    let isFree = true;
    return {
      query: (asking: unknown, ...values: unknown[]) => {
        const text = textOf(asking);
        const moment = { text, keeps: COMMITS.test(text) || (isFree && WRITES.test(text)) };
        isFree = ENDS.test(text) || (isFree && !BEGINS.test(text));
        return during(moment, async () => (client.query as Asks)(written(asking), ...values));
      },
      release: (broken?: Error | boolean) => {
        open.delete(client);
        client.release(isDead() || broken);
      },
    };
  };
  const query = (asking: unknown, ...values: unknown[]) => {
    const text = textOf(asking);
    const ask = async () => (ctx.pool.query.bind(ctx.pool) as Asks)(written(asking), ...values);
    return during({ text, keeps: WRITES.test(text) }, ask);
  };
  const own: Record<string | symbol, unknown> = { connect, query };
  const pool = new Proxy(ctx.pool, {
    get: (of, name) => {
      const value: unknown = own[name] ?? Reflect.get(of, name, of);
      return typeof value === "function" ? value.bind(of) : value;
    },
  });
  return { ctx: { ...ctx, pool, db: openDb(pool) }, open };
}
type Asks = (...args: unknown[]) => Promise<unknown>;
