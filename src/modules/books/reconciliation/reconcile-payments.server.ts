import type { Currency } from "#src/kernel/money.ts";
import { decidedPayment, isRefundKnown, moneyToCompare } from "#src/modules/money/payments/queries.server.ts";
import { noteFees } from "#src/modules/money/payments/note-fees.server.ts";
import { notePayouts } from "#src/modules/money/payments/note-payouts.server.ts";
import { recordExternalRefunds } from "#src/modules/money/payments/record-external-refunds.server.ts";
import { settlePayment } from "#src/modules/money/payments/settle-payment.server.ts";
import { moneyDiffers } from "#src/modules/books/reconciliation/events.ts";
import {
  type Books,
  boundsOf,
  compare,
  daysToCompare,
  type Difference,
} from "#src/modules/books/reconciliation/rules/compare.ts";
import { daysCompared, insertDifferences, insertRun } from "#src/modules/books/reconciliation/store.server.ts";
import { NO_COMPANY } from "#src/modules/base/settings/rules/app-settings.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Movement, type PaymentProvider, ProviderRefused } from "#src/platform/payment-provider.server.ts";

/**
 * Job: compares each past day with the movements every provider lists for it, once per provider and day. Where one can't be
 * compared, because a provider can't be reached or for whatever reason, the other days of all are, and then it throws: the job retries,
 * and that day is tried again every night until it is compared.
 */
export async function reconcilePayments(ctx: Context): Promise<void> {
  const real = Object.values(ctx.providers).filter(({ name }) => !NO_COMPANY.includes(name));
  const failed: Error[] = [];
  for (const provider of real) failed.push(...(await reconcile(ctx, provider)));
  if (failed.length > 0) throw new AggregateError(failed, failed.map(({ message }) => message).join("; "));
}

/** Compares a provider's days. Returns why some couldn't be. */
async function reconcile(ctx: Context, provider: PaymentProvider): Promise<Error[]> {
  const failed: Error[] = [];
  for (const day of daysToCompare(await daysCompared(ctx.db, provider.name), ctx.now))
    await reconcileDay(ctx, provider, day).catch((cause: Error) =>
      failed.push(new Error(`${provider.name} ${day}: ${cause.message}`, { cause })),
    );
  await notePayouts(ctx, provider).catch((cause: Error) =>
    failed.push(new Error(`${provider.name}, payouts: ${cause.message}`, { cause })),
  );
  return failed;
}

async function reconcileDay(ctx: Context, provider: PaymentProvider, day: string): Promise<void> {
  const { from, until } = boundsOf(day);
  const movements = await provider.listMovements(from, until);
  await noteFees(ctx, provider.name, movements);
  const books = await booksFor(ctx, { provider: provider.name, from, until }, movements);
  const differences: Found[] = [];
  const failed: Error[] = [];
  for (const one of compare(movements, books))
    await lookInto(ctx, provider, one).then(
      (found) => differences.push(...found),
      (error: Error) => failed.push(error),
    );
  // the others are mended by now; none is told before all are known, as a day is told of once
  if (failed.length > 0) throw new AggregateError(failed, failed.map(({ message }) => message).join("; "));
  await note(ctx, { provider: provider.name, day, movements: movements.length }, differences);
}

async function booksFor(
  ctx: Context,
  time: { provider: string; from: Date; until: Date },
  movements: readonly Movement[],
): Promise<Books> {
  const withoutNull = (names: (string | null)[]) => names.filter((name) => name !== null);
  const { payments, refunds } = await moneyToCompare(ctx, {
    ...time,
    paymentIds: withoutNull(movements.map(({ paymentId }) => paymentId)),
    names: withoutNull(movements.flatMap(({ externalId, chargeId }) => [externalId, chargeId])),
  });
  const ids = (rows: { id: string; expected: unknown }[]) => new Set(rows.flatMap((r) => (r.expected ? [r.id] : [])));
  return {
    payments: payments.map((row) => ({
      id: row.id,
      externalId: row.external_id,
      chargeId: row.charge_id,
      decided: row.status === "succeeded" || row.review_reason !== null,
      money: {
        amount: row.charged_amount ?? row.amount,
        currency: (row.charged_currency as Currency | null) ?? row.currency,
      },
    })),
    refunds: refunds.map(({ id, payment_id, external_id, amount, currency }) => ({
      id,
      paymentId: payment_id,
      externalId: external_id,
      money: { amount, currency },
    })),
    expected: { payments: ids(payments), refunds: ids(refunds) },
  };
}

