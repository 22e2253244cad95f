import { randomUUID } from "node:crypto";
import type { Currency } from "#src/kernel/money.ts";
import { manualProviderName } from "#src/modules/money/payments/serve-manual.server.ts";
import { captured } from "#src/modules/money/payments/rules/books.ts";
import { WAY_BEFORE } from "#src/modules/money/payments/rules/paid-before.ts";
import {
  endPaidBefore,
  insertPaidBefore,
  type PaymentBefore,
} from "#src/modules/money/payments/store/before.server.ts";
import { postAll } from "#src/modules/base/ledger/post-entries.server.ts";
import { isPractice, modeOf, practises } from "#src/modules/base/settings/rules/practice.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { portionsOf } from "#src/platform/in-portions.server.ts";

type PaidBooking = { id: string; total_price: number; currency: Currency };

const ROWS = 500;

/**
 * Notes, in the transaction that imports bookings, that they were paid where they were sold: each gets a payment whose money the
 * other system holds, so that the books balance and a refund is given back by hand. Nothing is published: it bought nothing here, has no
 * receipt of ours and is in no till. The caller checks permissions.
 */
export async function recordPaidBefore(ctx: Context, tx: Tx, bookings: readonly PaidBooking[]): Promise<void> {
  const mode = modeOf(practises(ctx));
  const payments = bookings
    .filter(({ total_price: amount }) => amount > 0)
    .map(({ id: purchase_id, total_price: amount, currency }): PaymentBefore => {
      const id = randomUUID();
      return {
        id,
        purchase_id,
        mode,
        amount,
        currency,
        external_id: manualProviderName(WAY_BEFORE, { amount, currency }, id),
      };
    });
  for (const portion of portionsOf(payments, ROWS)) {
    await insertPaidBefore(tx, ctx.now, portion);
    const entries = portion.map((payment) => ({ about: aboutOf(payment), postings: [captured(payment.id, payment)] }));
    await postAll(tx, ctx.now, entries);
  }
}

/** Undoes it, in the transaction that undoes the import. */
export async function undoPaidBefore(ctx: Context, tx: Tx, purchaseIds: readonly string[]): Promise<void> {
  for (const portion of portionsOf(purchaseIds, ROWS)) {
    const payments = await endPaidBefore(tx, ctx, portion);
    const entries = payments.map((payment) => ({
      about: aboutOf(payment),
      postings: [
        {
          key: `payment:${payment.id}:import_undone`,
          kind: "import_undone" as const,
          amount: payment.amount,
          currency: payment.currency,
        },
      ],
    }));
    await postAll(tx, ctx.now, entries);
  }
}

const aboutOf = ({ id, purchase_id, mode }: PaymentBefore) => ({
  purchaseId: purchase_id,
  paymentId: id,
  provider: WAY_BEFORE,
  test: isPractice(mode),
});
