import type { Currency } from "#src/kernel/money.ts";
import { creditById, creditsGivenFor, freeFor, usesOf } from "#src/modules/money/credits/store.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

type On = { db: Db | Tx };

/** Credit as its owner sees it: the amount given, and how much of it is left (minor units). */
export type ShownCredit = { code: string; amount: number; left: number; currency: Currency; expires_at: string | null };

type CreditRow = NonNullable<Awaited<ReturnType<typeof creditById>>>;

const creditView = ({ code, amount, spent, currency, expires_at }: CreditRow): ShownCredit => ({
  code,
  amount,
  // a basket may still hold credit that a bank has taken
  left: Math.max(0, amount - spent),
  currency,
  expires_at: expires_at?.toISOString() ?? null,
});

/** The credits given for a booking. They contain their codes: the caller checks access. */
export const creditsOf = async ({ db }: On, purchaseId: string): Promise<ShownCredit[]> =>
  (await creditsGivenFor(db, purchaseId)).map(creditView);

/** The credits given for purchases, for a data export to whoever bought them: the code of a gift card is whoever's got the card. */
export async function storedCredits({ db }: On, purchaseIds: readonly string[]) {
  const all = await Promise.all(purchaseIds.map((id) => creditsGivenFor(db, id)));
  return all.flat().map((row) => ({ ...creditView(row), ...(row.kind !== "booking" && { code: undefined }) }));
}

/** One credit for an email about it; null if it doesn't exist. */
export async function creditOf({ db }: On, id: string): Promise<(ShownCredit & { disputed: boolean }) | null> {
  const row = await creditById(db, id);
  return row ? { ...creditView(row), disputed: row.disputed } : null;
}

/**
 * What a booking used of credits and returned to them when it was cancelled, how much of that was void at once, and what is left on each
 * now, which nobody can use where its payment is `disputed`; not those it had only reserved, nor a deposit, which goes back as money.
 */
export async function creditBackFrom({ db }: On, purchaseId: string) {
  const uses = (await usesOf(db, purchaseId)).filter(
    ({ taken_back: amount, is_deposit: isDeposit }) => amount > 0 && !isDeposit,
  );
  return Promise.all(
    uses.map(async ({ credit_id: id, code, taken_back: amount, voided, currency }) => {
      const row = (await creditById(db, id))!;
      return { code, amount, voided, left: creditView(row).left, disputed: row.disputed, currency };
    }),
  );
}

/** How much of its applied credit an unpaid booking can still use (minor units), also after its hold lapsed. */
export async function creditStillFor({ db }: On, purchaseId: string): Promise<number> {
  const uses = await usesOf(db, purchaseId);
  const free = await Promise.all(
    uses.map(async (use) => Math.min(use.amount, await freeFor(db, use.credit_id, purchaseId))),
  );
  return free.reduce((sum, amount) => sum + amount, 0);
}

/**
 * The credit applied to a booking: reserved before payment, used afterwards; `amount` is that of all `parts`, in the order in which they
 * were applied; a deposit's code is nobody's to read. `isDeposit`: nothing else pays a part. Null if none.
 */
export async function creditIn({ db }: On, purchaseId: string) {
  const uses = (await usesOf(db, purchaseId)).filter(({ state, amount }) => state !== "released" && amount > 0);
  const [first] = uses;
  if (!first) return null;
  const parts = uses.map(({ id, code, amount, is_deposit: isDeposit }) => ({
    id,
    code: isDeposit ? "" : code,
    amount,
    isDeposit,
  }));
  return {
    parts,
    amount: parts.reduce((sum, { amount }) => sum + amount, 0),
    isDeposit: parts.every(({ isDeposit }) => isDeposit),
    currency: first.currency,
    state: first.state,
  };
}
