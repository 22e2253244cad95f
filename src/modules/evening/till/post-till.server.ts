import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { BY_HAND } from "#src/modules/money/payments/rules/books.ts";
import { countName, sumsOf, tillPostings } from "#src/modules/evening/till/rules/till.ts";
import { countsOfTills, linesOfTills } from "#src/modules/evening/till/store.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Posts a till as it was counted, in the transaction that closes it; `alone`: by one person. Returns the cash that was counted,
 * in minor units by currency.
 */
export async function postTill(tx: Tx, at: Date, till: { id: string; test: boolean }, { alone }: { alone: boolean }) {
  const counts = await countsOfTills(tx, [till.id]);
  const counted = Object.fromEntries(counts.map((count) => [countName(count), count.counted]));
  const postings = sumsOf(await linesOfTills(tx, [till.id])).flatMap((sum) =>
    tillPostings(till.id, sum, counted[sum.currency] ?? 0, { alone }),
  );
  const byHand = postings.filter(({ kind }) => kind === "till_refunded");
  const others = postings.filter(({ kind }) => kind !== "till_refunded");
  await postEntries(tx, at, { purchaseId: null, provider: "cash", test: till.test }, others);
  await postEntries(tx, at, { purchaseId: null, provider: BY_HAND, test: till.test }, byHand);
  return Object.fromEntries(counts.flatMap((count) => (count.way === "cash" ? [[count.currency, count.counted]] : [])));
}
