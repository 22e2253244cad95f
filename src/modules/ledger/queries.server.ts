import type { Balance, RevenueDay } from "#src/modules/ledger/rules/accounts.ts";
import { revenueRows, sumsByAccount } from "#src/modules/ledger/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** What every account holds, test money apart. Who may see it is the caller's matter. */
export const balances = ({ db }: Pick<Context, "db">): Promise<Balance[]> => sumsByAccount(db);

/**
 * Revenue by day and currency in minor units, from the books alone and without test money: by the local date on which the crawl
 * starts (`service`), or by the date in Mexico City on which it was booked (`sale`). Both ends of the time are in it
 * (`2026-11-20`). Who may see it is the caller's matter.
 */
export const revenueByDay = (
  { db }: Pick<Context, "db">,
  wish: { by: "service" | "sale"; from: string; to: string },
): Promise<RevenueDay[]> => revenueRows(db, wish);
