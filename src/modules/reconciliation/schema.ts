import { z } from "zod";
import type { Money } from "#src/kernel/money.ts";
import type { Account } from "#src/modules/ledger/rules/accounts.ts";
import type { DeadReason } from "#src/modules/payments/rules/inbox.ts";
import type { DifferenceKind } from "#src/modules/reconciliation/rules/compare.ts";
import { ACTS } from "#src/modules/reconciliation/rules/admin.ts";

/** Something that staff do on the page of the money: what, and to which payment, refund, message or comparison. */
export const MoneyAct = z.strictObject({
  act: z.enum(ACTS),
  id: z.uuid(),
  note: z.string().default(""),
});
export type MoneyAct = z.infer<typeof MoneyAct>;

/** What differed, as people see it; `reference` is that of the booking, where one is known. `mended`: put right by itself. */
export type ShownDifference = {
  id: string;
  kind: DifferenceKind;
  externalId: string | null;
  reference: string | null;
  ours: Money | null;
  theirs: Money | null;
  mended: boolean;
};
/** One comparison of a provider's day (YYYY-MM-DD) with the books. Instants are ISO 8601. */
export type Run = {
  id: string;
  provider: string;
  day: string;
  ranAt: string;
  movements: number;
  lookedAt: string | null;
  differences: ShownDifference[];
};

type OfBooking = { id: string; reference: string; guest: string; provider: string };

/** A payment that somebody else may take back, or asks to be looked at; `at` is since when. */
export type AskedBack = OfBooking & { asked: Money; charged: Money; at: string | null };
/** A payment of another amount or currency than was asked for. */
export type Review = OfBooking & {
  asked: Money;
  charged: Money;
  reason: "wrong_amount" | "wrong_currency";
  at: string;
};
/** A refund that is not done; `due` is when it is tried next. */
export type UndoneRefund = OfBooking & {
  money: Money;
  status: string;
  waits: string | null;
  error: string | null;
  at: string;
  due: string;
};
/** A provider's message that was given up. */
export type StuckMessage = {
  id: string;
  provider: string;
  type: string;
  about: string;
  reason: DeadReason;
  alarming: boolean;
  error: string | null;
  receivedAt: string;
};

/** What an account of the books holds; debits are positive. Test money is apart. */
export type ShownBalance = { account: Account; provider: string | null; test: boolean; money: Money };
/** How the books stand; `month` is the present one (`2026-11`). `proof` is null before the first. */
export type ShownBooks = {
  proof: { at: string; differences: number } | null;
  balances: ShownBalance[];
  month: string;
};

/** Everything on the page of the money. */
export type PaymentsAdmin = {
  reviews: Review[];
  /** payments that their provider has not decided for long; they are asked about by themselves too */
  unanswered: AskedBack[];
  disputes: AskedBack[];
  warnings: AskedBack[];
  refunds: UndoneRefund[];
  messages: StuckMessage[];
  runs: Run[];
  books: ShownBooks;
  /** How many of these things only a person can bring to an end. */
  todo: number;
  mayChange: boolean;
};
