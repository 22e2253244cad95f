import pg from "pg";
import { afterSilence } from "#src/platform/count-silence.server.ts";
import { log } from "#src/platform/log.server.ts";

/** How often it is looked whether somebody waits for long, and whether commits still don't end. */
const LOOK_MS = 250;
/** How often a commit is tried where nobody waits. */
const ROUTINE_MS = 5000;
/** Waits for its commit like every other write, and leaves no row. */
const WRITE = "select pg_logical_emit_message(true, 'ronda', 'commits?')";

export type WatchingCommits = {
  /** After this much time without an end commits count as stalled. */
  limitMs: number;
  /** Whether somebody waits for so long that it is worth a try. */
  isSuspect: () => boolean;
  /** Called when commits no longer end, and repeatedly until they do. */
  onStall: () => void;
  onFlow: () => void;
};

export type CommitWatch = {
  /** Tries on a new connection, as after a failover: the old one may lead to a server that is gone. */
  renew: () => void;
  stop: () => void;
};

/**
 * Watches whether a database that answers also finishes what is written, on a connection of its own. A commit that waits for a
 * standby (or for a disk) has no time limit in PostgreSQL and can't be called off without risk, so what waits for one is told
 * that it is unknown. A try that hangs is left to hang: it ends when the others do.
 */
export function watchCommits(clientOf: () => pg.Client, watching: WatchingCommits): CommitWatch {
  let client: pg.Client | undefined;
  let isTrying = false;
  let isStalled = false;
  let ended = false;
  let triedAt = -Infinity;

  async function write(): Promise<void> {
    isTrying = true;
    triedAt = performance.now();
    const own = (client ??= await opened());
    const end = afterSilence(watching.limitMs, () => own === client && stall());
    try {
      await own.query(WRITE);
      if (own === client) flow();
    } finally {
      end();
    }
  }

  async function opened(): Promise<pg.Client> {
    const next = clientOf();
    const lose = () => next === client && forget();
    next.on("error", lose);
    next.on("end", lose);
    await next.connect();
    return next;
  }

  /** A connection that breaks or is refused proves nothing: another watch finds out whether the database is there. */
  function forget(): void {
    client?.connection.stream.destroy();
    client = undefined;
    isTrying = false;
  }

  function stall(): void {
    if (ended) return;
    if (!isStalled) log("error", "database.stalled", { error: `no commit ends within ${watching.limitMs} ms` });
    isStalled = true;
    watching.onStall();
  }

  function flow(): void {
    isTrying = false;
    if (isStalled) log("info", "database.commits");
    isStalled = false;
    watching.onFlow();
  }

  const timer = setInterval(() => {
    if (isStalled) watching.onStall();
    if (isTrying) return;
    if (!isStalled && !watching.isSuspect() && performance.now() - triedAt < ROUTINE_MS) return;
    write().catch(forget);
  }, LOOK_MS);

  return {
    renew: forget,
    stop: () => {
      ended = true;
      clearInterval(timer);
      forget();
    },
  };
}
