import type { Db } from "#src/platform/db.server.ts";
import type { Settings } from "#src/platform/env.server.ts";

/** Loads the named world once, into a database that has none. Runs under the start lock. */
export async function loadWorld(db: Db, settings: Settings): Promise<void> {
  const { populated } = await db
    .selectFrom("cities")
    .select((e) => e.fn.countAll<number>().as("populated"))
    .executeTakeFirstOrThrow();
  if (populated > 0 || settings.RONDA_WORLD === "empty") return;
}
