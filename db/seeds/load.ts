import { RATES, RATES_DAY } from "#db/seeds/rates.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { BadSetting, type Settings } from "#src/platform/env.server.ts";

// the database records which seed it holds, so that a later setting adds nothing to it
const KEY = "world";

/**
 * Loads the named seed once, into a database without one. Runs under the start lock, in one transaction.
 * Returns which one the database holds. Throws BadSetting when a production process finds the demo data, whose passwords are public.
 */
export async function loadSeed(db: Db, settings: Settings, now = new Date()): Promise<Settings["RONDA_SEED"]> {
  const loaded = await db.selectFrom("app_settings").select("value").where("key", "=", KEY).executeTakeFirst();
  if (loaded?.value === "demo" && settings.production)
    throw new BadSetting(
      "Setting DATABASE_URL: this database holds the demo data, whose passwords are public, and NODE_ENV=production",
    );
  if (loaded) return loaded.value === "demo" ? "demo" : "empty";
  await db.transaction().execute(async (tx) => {
    await tx.insertInto("app_settings").values({ key: KEY, value: settings.RONDA_SEED }).execute();
    // the demo sells as of today, whenever that is
    await insertRates(tx, settings.RONDA_SEED === "empty" ? RATES_DAY : now.toISOString().slice(0, 10));
    if (settings.RONDA_SEED === "empty") return closeForSale(tx);
    const { loadDemo } = await import("#db/seeds/demo.ts"); // not loaded at later starts
    await loadDemo(tx, settings, now);
  });
  return settings.RONDA_SEED;
}

/** Guests can book nothing before the owner has opened (/admin/opening). */
async function closeForSale(tx: Tx) {
  const closed = { key: "open_for_sale", value: "false" };
  await tx
    .insertInto("app_settings")
    .values(closed)
    .onConflict((c) => c.doNothing())
    .execute();
}

const insertRates = (tx: Tx, date: string) =>
  tx
    .insertInto("currency_rates")
    .values(Object.entries(RATES).map(([currency, per_usd]) => ({ currency, per_usd, date })))
    .onConflict((c) => c.doNothing())
    .execute();
