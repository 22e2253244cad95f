import pg from "pg";
import { heardOn, withinSilence } from "#src/platform/count-silence.server.ts";
import { log } from "#src/platform/log.server.ts";
import { isReadOnly } from "#src/platform/reach-database.server.ts";
import { watchCommits, type WatchingCommits } from "#src/platform/watch-commits.server.ts";

/** How often the database is asked whether it answers. */
const ASK_MS = 500;
/** How often a lost connection is tried again. */
const RETRY_MS = 250;
/** What a new connection is told first may take this long at least. */
const BACK_MS = 5000;

export type Watching = {
  /** After this much silence the database is considered away. */
  silenceMs: number;
  /** Called when it stops answering, and again whenever trying to reach it fails. */
  onAway: () => void;
  /** Called on each (re)connection with the new one and the address that it leads to. Notifications in between are lost. */
  onBack: (client: pg.Client, url: string) => Promise<unknown>;
  onNotification?: () => void;
  /** Called with each answer. */
  onAnswer?: () => void;
  /** Whether it also finishes what is written; by default within the same time. */
  commits: Omit<WatchingCommits, "limitMs"> & { limitMs?: number };
};

export type Watch = {
  /** Settles when the first connection was tried. */
  tried: Promise<void>;
  /** The connection, while there is one. */
  client: () => pg.Client | undefined;
  stop: () => Promise<void>;
};

/**
 * Watches whether a database answers (of several servers the one that takes writes, one after the other), on a connection of its own (a pool's may be handed on, and all of them may be busy).
 * PostgreSQL's own limits don't help when it is frozen, stopped or unreachable: nothing would ever come back.
 */
export function watchDatabase(urls: string | readonly string[], watching: Watching): Watch {
  const hosts = [urls].flat();
  let turn = 0;
  const tried = Promise.withResolvers<void>();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  let isAway = false;
  const { silenceMs } = watching;
  const commits = watchCommits(() => clientOf(hosts[turn]!, silenceMs), { limitMs: silenceMs, ...watching.commits });

  async function connect(): Promise<void> {
    const url = hosts[turn]!;
    const next = clientOf(url);
    next.on("error", () => lose(next));
    next.on("end", () => lose(next));
    if (watching.onNotification) next.on("notification", watching.onNotification);
    client = next;
    try {
      await withinSilence(silenceMs, next.connect(), heardOn(next));
      if (await withinSilence(silenceMs, isReadOnly(next), heardOn(next))) throw new Error(NO_WRITES);
      commits.renew();
      await withinSilence(Math.max(silenceMs, BACK_MS), watching.onBack(next, url));
      if (isAway) log("info", "database.back");
      isAway = false;
      void ask(next);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // with too many connections, those that others have still work
      if (code !== "53300") goAway(message || String(code));
      lose(next, RETRY_MS);
    } finally {
      tried.resolve();
    }
  }

  async function ask(connection: pg.Client): Promise<void> {
    const why = await whyAway(connection, silenceMs);
    if (connection !== client || ended) return;
    if (why) {
      goAway(why);
      return lose(connection);
    }
    watching.onAnswer?.();
    timer = setTimeout(() => void ask(connection), ASK_MS);
  }

  function goAway(error: string): void {
    if (ended) return;
    turn = (turn + 1) % hosts.length;
    if (!isAway) log("error", "database.away", { error });
    isAway = true;
    watching.onAway();
  }

  /** A broken connection proves nothing yet: the next one shows whether the database is there. */
  function lose(lost: pg.Client, retryMs = 0): void {
    if (ended || lost !== client) return; // an older connection's end doesn't matter
    client = undefined;
    lost.connection.stream.destroy();
    timer = setTimeout(() => void connect(), retryMs);
  }

  void connect();
  return {
    tried: tried.promise,
    client: () => client,
    stop: async () => {
      ended = true;
      clearTimeout(timer);
      commits.stop();
      await Promise.race([client?.end().catch(() => {}), new Promise((done) => setTimeout(done, 500))]);
    },
  };
}

/** A dead machine keeps no connection, on either side: PostgreSQL would otherwise count it as living for two hours. */
const KEPT_ALIVE = "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3";

const clientOf = (url: string, connectMs = 0) =>
  new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    options: KEPT_ALIVE,
  });

/** After a failover the server that was left is a copy: another connection may lead to the one that takes writes now. */
const NO_WRITES = "it takes no writes";

/** Why the database can't be used: it doesn't answer in time or takes no writes; null when it can. */
const whyAway = (client: pg.Client, silenceMs: number): Promise<string | null> =>
  withinSilence(silenceMs, isReadOnly(client), heardOn(client)).then(
    (readOnly) => (readOnly ? NO_WRITES : null),
    () => `no answer for ${silenceMs} ms`,
  );
