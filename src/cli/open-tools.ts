import type pg from "pg";
import { type Db, openDb, openPool } from "#src/platform/db.server.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import type { Settings } from "#src/platform/env.server.ts";
import { expectProduct } from "#src/platform/migrate.server.ts";
import { reachDatabase } from "#src/platform/reach-database.server.ts";
import { storageOf } from "#src/platform/storage.server.ts";
import type { Storage } from "#src/platform/stored-file.server.ts";

/** What follows the verb on the command line. */
export type Words = { words: string[]; to: string | undefined; jobs: number | undefined; plan: boolean };

/** The resources of a verb; each is opened when it is first used. */
export type Tools = {
  settings: Settings;
  storage: Storage;
  /** Aborted when the process is told to stop; its reason is an error whose message says so. */
  signal: AbortSignal;
  /** The database's address: the external one, or the embedded one, started unless a server runs it. */
  url: () => Promise<string>;
  db: () => Promise<Db>;
  close: () => Promise<void>;
};

type Options = {
  signal: AbortSignal;
  /** Refuses a place without a database of the product, instead of making one. */
  existing: boolean;
};

export function openTools(settings: Settings, { signal, existing }: Options): Tools {
  const stops: (() => Promise<unknown>)[] = [];
  let url: Promise<string> | undefined;
  let pool: pg.Pool | undefined;
  async function openUrl(): Promise<string> {
    const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_WAIT } = settings;
    if (DATABASE_DIRECT_URL)
      return reachDatabase(DATABASE_DIRECT_URL, DATABASE_WAIT, { setting: "DATABASE_DIRECT_URL" });
    if (DATABASE_URL) return reachDatabase(DATABASE_URL, DATABASE_WAIT);
    const embedded = await startEmbedded(`${settings.DATA_DIR}/pg`, { existing });
    stops.push(() => embedded.stop());
    return embedded.localUrl();
  }
  const tools: Tools = {
    settings,
    storage: storageOf(settings),
    signal,
    url: () => (url ??= existing ? openUrl().then(expectProduct) : openUrl()),
    db: async () => {
      pool ??= openPool(await tools.url(), 2, { unhurried: true });
      return openDb(pool);
    },
    close: async () => {
      await pool?.end();
      for (const stop of stops) await stop();
    },
  };
  return tools;
}
