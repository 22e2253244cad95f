import {
  addReclaimed,
  creditOfPayment,
  creditsGivenFor,
  endedCredits,
  lockCredit,
  takeOffExpired,
  usedOf,
  voidRest,
} from "#src/modules/money/credits/store.server.ts";
import { hasEnded } from "#src/modules/money/credits/rules/credit.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { eachInTurn } from "#src/platform/each-in-turn.server.ts";

/**
 * Inside a transaction that has locked the payment's purchase: `atMost` (minor units) of the money behind a credit goes back, so its
 * unused part is voided up to that. `key` makes the posting idempotent. Null if the payment gave no credit.
 */
export async function voidCredit(
  ctx: Context,
  tx: Tx,
  { paymentId, atMost, key }: { paymentId: string; atMost: number; key: string },
): Promise<{ voided: number; used: number } | null> {
  const snapshot = await creditOfPayment(tx, paymentId);
  if (!snapshot) return null;
  const credit = await lockCredit(tx, snapshot.id, snapshot.purchase_id);
  const used = await usedOf(tx, credit.id);
  const rest = Math.min(credit.amount - used - credit.voided, atMost);
  if (rest > 0) await voidSome(ctx, tx, credit, { rest, key, as: "credit_voided" });
  return { voided: Math.max(0, rest), used };
}

/**
 * Inside a transaction that has locked the purchase: voids what wasn't used of the credit that was granted for it without a payment. What
 * unpaid bookings have reserved goes too: they find it gone as they are paid. What returns to it later may be voided again.
 */
export async function undoGrant(ctx: Context, tx: Tx, purchaseId: string): Promise<void> {
  for (const { id } of (await creditsGivenFor(tx, purchaseId)).filter(({ payment_id: payment }) => payment === null)) {
    const credit = await lockCredit(tx, id, null);
    const rest = credit.amount - (await usedOf(tx, id)) - credit.voided;
    if (rest > 0) await voidSome(ctx, tx, credit, { rest, key: `void:${credit.voided}`, as: "credit_grant_undone" });
  }
}

/**
 * Inside a transaction that has locked a credit, to which so much (minor units) has just returned: as far as the money behind it
 * went back after it was spent, what returns is void, and is revenue again that was taken off then. `key` makes the posting idempotent.
 * Returns how much that is (minor units).
 */
export async function reclaimReturned(
  ctx: Context,
  tx: Tx,
  creditId: string,
  { back, key }: { back: number; key: string },
): Promise<number> {
  const credit = await lockCredit(tx, creditId, null);
  const { payment_id: paymentId, purchase_id: purchaseId, test, currency } = credit;
  if (paymentId === null) return 0;
  // what a bank has taken of a booking's payment blocks its credit instead
  const gone =
    credit.kind === "booking"
      ? (await ctx.ask.creditGone(tx, paymentId, credit.amount)) - credit.voided
      : (await ctx.ask.spentAndGone(tx, paymentId)) - credit.reclaimed;
  const rest = Math.min(back, gone);
  if (rest <= 0) return 0;
  await voidSome(ctx, tx, credit, { rest, key: `reclaimed:${key}`, as: "credit_voided" });
  await addReclaimed(tx, credit.id, rest);
  await postEntries(tx, ctx.now, { purchaseId, paymentId, test }, [
    { key: `credit:${credit.id}:reclaimed:${key}`, kind: "sold", amount: rest, currency },
  ]);
  return rest;
}

/**
 * Inside a transaction that has locked the payment's purchase: what is free of the credit that it gave is kept, and owed to nobody any
 * more. Returns how much that is (minor units).
 */
export async function keepCredit(ctx: Context, tx: Tx, paymentId: string): Promise<number> {
  const snapshot = await creditOfPayment(tx, paymentId);
  if (!snapshot) return 0;
  const credit = await lockCredit(tx, snapshot.id, null);
  const rest = credit.amount - credit.spent;
  if (rest > 0) await voidSome(ctx, tx, credit, { rest, key: `ended:${credit.voided}`, as: "credit_expired" });
  return Math.max(0, rest);
}

/**
 * Inside a transaction that has locked the payment's purchase: its money goes back, up to `atMost` (minor units), though the credit was
 * kept: so much of it is void instead, which is returned. `key` makes the posting idempotent.
 */
export async function undoKeeping(
  ctx: Context,
  tx: Tx,
  { paymentId, atMost, key }: { paymentId: string; atMost: number; key: string },
): Promise<number> {
  const snapshot = await creditOfPayment(tx, paymentId);
  if (!snapshot) return 0;
  const { id, expired, purchase_id: purchaseId, test, currency } = await lockCredit(tx, snapshot.id, null);
  const back = Math.min(expired, atMost);
  if (back <= 0) return 0;
  await takeOffExpired(tx, id, back);
  await postEntries(tx, ctx.now, { purchaseId, paymentId, test }, [
    { key: `credit:${id}:expiry_undone:${key}`, kind: "credit_expiry_undone", amount: back, currency },
  ]);
  return back;
}

/** Books what is left of a kind's credits that have ended: it is owed to nobody any more. Each in a transaction of its own. */
export async function expireCredits(ctx: Context, kind: string): Promise<void> {
  const naming = { event: "credit.not_expired", about: (id: string) => ({ credit: id }) };
  await eachInTurn(await endedCredits(ctx.db, kind, ctx.now), naming, (id) =>
    ctx.db.transaction().execute(async (tx) => {
      const credit = await lockCredit(tx, id, null);
      const rest = credit.amount - credit.spent;
      // used, voided, returned or disputed since it was listed
      if (rest <= 0 || credit.disputed || !hasEnded(credit, ctx.now)) return;
      await voidSome(ctx, tx, credit, { rest, key: `ended:${credit.voided}`, as: "credit_expired" });
    }),
  );
}

type Locked = Awaited<ReturnType<typeof lockCredit>>;
type Voiding = { rest: number; key: string; as: "credit_voided" | "credit_grant_undone" | "credit_expired" };

async function voidSome(ctx: Context, tx: Tx, credit: Locked, { rest, key, as }: Voiding): Promise<void> {
  const expired = as === "credit_expired";
  await voidRest(tx, credit.id, rest, { expired });
  const { purchase_id: purchaseId, payment_id: paymentId, test, currency } = credit;
  await postEntries(tx, ctx.now, { purchaseId, ...(paymentId && { paymentId }), test }, [
    { key: `credit:${credit.id}:voided:${key}`, kind: as, amount: rest, currency },
  ]);
  await audit(tx, ctx, {
    action: expired ? "credit.expired" : "credit.voided",
    subject: [credit.kind, purchaseId],
    changes: { voided: [credit.voided, credit.voided + rest] },
  });
}
