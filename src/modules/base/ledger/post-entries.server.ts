import { linesOf, type Posting } from "#src/modules/base/ledger/rules/accounts.ts";
import { addEntries, type NewEntry } from "#src/modules/base/ledger/store.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** The references of a movement. `provider` is required if it touches a clearing account; `test` excludes it from revenue. */
export type About = {
  /** none for what is about many, such as a till */
  purchaseId: string | null;
  paymentId?: string | undefined;
  refundId?: string | undefined;
  provider?: string | undefined;
  test: boolean;
};

/**
 * Posts movements of money to the ledger, in the transaction that makes them. Idempotent by key; ignores zero amounts. Throws on
 * an amount that is not a positive integer and on a clearing account without a provider.
 */
export const postEntries = (tx: Tx, at: Date, about: About, postings: readonly Posting[]): Promise<void> =>
  postAll(tx, at, [{ about, postings }]);

/** The same for movements about several bookings, in one statement. */
export async function postAll(
  tx: Tx,
  at: Date,
  all: readonly { about: About; postings: readonly Posting[] }[],
): Promise<void> {
  const entries = all.flatMap(({ about, postings }) => entriesOf(at, about, postings));
  if (entries.length > 0) await addEntries(tx, entries);
}

/** The ledger entries of movements. */
export const entriesOf = (at: Date, about: About, postings: readonly Posting[]): NewEntry[] =>
  postings
    .filter(({ amount }) => amount !== 0)
    .flatMap((move) =>
      linesOf(move).map(({ account, amount }, line) => ({
        posting: move.key,
        line,
        kind: move.kind,
        at,
        account,
        provider: account === "clearing" ? about.provider! : null,
        amount,
        currency: move.currency,
        purchase_id: about.purchaseId,
        payment_id: about.paymentId ?? null,
        refund_id: about.refundId ?? null,
        test: about.test,
      })),
    );
