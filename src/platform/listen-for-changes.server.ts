import pg from "pg";
import { log } from "#src/platform/log.server.ts";

const RETRY_MS = 1000;
const WAIT_MS = 5000;

/**
 * Calls `heard` whenever any process of this database publishes on a channel, and after each (re)connection, because
 * notifications in between are lost. Uses its own connection: a pool's may be handed on. Resolves with a function that stops
 * it.
 */
export async function listenForChanges(
  url: string,
  channel: string,
  onChange: () => void,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let ended = false;
  let retry: NodeJS.Timeout | undefined;
  const again = (lost: pg.Client) => {
    if (ended || lost !== client) return; // an older connection's end doesn't matter
    client = undefined;
    retry = setTimeout(() => void connect().catch(() => {}), RETRY_MS);
  };
  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: WAIT_MS,
      query_timeout: WAIT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: WAIT_MS,
    });
    client = next;
    next.on("error", (error) => {
      log("warn", "changes.lost", { error: error.message });
      again(next);
    });
    next.on("end", () => again(next));
    next.on("notification", onChange);
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await next.end().catch(() => {});
      again(next);
      throw error;
    }
    onChange();
  };
  await connect();
  return async () => {
    ended = true;
    clearTimeout(retry);
    await client?.end().catch(() => {});
  };
}
