import type { Currency } from "#src/kernel/money.ts";
import { creditById, creditsGivenFor, freeFor, useOf } from "#src/modules/money/credits/store.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

type On = { db: Db | Tx };

/** Credit as its owner sees it: the amount given, and how much of it is left (minor units). */
export type ShownCredit = { code: string; amount: number; left: number; currency: Currency; expires_at: string };

type CreditRow = NonNullable<Awaited<ReturnType<typeof creditById>>>;

const creditView = ({ code, amount, spent, currency, expires_at }: CreditRow): ShownCredit => ({
  code,
  amount,
  // a basket may still hold credit that a bank has taken
  left: Math.max(0, amount - spent),
  currency,
  expires_at: expires_at.toISOString(),
});

/** The credits given for a booking. They contain their codes: the caller checks access. */
export const creditsOf = async ({ db }: On, purchaseId: string): Promise<ShownCredit[]> =>
  (await creditsGivenFor(db, purchaseId)).map(creditView);

/** One credit for an email about it; null if it doesn't exist. */
export async function creditOf({ db }: On, id: string): Promise<ShownCredit | null> {
  const row = await creditById(db, id);
  return row ? creditView(row) : null;
}

/** Credit that a booking used and that returned when it was cancelled; null if it used none, or had only reserved it. */
export async function creditBackFrom({ db }: On, purchaseId: string) {
  const use = await useOf(db, purchaseId);
  return use?.state === "released" && use.taken_back > 0
    ? { code: use.code, amount: use.amount, currency: use.currency }
    : null;
}

/** How much of its applied credit an unpaid booking can still use (minor units), also after its hold lapsed. */
export async function creditStillFor({ db }: On, purchaseId: string): Promise<number> {
  const use = await useOf(db, purchaseId);
  return use ? Math.min(use.amount, await freeFor(db, use.credit_id, purchaseId)) : 0;
}

/** The credit applied to a booking: reserved before payment, used afterwards. Null if none. */
export async function creditIn({ db }: On, purchaseId: string) {
  const use = await useOf(db, purchaseId);
  if (!use || use.state === "released") return null;
  const { code, amount, currency, state } = use;
  return { code, amount, currency, state };
}
