import type { Currency } from "#src/kernel/money.ts";
import type { Account } from "#src/modules/ledger/rules.ts";
import { revenueRows, sumsByAccount } from "#src/modules/ledger/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** What an account holds, in minor units: debits are positive. `clearing` has one for each provider. */
export type Balance = { account: Account; provider: string | null; currency: Currency; test: boolean; amount: number };

/** What every account holds, test money apart. Who may see it is the caller's matter. */
export const balances = ({ db }: Pick<Context, "db">): Promise<Balance[]> => sumsByAccount(db);

export type RevenueDay = { day: string; currency: Currency; sold: number; taken_back: number; revenue: number };

/**
 * Revenue by day and currency in minor units, from the books alone and without test money: by the local date on which the crawl
 * starts (`service`), or by the date in Mexico City on which it was booked (`sale`). Both ends of the time are in it
 * (`2026-11-20`). Who may see it is the caller's matter.
 */
export const revenueByDay = (
  { db }: Pick<Context, "db">,
  wish: { by: "service" | "sale"; from: string; to: string },
): Promise<RevenueDay[]> => revenueRows(db, wish);
