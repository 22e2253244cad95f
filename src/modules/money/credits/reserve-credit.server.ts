import { fail, ok } from "#src/kernel/result.ts";
import type { Currency } from "#src/kernel/money.ts";
import {
  creditFor,
  creditKey,
  type CreditRefusal,
  type CreditShare,
  hasEnded,
} from "#src/modules/money/credits/rules/credit.ts";
import {
  creditByCode,
  creditById,
  deleteUnused,
  lockCredit,
  lockCredits,
  updateUse,
  usesOf,
  writeUse,
} from "#src/modules/money/credits/store.server.ts";
import type { Of } from "#src/modules/money/credits/give-credit.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { type Act, mayDo, retryAfter, takeBack } from "#src/platform/limit-strangers.server.ts";

// Wrong guesses per ten minutes, per address and per browser, as for coupons (rule coupons-4), and in all.
const GUESSES: Act = { name: "credit", limit: { max: 10, seconds: 600 }, all: { brake: 100, most: 500 } };

/**
 * The id of the credit behind a code. Anyone may ask; wrong guesses are limited, and beyond the limit nothing is looked up. Runs
 * the same statements whether or not the code exists, and never reveals the owner. Refusals: credit_invalid, too_many_attempts
 * {retry_after}.
 */
export async function findCredit(ctx: Context, input: string) {
  const also = [{ who: ctx.actor.browser }];
  // count before the lookup, or concurrent guesses would pass
  if (!(await mayDo(ctx, GUESSES, also))) return fail("too_many_attempts", { retry_after: retryAfter(ctx, GUESSES) });
  const credit = await creditByCode(ctx.db, creditKey(input));
  if (!credit) return fail("credit_invalid");
  await takeBack(ctx, GUESSES, also);
  return ok({ creditId: credit.id });
}

/**
 * What several codes would pay of a bill together, in their order; nothing is reserved. `own` is a purchase whose reservations don't count,
 * because this bill replaces it. A code that pays nothing is among the `refused`, with the reason: as in `findCredit` and `reserveCredit`.
 * The same credit pays once, however its code is spelled.
 */
export async function previewCredits(
  ctx: Context,
  codes: readonly string[],
  { bill, own }: { bill: Bill; own: string | null },
) {
  const shares: CreditShare[] = [];
  const refused: { code: string; refusal: CreditRefusal | { reason: "too_many_attempts"; retry_after: number } }[] = [];
  let rest = bill.total;
  for (const code of codes) {
    const found = await findCredit(ctx, code);
    if (!found.ok) {
      refused.push({ code, refusal: found });
      continue;
    }
    const credit = await creditById(ctx.db, found.creditId, own);
    if (shares.some((share) => share.code === credit?.code)) continue;
    const decided = creditFor(credit ?? null, { ...bill, total: rest }, ctx.now);
    if ("reason" in decided) refused.push({ code, refusal: decided });
    else {
      rest -= decided.use;
      shares.push({ code: credit!.code, amount: decided.use });
    }
  }
  return { shares, refused };
}

type Bill = { total: number; currency: Currency; smallest: number; test: boolean };

/**
 * What is left on the credit behind a code, for a bill that isn't one yet (minor units): nothing is reserved. Limited like `findCredit`.
 * Refusals: those of `findCredit` and, but for credit_not_needed, of `reserveCredit`.
 */
export async function leftForBill(ctx: Context, code: string, bill: Bill) {
  const found = await findCredit(ctx, code);
  if (!found.ok) return found;
  const credit = await creditById(ctx.db, found.creditId);
  const decided = creditFor(credit ?? null, bill, ctx.now);
  if ("reason" in decided) return { ok: false as const, ...decided };
  return ok({ creditId: found.creditId, left: credit!.amount - credit!.spent, pays: decided.use });
}

/**
 * Inside a transaction that has locked the booking: reserves as much of a credit as the booking's total takes beyond the credits that it
 * has already, replacing an earlier reservation of this one. Locks the credit's row first, so that two bookings never use the same
 * money. Refusals: credit_invalid, credit_expired, credit_spent, credit_not_needed (others pay all of it), credit_currency {currency}.
 */
export async function reserveCredit(
  ctx: Context,
  tx: Tx,
  { creditId, of: { kind, id: purchaseId }, bill }: { creditId: string; of: Of; bill: Bill },
) {
  const others = (await usesOf(tx, purchaseId)).filter(
    ({ credit_id: id, state }) => id !== creditId && state !== "released",
  );
  const rest = others.reduce((left, { amount }) => left - amount, bill.total);
  const decided = creditFor(await lockCredit(tx, creditId, purchaseId), { ...bill, total: rest }, ctx.now);
  if ("reason" in decided) return { ok: false as const, ...decided };
  await writeUse(tx, { credit_id: creditId, purchase_id: purchaseId, amount: decided.use, now: ctx.now });
  await audit(tx, ctx, {
    action: "credit.reserved",
    subject: [kind, purchaseId],
    changes: { credit: [null, decided.use] },
  });
  return ok({ use: decided.use });
}

/** Inside a transaction that has locked the booking: removes one of its credits (the id of its use), or all. A no-op without any. */
export const takeOffCredit = async (tx: Tx, purchaseId: string, useId: string | null): Promise<void> =>
  void (await deleteUnused(tx, purchaseId, useId));

/**
 * Inside a transaction that has locked the booking, when it retakes a lapsed hold: reserves its credits again, but those that other
 * bookings have taken meanwhile.
 */
export async function reserveCreditAgain(ctx: Context, tx: Tx, purchaseId: string): Promise<void> {
  const uses = (await usesOf(tx, purchaseId)).filter(({ state }) => state === "released");
  const credits = await lockCredits(
    tx,
    uses.map(({ credit_id: id }) => id),
    purchaseId,
  );
  for (const use of uses) {
    const credit = credits.find(({ id }) => id === use.credit_id)!;
    if (!credit.disputed && credit.amount - credit.spent >= use.amount && !hasEnded(credit, ctx.now))
      await updateUse(tx, use.id, { state: "reserved" }, ctx.now);
  }
}
