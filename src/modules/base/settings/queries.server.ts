import { CURRENCIES, type Currency, type Rates } from "#src/kernel/money.ts";
import {
  type AppSettings,
  parseAppSettings,
  payableCurrencies,
} from "#src/modules/base/settings/rules/app-settings.ts";
import { type RateDays, rateDay } from "#src/modules/base/settings/rules/rate-day.ts";
import { allRates, allSettings } from "#src/modules/base/settings/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { keptPerDatabase } from "#src/platform/keep-per-database.server.ts";
import { orElse } from "#src/platform/or-else.server.ts";

/** Stored rates, units of a currency per US dollar, with the day (YYYY-MM-DD) of each; `date` is that of the oldest. */
export type DatedRates = { perUsd: Rates; date: string; days: RateDays };

// cached per database for a second: every page and booking reads them, and another server may change them
const KEEP_MS = 1000;

/** `tx`: the caller's transaction, which reads what isn't known. */
type On = { db: Db; tx?: Tx };

const settings = keptPerDatabase<AppSettings>(async (db) => parseAppSettings(await allSettings(db)), KEEP_MS);

const rates = keptPerDatabase<DatedRates>(async (db) => {
  const rows = await allRates(db);
  const perUsd: Rates = { ...Object.fromEntries(rows.map((row) => [row.currency, row.per_usd])), USD: 1 };
  const days: RateDays = Object.fromEntries(rows.map((row) => [row.currency, row.date]));
  return { perUsd, days, date: rateDay(days, CURRENCIES) };
}, KEEP_MS);

const DEFAULTS = parseAppSettings([]);

/**
 * The operator's settings with defaults; at most a second old. Settings that can't be read are the defaults (spec section 8):
 * they stop no page. Anyone may read.
 */
export const appSettings = (ctx: On): Promise<AppSettings> =>
  orElse("settings.unreadable", settings(ctx.db, ctx.tx), DEFAULTS);

/**
 * The operator's settings as `appSettings`, for what can't be undone: a read that fails is an error here, because a default might
 * delete what the operator wanted kept. For jobs, which are tried again.
 */
export const storedSettings = (ctx: On): Promise<AppSettings> => settings(ctx.db, ctx.tx);

/** The stored exchange rates; at most a second old. Anyone may read. */
export const currencyRates = (ctx: On): Promise<DatedRates> => rates(ctx.db, ctx.tx);

/** The currencies that a configured provider can charge, pesos first. Anyone may read. */
export async function currenciesToPayIn(ctx: Pick<Context, "db" | "providers">): Promise<Currency[]> {
  const { providerCurrencies } = await appSettings(ctx);
  return payableCurrencies(Object.keys(ctx.providers), providerCurrencies);
}

/** Drops the cached settings and rates after a change, so that the next caller reads them again. */
export function forgetSettings({ db }: { db: Db }): void {
  settings.forget(db);
  rates.forget(db);
}
