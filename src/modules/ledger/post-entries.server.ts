import { linesOf, type Posting } from "#src/modules/ledger/rules/accounts.ts";
import { addEntries, type NewEntry } from "#src/modules/ledger/store.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** What a move belongs to. `provider` names whose clearing account it touches, where it touches one; `test` keeps it out of revenue. */
export type About = {
  bookingId: string;
  paymentId?: string | undefined;
  refundId?: string | undefined;
  provider?: string | undefined;
  test: boolean;
};

/**
 * Writes moves of money into the books, in the transaction in which the money moved. The same key again writes nothing; a move of
 * nothing is none. Throws on an amount that is not a positive integer and on a clearing account without a provider.
 */
export async function postEntries(tx: Tx, at: Date, about: About, postings: readonly Posting[]): Promise<void> {
  const entries = entriesOf(at, about, postings);
  if (entries.length > 0) await addEntries(tx, entries);
}

/** The lines that moves make in the books. */
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
        booking_id: about.bookingId,
        payment_id: about.paymentId ?? null,
        refund_id: about.refundId ?? null,
        test: about.test,
      })),
    );
