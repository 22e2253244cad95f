import type { Balance, RevenueDay } from "#src/modules/base/ledger/rules/accounts.ts";
import { revenueRows, sumsByAccount } from "#src/modules/base/ledger/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The balance of every account, test money separate. The caller checks access. */
export const balances = ({ db }: Pick<Context, "db">): Promise<Balance[]> => sumsByAccount(db);

/**
 * Revenue by day and currency in minor units, from the ledger alone and without test money: by the local date on which the crawl
 * starts (`service`), or by the date in Mexico City on which it was booked (`sale`). `from` and `to` are inclusive
 * (`2026-11-20`). The caller checks access.
 */
export const revenueByDay = (
  { db }: Pick<Context, "db">,
  wish: { by: "service" | "sale"; from: string; to: string },
): Promise<RevenueDay[]> => revenueRows(db, wish);
