import type { Currency } from "#src/kernel/money.ts";
import { creditById, creditsGivenFor, freeFor, useOf } from "#src/modules/credits/store.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

type On = { db: Db | Tx };

/** Credit as its owner sees it: what it was given over, and what of that is still free (minor units). */
export type ShownCredit = { code: string; amount: number; left: number; currency: Currency; expires_at: string };

type CreditRow = NonNullable<Awaited<ReturnType<typeof creditById>>>;

const shown = ({ code, amount, spent, currency, expires_at }: CreditRow): ShownCredit => ({
  code,
  amount,
  // a basket may still name what a bank has taken
  left: Math.max(0, amount - spent),
  currency,
  expires_at: expires_at.toISOString(),
});

/** The credits that were given for a booking. They hold their codes: access is the caller's to check. */
export const creditsOf = async ({ db }: On, bookingId: string): Promise<ShownCredit[]> =>
  (await creditsGivenFor(db, bookingId)).map(shown);

/** One credit for an email about it; null when there is none. */
export async function creditOf({ db }: On, id: string): Promise<ShownCredit | null> {
  const row = await creditById(db, id);
  return row ? shown(row) : null;
}

/** Credit that a booking used and gave back when it was cancelled; null where there was none, or it was only reserved. */
export async function creditBackFrom({ db }: On, bookingId: string) {
  const use = await useOf(db, bookingId);
  return use?.state === "released" && use.taken_back > 0
    ? { code: use.code, amount: use.amount, currency: use.currency }
    : null;
}

/** What a booking that is not paid for yet can still have of the credit that was put in (minor units), also after its hold lapsed. */
export async function creditStillFor({ db }: On, bookingId: string): Promise<number> {
  const use = await useOf(db, bookingId);
  return use ? Math.min(use.amount, await freeFor(db, use.credit_id, bookingId)) : 0;
}

/** The credit that goes into a booking: reserved before it is paid, used afterwards. Null when none does. */
export async function creditIn({ db }: On, bookingId: string) {
  const use = await useOf(db, bookingId);
  if (!use || use.state === "released") return null;
  const { code, amount, currency, state } = use;
  return { code, amount, currency, state };
}