type Found = Difference & { mended: boolean };

/**
 * Repairs what it can, and asks the provider about what its list omits: a charge of one day may be settled on the next. Returns
 * nothing if that explains the difference. A provider that answers and refuses doesn't know it: the difference stays.
 */
async function lookInto(ctx: Context, provider: PaymentProvider, one: Difference): Promise<Found[]> {
  if (one.kind === "payment_open") return [{ ...one, mended: await unlessRefused(settled(ctx, one.paymentId!)) }];
  if (one.kind === "charge_missing" && (await unlessRefused(isCharged(ctx, provider, one)))) return [];
  if (one.kind === "refund_missing" && (await unlessRefused(isRefunded(ctx, provider, one)))) return [];
  if (one.kind === "refund_unknown" && one.paymentId)
    return [{ ...one, mended: await unlessRefused(recorded(ctx, one)) }];
  return [{ ...one, mended: false }];
}

/** What was asked of a provider; false where it refused the question: of what it doesn't know, nothing is charged or refunded. */
async function unlessRefused(request: Promise<boolean>): Promise<boolean> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ProviderRefused) return false;
    throw error;
  }
}

/** Settles a payment whose notification never arrived. */
async function settled(ctx: Context, paymentId: string): Promise<boolean> {
  await settlePayment(ctx, paymentId);
  return (await decidedPayment(ctx, paymentId))?.decided ?? false;
}

/** Records a refund made in the provider's dashboard. */
async function recorded(ctx: Context, { paymentId, externalId }: Difference): Promise<boolean> {
  await recordExternalRefunds(ctx, paymentId!);
  return isRefundKnown(ctx, paymentId!, externalId!);
}

async function isCharged(ctx: Context, provider: PaymentProvider, { paymentId, ours }: Difference): Promise<boolean> {
  const payment = await decidedPayment(ctx, paymentId!);
  const state = payment?.external_id ? await provider.fetchState(payment.external_id) : null;
  return state?.status === "paid" && state.money.amount === ours!.amount && state.money.currency === ours!.currency;
}

async function isRefunded(ctx: Context, provider: PaymentProvider, one: Difference): Promise<boolean> {
  const payment = await decidedPayment(ctx, one.paymentId!);
  if (!payment?.external_id) return false;
  const refunds = await provider.listRefunds({ externalId: payment.external_id, chargeId: payment.charge_id });
  return refunds.some(({ externalId, status }) => externalId === one.externalId && status !== "failed");
}

/** Stores the run, even without differences. A second run for the same day stores nothing and notifies no one. */
async function note(
  ctx: Context,
  run: { provider: string; day: string; movements: number },
  differences: readonly Found[],
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await insertRun(tx, { ...run, ran_at: ctx.now });
    if (!row || differences.length === 0) return;
    await insertDifferences(
      tx,
      differences.map(({ kind, externalId, paymentId, refundId, ours, theirs, mended }) => ({
        run_id: row.id,
        kind,
        external_id: externalId,
        payment_id: paymentId,
        refund_id: refundId,
        our_amount: ours?.amount ?? null,
        our_currency: ours?.currency ?? null,
        their_amount: theirs?.amount ?? null,
        their_currency: theirs?.currency ?? null,
        mended,
      })),
    );
    if (differences.some((one) => !one.mended)) await ctx.publish(ctx, tx, moneyDiffers({ runId: row.id }));
  });
}
