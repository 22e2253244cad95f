import type { Currency } from "#src/kernel/money.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** Confirmed bookings in a currency whose price a rule lowered, and what they cost in minor units. */
export type SoldUnder = { rule_id: string; currency: Currency; bookings: number; total: number };

export type PriceRulesQuestions = {
  /** The names of partners, by id; without those that there aren't. */
  partnerNames: (on: Db | Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** What was sold under each rule, practised bookings only with `test`. */
  soldUnderRules: (on: Db | Tx, test: boolean) => Promise<SoldUnder[]>;
};
