import pg from "pg";
import { log } from "#src/platform/log.server.ts";

const RETRY_MS = 1000;

/**
 * Calls `heard` whenever any process of this database announces on a channel, and after each (re)connection, because what was
 * announced meanwhile is lost. Has a connection of its own: a pool's may be handed on. Resolves with what ends it.
 */
export async function hearChanges(url: string, channel: string, heard: () => void): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let ended = false;
  let retry: NodeJS.Timeout | undefined;
  const again = () => {
    if (ended || retry) return;
    retry = setTimeout(() => {
      retry = undefined;
      connect().catch(again);
    }, RETRY_MS);
  };
  const connect = async () => {
    const next = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true });
    client = next;
    next.on("error", (error) => {
      log("warn", "changes.lost", { error: error.message });
      again();
    });
    next.on("end", again);
    next.on("notification", heard);
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    heard();
  };
  await connect();
  return async () => {
    ended = true;
    clearTimeout(retry);
    await client?.end().catch(() => {});
  };
}
