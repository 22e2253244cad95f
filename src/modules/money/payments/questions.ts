import type { Currency } from "#src/kernel/money.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import type { Scope } from "#src/platform/id-scope.server.ts";

/** A booking's account whose balance differs from its rows, in minor units; debits are positive. */
export type Difference = {
  booking_id: string | null;
  account: string;
  provider: string | null;
  currency: Currency;
  expected: number;
  actual: number;
};

/** An email about a booking that was cancelled, as its kind's log has it. */
type CancellationEmail = { booking_id: string | null; status: string; last_error: string | null };

export type PaymentsQuestions = {
  /** What the ledger says differently than the rows of all modules, in some bookings or (by default) all; in one snapshot. */
  ledgerDifferences: (on: Db | Tx, scope?: Scope) => Promise<Difference[]>;
  /** The emails that told guests of some bookings that these are cancelled, oldest first. */
  cancellationEmails: (db: Db, bookingIds: readonly string[]) => Promise<CancellationEmail[]>;
};
