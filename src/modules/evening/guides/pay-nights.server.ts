import { fail, ok } from "#src/kernel/result.ts";
import { isWorked, sumsOf } from "#src/modules/evening/guides/rules/month.ts";
import type { PayNights } from "#src/modules/evening/guides/schema.ts";
import { type MonthRow, nightsToPay, writePaid } from "#src/modules/evening/guides/store/months.server.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Marks nights that a guide has worked as paid: only those that were on the screen, so that nobody pays for a night they haven't
 * seen. `user_id` is null for those of deleted accounts. Idempotent. Requires `payments.change`. Refusals: forbidden {missing},
 * nights_changed (one of them isn't theirs, of that month, has no pay, or wasn't worked after all; none is marked then).
 */
export async function payNights(ctx: Context, { user_id: userId, month, shift_ids: ids }: PayNights) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const nights = await nightsToPay(tx, ctx, userId, ids);
    const isRight = (night: MonthRow) =>
      isWorked(night, ctx.now) && payOf(night) !== null && night.date.startsWith(`${month}-`);
    if (nights.length !== new Set(ids).size || !nights.every(isRight)) return fail("nights_changed");
    const due = nights.filter(({ paid_at }) => paid_at === null);
    if (due.length === 0) return ok({ nights: 0, shiftIds: [...ids] });
    await writePaid(tx, idsOf(due), ctx.now);
    await post(ctx, tx, "guide_paid", due, ctx.now);
    await audit(tx, ctx, {
      action: "guide.nights_paid",
      subject: subjectOf(userId, due),
      changes: { departure: [null, due.map(titled)], amount: [null, amountsOf(due)] },
    });
    return ok({ nights: due.length, shiftIds: idsOf(due) });
  });
}

/** Takes that back, for the nights it marked. Idempotent. Requires `payments.change`. Refusals: forbidden {missing}, nights_changed. */
export async function unpayNights(ctx: Context, { user_id: userId, month, shift_ids: ids }: PayNights) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const nights = await nightsToPay(tx, ctx, userId, ids);
    const isRight = nights.every(({ date }) => date.startsWith(`${month}-`));
    if (nights.length !== new Set(ids).size || !isRight) return fail("nights_changed");
    const paid = nights.filter(({ paid_at }) => paid_at !== null);
    if (paid.length === 0) return ok({ nights: 0 });
    await writePaid(tx, idsOf(paid), null);
    await post(ctx, tx, "guide_unpaid", paid, null);
    await audit(tx, ctx, {
      action: "guide.nights_unpaid",
      subject: subjectOf(userId, paid),
      changes: { departure: [paid.map(titled), null], amount: [amountsOf(paid), null] },
    });
    return ok({ nights: paid.length });
  });
}

/** Posts what was paid for nights, or no longer counts as paid; `paidAt` null: the entry names when they had been. */
async function post(
  ctx: Context,
  tx: Tx,
  kind: "guide_paid" | "guide_unpaid",
  nights: readonly MonthRow[],
  paidAt: Date | null,
): Promise<void> {
  const postings = nights.flatMap((night) => {
    const pay = payOf(night);
    // a night may be paid, taken back and paid again
    const key = `shift:${night.id}:${kind}:${(paidAt ?? night.paid_at!).toISOString()}`;
    return pay ? [{ key, kind, amount: pay.amount, currency: pay.currency }] : [];
  });
  await postEntries(tx, ctx.now, { purchaseId: null, test: practises(ctx) }, postings);
}

/** Whom the audit log names: the guide, or the first night where their account is gone. */
const subjectOf = (userId: string | null, [first]: readonly MonthRow[]) =>
  userId === null ? (["departure", first!.departure_id] as const) : (["user", userId] as const);

const idsOf = (nights: readonly MonthRow[]) => nights.map(({ id }) => id);
const titled = ({ departure_id: id, title, date, start_time }: MonthRow) => ({
  id,
  title: `${title}, ${date} ${start_time}`,
});

/** What nights come to, as the audit log says amounts; null where none of them has a pay. */
function amountsOf(nights: readonly MonthRow[]) {
  const sums = sumsOf(nights.map(payOf));
  return sums.length === 0 ? null : Object.fromEntries(sums.map(({ currency, amount }) => [currency, amount]));
}

const payOf = ({ pay_amount: amount, pay_currency: currency }: MonthRow) =>
  amount === null || currency === null ? null : { amount, currency };
