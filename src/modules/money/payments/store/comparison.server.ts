import { type SqlBool, sql } from "kysely";
import type { Currency } from "#src/kernel/money.ts";
import type { PaymentStatus } from "#src/modules/money/payments/rules/payment.ts";
import type { Db } from "#src/platform/db.server.ts";

/** A provider's listing for a period: the ids of its charges and refunds. */
export type Listing = { provider: string; from: Date; until: Date; paymentIds: string[]; names: string[] };

/** Payments in a provider's listing, and those settled in its period, which are `expected` to be listed. */
export const paymentsToCompare = (db: Db, { provider, from, until, paymentIds, names }: Listing) => {
  const expected = sql<SqlBool>`(status = 'succeeded' and amount > 0 and settled_at >= ${from} and settled_at < ${until})`;
  return db
    .selectFrom("payments")
    .select(["id", "external_id", "charge_id", "review_reason", "charged_amount", "charged_currency", "amount"])
    .select([sql<PaymentStatus>`status`.as("status"), sql<Currency>`currency`.as("currency"), expected.as("expected")])
    .where("provider", "=", provider)
    .where((e) =>
      e.or([
        expected,
        sql<SqlBool>`id::text = any(${paymentIds})`,
        sql<SqlBool>`external_id = any(${names})`,
        sql<SqlBool>`charge_id = any(${names})`,
      ]),
    )
    .execute();
};

/** The same for refunds known to the provider; it can't list what was refunded by hand. */
export const refundsToCompare = (db: Db, { provider, from, until, names }: Listing) => {
  const expected = sql<SqlBool>`(r.status = 'succeeded' and r.succeeded_at >= ${from} and r.succeeded_at < ${until})`;
  return db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "r.payment_id", "r.amount", expected.as("expected")])
    .select([sql<string>`r.external_id`.as("external_id"), sql<Currency>`r.currency`.as("currency")])
    .where("p.provider", "=", provider)
    .where("r.external_id", "is not", null)
    .where((e) => e.or([expected, sql<SqlBool>`r.external_id = any(${names})`]))
    .execute();
};
