import { sql } from "kysely";
import type { RefundStatus } from "#src/modules/money/payments/rules/payment.ts";
import type { Db } from "#src/platform/db.server.ts";

/** More than can wait at once; what is beyond them comes up as these are done. */
const MOST = 1000;

const OF = ["p.purchase_id", "p.provider"] as const;
const PAYMENT = ["p.id", "p.amount", "p.currency", "p.charged_amount", "p.charged_currency"] as const;

const payments = (db: Db) => db.selectFrom("payments as p");

/** Payments waiting for a decision by staff, longest waiting first. */
export const paymentsInReview = (db: Db) =>
  payments(db)
    .select([...PAYMENT, ...OF, "p.created_at"])
    .select(sql<"wrong_amount" | "wrong_currency">`p.review_reason`.as("review_reason"))
    .where("p.review_reason", "in", ["wrong_amount", "wrong_currency"])
    .orderBy("p.created_at")
    .limit(MOST)
    .execute();

/** Payments in an open dispute, oldest first. */
export const paymentsDisputed = (db: Db) =>
  payments(db)
    .select([...PAYMENT, ...OF, "p.settled_at"])
    .where("p.dispute_state", "=", "open")
    .orderBy("p.settled_at")
    .limit(MOST)
    .execute();

/** Payments with a fraud warning that are neither disputed nor refunded, newest warning first. */
export const paymentsWarned = (db: Db, since: Date) =>
  payments(db)
    .select([...PAYMENT, ...OF, "p.warned_at"])
    .where("p.warned_at", ">=", since)
    .where("p.dispute_state", "is", null)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("refunds as r")
            .select("r.id")
            .whereRef("r.payment_id", "=", "p.id")
            .where("r.status", "=", "succeeded")
            .whereRef("r.amount", "=", "p.amount"),
        ),
      ),
    )
    .orderBy("p.warned_at", "desc")
    .limit(MOST)
    .execute();

/** Payments begun before an instant and not decided by their provider, newest first. */
export const paymentsUnanswered = (db: Db, before: Date) =>
  payments(db)
    .select([...PAYMENT, ...OF, "p.created_at"])
    .where("p.status", "in", ["created", "pending"])
    .where("p.external_id", "is not", null)
    .where("p.next_poll_at", "is not", null)
    .where("p.bank_since", "is", null)
    .where("p.review_reason", "is", null)
    .where("p.created_at", "<", before)
    .orderBy("p.created_at", "desc")
    .limit(MOST)
    .execute();

/** Payments that a bank is still making though the time in which places wait for it is over, longest waiting first. */
export const paymentsLongAtBank = (db: Db, now: Date) =>
  payments(db)
    .select([...PAYMENT, ...OF])
    .select((e) => e.ref("p.bank_since").$castTo<Date>().as("bank_since"))
    .where("p.bank_since", "is not", null)
    .where("p.status", "=", "pending")
    .where("p.expires_at", "<=", now)
    .orderBy("p.bank_since")
    .limit(MOST)
    .execute();

/** Refunds overdue: first those left to staff, then those being retried or waiting. */
export const refundsUndone = (db: Db, due: Date) =>
  db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "r.amount", "r.currency", "r.created_at", "r.due_at", "r.last_error", "r.waits", ...OF])
    .select([sql<RefundStatus>`r.status`.as("status"), "p.dispute_state", "p.method"])
    .where((e) =>
      e.or([
        e("r.status", "in", ["manual", "failed", "submitted"]),
        e.and([e("r.status", "=", "requested"), e("r.due_at", "<=", due)]),
      ]),
    )
    .orderBy((e) => e("r.status", "=", "manual"), "desc")
    .orderBy((e) => e("r.status", "=", "failed"), "desc")
    .orderBy("r.created_at")
    .limit(MOST)
    .execute();
