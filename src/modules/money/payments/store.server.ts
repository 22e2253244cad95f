import { sql } from "kysely";
import type { CreditsQuestions } from "#src/modules/money/credits/questions.ts";
import { isUuid } from "#src/kernel/codes.ts";
import { priorityOf } from "#src/kernel/job-order.ts";
import type { Currency } from "#src/kernel/money.ts";
import type { DisputeStatus, PaymentStatus, RefundStatus } from "#src/modules/money/payments/rules/payment.ts";
import type { PurchaseKind } from "#src/modules/money/payments/questions.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { writeLater, writeOf } from "#src/platform/gather-writes.server.ts";

// by name: a statement with `*` can't be prepared
const COLUMNS = [
  "id",
  "purchase_id",
  "attempt",
  "provider",
  "method",
  "mode",
  "external_id",
  "redirect_url",
  "amount",
  "failure_reason",
  "review_reason",
  "placement",
  "expires_at",
  "next_poll_at",
  "created_at",
  "settled_at",
  "part_id",
  "charge_id",
  "charged_amount",
  "charged_currency",
  "dispute_id",
  "dispute_state",
  "warned_at",
  "voucher_until",
  "capture_tries",
  "capture_until",
  "bank_since",
  "fee_amount",
  "fee_currency",
  "payout_id",
  "payout_on",
  "hand_reference",
] as const;

const payments = (db: Db | Tx) =>
  db
    .selectFrom("payments")
    .select(COLUMNS)
    .select([sql<PaymentStatus>`status`.as("status"), sql<Currency>`currency`.as("currency")])
    .select([
      sql<PurchaseKind>`(select u.kind from purchases u where u.id = payments.purchase_id)`.as("kind"),
      sql<PurchaseKind | null>`(select u.kind from purchases u where u.id = payments.part_id)`.as("part_kind"),
    ]);
export type PaymentRow = NonNullable<Awaited<ReturnType<typeof paymentById>>>;

export const paymentById = (db: Db | Tx, id: string) => payments(db).where("id", "=", id).executeTakeFirst();

export const paymentForUpdate = (tx: Tx, id: string) =>
  payments(tx).where("id", "=", id).forUpdate().executeTakeFirst();

/**
 * The payment that a provider's message is about, by any of its names: our id, the attempt's, the charge's.
 */
export const paymentCalled = (
  db: Db | Tx,
  provider: string,
  names: { payment_ref: string | null; external_id: string | null; charge_ref: string | null },
) =>
  payments(db)
    .where("provider", "=", provider)
    .where((e) =>
      e.or([
        // a reference that isn't a UUID is none of our ids; comparing as text would scan every row
        e("id", "=", names.payment_ref !== null && isUuid(names.payment_ref) ? names.payment_ref : null),
        e("external_id", "=", names.external_id),
        e("charge_id", "=", names.charge_ref),
      ]),
    )
    .executeTakeFirst();

export const paymentsOf = (db: Db | Tx, purchaseId: string) =>
  payments(db).where("purchase_id", "=", purchaseId).orderBy("attempt").execute();

/** Attempts that a provider may still take money for. Those in review are left to staff. */
export const openPayments = (db: Db, purchaseId: string) =>
  payments(db)
    .where("purchase_id", "=", purchaseId)
    .where("status", "in", ["created", "pending"])
    .where("external_id", "is not", null)
    .where("review_reason", "is", null)
    .execute();

/** Whether a purchase itself, apart from changes of it, has an attempt that may still be opened or paid. */
export const hasAttempt = async (tx: Tx, purchaseId: string, now: Date): Promise<boolean> =>
  (await payments(tx)
    .where("purchase_id", "=", purchaseId)
    .where("part_id", "is", null)
    .where("status", "in", ["created", "pending"])
    .where("expires_at", ">", now)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Payable attempts to buy what a payment buys, begun before an instant. */
const othersOpen = (db: Db | Tx, { id, purchase_id, part_id }: Pick<PaymentRow, "id" | "purchase_id" | "part_id">) =>
  payments(db)
    .where("purchase_id", "=", purchase_id)
    .where("id", "<>", id)
    .where("part_id", part_id === null ? "is" : "=", part_id)
    .where("status", "in", ["created", "pending"])
    .where("review_reason", "is", null);

/** Has other attempts closed that could still buy what a payment has bought, if there are any. */
export const closeOthersOpen = (
  tx: Tx,
  { id, purchase_id, part_id }: Pick<PaymentRow, "id" | "purchase_id" | "part_id">,
) => writeLater(tx, OTHERS_CLOSED, [id, purchase_id, part_id]);

const OTHERS_CLOSED = writeOf({
  closing: `select graphile_worker.add_job('payments.close-stale', json_build_object('paymentId', $1::uuid),
      job_key := 'payments.close-stale.' || $1::uuid, max_attempts := 25, priority := ${priorityOf("payments.close-stale")})
    where exists (select from payments where purchase_id = $2 and id <> $1 and part_id is not distinct from $3::uuid
      and status in ('created', 'pending') and review_reason is null)`,
});

/** The other attempts to buy what a payment has bought that were opened at their provider. */
export const stalePayments = (db: Db, payment: Pick<PaymentRow, "id" | "purchase_id" | "part_id">) =>
  othersOpen(db, payment).where("external_id", "is not", null).execute();

/** Whether a booking, or a change of it, has a payment that a bank is still making. */
export const hasOneAtBank = async (db: Db | Tx, purchaseId: string, partId: string | null): Promise<boolean> =>
  (
    await payments(db)
      .where("purchase_id", "=", purchaseId)
      .where("part_id", partId === null ? "is" : "=", partId)
      .where("status", "=", "pending")
      .where("bank_since", "is not", null)
      .limit(1)
      .execute()
  ).length > 0;

/** The latest end of a booking's other payable attempts; null when there is none. */
export async function lastAttemptEnd(
  tx: Tx,
  { id, purchase_id, part_id }: Pick<PaymentRow, "id" | "purchase_id" | "part_id">,
  now: Date,
) {
  const { end } = await tx
    .selectFrom("payments")
    .select((e) => e.fn.max("expires_at").as("end"))
    .where("purchase_id", "=", purchase_id)
    .where("id", "<>", id)
    .where("part_id", part_id === null ? "is" : "=", part_id)
    .where("status", "in", ["created", "pending"])
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return end as Date | null;
}

/** Payments due for polling, longest overdue first; at most 100 per provider, so that none starves another. */
export const paymentsToPoll = (db: Db, now: Date) =>
  db
    .selectFrom((e) =>
      e
        .selectFrom("payments")
        .select(["id", "provider", "next_poll_at"])
        .select(sql<number>`row_number() over (partition by provider order by next_poll_at, id)`.as("place"))
        .where("next_poll_at", "<=", now)
        .as("due"),
    )
    .select(["id", "provider"])
    .where("place", "<=", 100)
    .orderBy("place")
    .execute();

/** Makes the undecided attempts of the last hour due at `now` that would be polled later. */
export const pollSoon = (db: Db, now: Date) =>
  db
    .updateTable("payments")
    .set({ next_poll_at: now })
    .where("next_poll_at", ">", now)
    .where("created_at", ">", new Date(now.getTime() - 3_600_000))
    .where("status", "in", ["created", "pending"])
    .where("external_id", "is not", null)
    .execute();

type NewPayment = {
  id: string;
  purchase_id: string;
  part_id: string | null;
  provider: string;
  method: string;
  mode: string;
  amount: number;
  currency: string;
  expires_at: Date;
  next_poll_at: Date | null;
  created_at: Date;
  /** the id at its provider, if known in advance */
  external_id?: string;
  /** the number that money which staff took has elsewhere */
  hand_reference?: string | null;
};

/** Inserts the booking's next attempt; the booking's row must be locked. */
export const insertPayment = (tx: Tx, payment: NewPayment) => {
  const { id, purchase_id, part_id, provider, method, mode, amount, currency, expires_at } = payment;
  const { next_poll_at, created_at, external_id = null, hand_reference = null } = payment;
  const times = [expires_at, next_poll_at, created_at];
  return writeLater(tx, STARTED, [
    id,
    purchase_id,
    part_id,
    provider,
    method,
    mode,
    amount,
    currency,
    ...times,
    external_id,
    hand_reference,
  ]);
};

const STARTED = writeOf({
  started: `insert into payments (id, purchase_id, part_id, provider, method, mode, amount, currency, expires_at, next_poll_at, created_at,
      external_id, hand_reference, attempt)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
      (select coalesce(max(attempt), 0) + 1 from payments where purchase_id = $2))`,
});

/**
 * What is known when an attempt is started with a key: the answer that the key got before, with what it was asked; the number of the
 * booking's next attempt; and whether a bank is still making a payment for the same.
 */
export async function startingFacts(
  db: Db | Tx,
  { purchaseId, partId, key }: { purchaseId: string; partId: string | null; key: string },
) {
  const { rows } = await sql<{
    attempt: number;
    at_bank: boolean;
    request_hash: string | null;
    answer: { payment_id: string } | null;
  }>`
    select made.attempt, made.at_bank, k.request_hash, k.answer
    from (select coalesce(max(attempt), 0) + 1 as attempt, coalesce(bool_or(status = 'pending' and bank_since is not null
        and part_id is not distinct from ${partId}::uuid), false) as at_bank from payments where purchase_id = ${purchaseId}::uuid) made
      left join idempotency_keys k on k.scope = ${START_SCOPE} and k.key = ${key}`.execute(db);
  return rows[0]!;
}

const START_SCOPE = "payment";

/** Stores the answer to a start for its retries. Fails the transaction where the key is taken (`idempotency_keys_pkey`). */
export const keepStarted = (tx: Tx, key: string, request: string, answer: { payment_id: string }) =>
  writeLater(tx, ANSWERED, [START_SCOPE, key, request, JSON.stringify(answer)]);

const ANSWERED = writeOf({
  answered: "insert into idempotency_keys (scope, key, request_hash, answer) values ($1, $2, $3, $4)",
});

type PaymentChange = Partial<{
  status: PaymentStatus;
  failure_reason: string | null;
  review_reason: string | null;
  amount: number;
  currency: string;
  placement: string;
  charge_id: string | null;
  charged_amount: number | null;
  charged_currency: string | null;
  fee_amount: number;
  fee_currency: string;
  dispute_id: string;
  dispute_state: string | null;
  warned_at: Date;
  next_poll_at: Date | null;
  voucher_until: Date;
  bank_since: Date;
  redirect_url: string;
  expires_at: Date;
  settled_at: Date;
}>;

/** Longer than a provider's call takes with its retries: a try whose answer was lost ends with it. */
const CAPTURE_TAKES = "15 seconds";

/** The number of a try to capture: the next one, or that of a try under way. Stored before it is returned. */
export async function beginCapture(db: Db, id: string, now: Date): Promise<number> {
  const underWay = sql<boolean>`capture_until > ${now}`;
  const { capture_tries } = await db
    .updateTable("payments")
    .set({
      capture_tries: sql`case when ${underWay} then capture_tries else capture_tries + 1 end`,
      capture_until: sql`case when ${underWay} then capture_until else ${now}::timestamptz + ${CAPTURE_TAKES}::interval end`,
    })
    .where("id", "=", id)
    .returning("capture_tries")
    .executeTakeFirstOrThrow();
  return capture_tries;
}

/** Ends a try that was answered, unless another has begun since. */
export const endCapture = (db: Db, id: string, tryNumber: number) =>
  db
    .updateTable("payments")
    .set({ capture_until: null })
    .where("id", "=", id)
    .where("capture_tries", "=", tryNumber)
    .execute();

/** Notes that a payment has succeeded, with what was charged for it and what became of it. */
export const markSucceeded = (
  tx: Tx,
  payment: Pick<PaymentRow, "id" | "charge_id" | "charged_amount" | "charged_currency" | "fee_amount" | "fee_currency">,
  placement: string,
  now: Date,
) => {
  const { id, charge_id, charged_amount, charged_currency, fee_amount, fee_currency } = payment;
  const values = [id, charge_id, charged_amount, charged_currency, placement, now, fee_amount, fee_currency];
  return writeLater(tx, SUCCEEDED, values);
};

const SUCCEEDED = writeOf({
  succeeded: `update payments set status = 'succeeded', charge_id = $2, charged_amount = $3, charged_currency = $4, placement = $5,
      settled_at = $6, fee_amount = $7, fee_currency = $8, next_poll_at = null, failure_reason = null
    where id = $1`,
});

export const updatePayment = (tx: Tx | Db, id: string, change: PaymentChange) =>
  tx.updateTable("payments").set(change).where("id", "=", id).execute();

/**
 * Stores where an attempt was opened. The first answer wins, and a payment settled meanwhile stays settled: two retries may run
 * at once, and the guest may pay before the slower one returns.
 */
export const markOpened = (db: Db, id: string, opened: { externalId: string; redirectUrl: string }) =>
  db
    .updateTable("payments")
    .set({
      external_id: opened.externalId,
      redirect_url: opened.redirectUrl,
      status: sql<string>`case when status = 'created' then 'pending' else status end`,
    })
    .where("id", "=", id)
    .where("external_id", "is", null)
    .execute();

/** Stores the answer of a call for its retries, the first one only; false if the key is taken. */
export const keepAnswer = async (tx: Tx, key: { scope: string; key: string; request_hash: string; answer: object }) => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("idempotency_keys")
    .values({ ...key, answer: JSON.stringify(key.answer) })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

export const keptAnswer = (db: Db | Tx, scope: string, key: string) =>
  db
    .selectFrom("idempotency_keys")
    .select(["request_hash", "answer"])
    .where("scope", "=", scope)
    .where("key", "=", key)
    .executeTakeFirst();

const refunds = (db: Db | Tx) =>
  db
    .selectFrom("refunds")
    .selectAll()
    .select([sql<RefundStatus>`status`.as("status"), sql<Currency>`currency`.as("currency")])
    .select(sql<PurchaseKind>`(select u.kind from purchases u where u.id = refunds.purchase_id)`.as("kind"));

export type RefundRow = NonNullable<Awaited<ReturnType<typeof refundById>>>;

export const refundById = (db: Db | Tx, id: string) => refunds(db).where("id", "=", id).executeTakeFirst();

export const refundForUpdate = (tx: Tx, id: string) => refunds(tx).where("id", "=", id).forUpdate().executeTakeFirst();

export const refundsOfPayment = (db: Db | Tx, paymentId: string) =>
  refunds(db).where("payment_id", "=", paymentId).orderBy("created_at").orderBy("id").execute();

export const refundsOf = (db: Db | Tx, purchaseId: string) =>
  refunds(db).where("purchase_id", "=", purchaseId).orderBy("created_at").orderBy("id").execute();

/** Writes a payment's reference unless it has one. Returns the one that it has then. */
export async function noteReference(db: Db | Tx, id: string, reference: string): Promise<string | null> {
  const { hand_reference } = await db
    .updateTable("payments")
    .set({ hand_reference: sql<string>`coalesce(hand_reference, ${reference})` })
    .where("id", "=", id)
    .returning("hand_reference")
    .executeTakeFirstOrThrow();
  return hand_reference;
}

/** Attempts of several bookings, each booking's in order. */
export const paymentsOfSeveral = (db: Db, purchaseIds: readonly string[]) =>
  payments(db).where("purchase_id", "in", purchaseIds).orderBy("attempt").execute();

export const refundsOfSeveral = (db: Db, purchaseIds: readonly string[]) =>
  refunds(db).where("purchase_id", "in", purchaseIds).orderBy("created_at").orderBy("id").execute();

type NewRefund = {
  payment_id: string;
  purchase_id: string;
  amount: number;
  taken_back: number;
  currency: string;
  reason: string;
  idempotency_key: string;
  due_at: Date;
  status?: RefundStatus;
  succeeded_at?: Date | null;
  source?: "external";
  external_id?: string;
};

/** The refund's id; undefined if its key already existed. */
export const insertRefund = (tx: Tx, refund: NewRefund) =>
  tx
    .insertInto("refunds")
    .values(refund)
    .onConflict((c) => c.column("idempotency_key").doNothing())
    .returning("id")
    .executeTakeFirst();

/** Stores the guest's decision about a refund not yet sent; undefined if it was already decided (`isUndecided`). */
export const decideRefund = (
  tx: Tx,
  id: string,
  change: { status: "dropped" | "credited" } | { due_at: Date },
  now: Date,
) =>
  tx
    .updateTable("refunds")
    .set({ ...change, updated_at: now })
    .where("id", "=", id)
    .where("status", "=", "requested")
    .where("first_asked_at", "is", null)
    .where("due_at", ">", now)
    .returning("id")
    .executeTakeFirst();

type RefundChange = Partial<{
  status: RefundStatus;
  amount: number;
  taken_back: number;
  external_id: string | null;
  attempts: number;
  last_error: string | null;
  note: string;
  waits: "balance" | "dispute" | null;
  first_asked_at: Date | null;
  due_at: Date;
  /** when its money went; a status that isn't `succeeded` empties it (a trigger) */
  succeeded_at: Date;
}>;

export const updateRefund = (tx: Tx | Db, id: string, change: RefundChange, now: Date) =>
  tx
    .updateTable("refunds")
    .set({ ...change, updated_at: now })
    .where("id", "=", id)
    .execute();

/** Disputes of a payment, open or closed, oldest first. */
export const disputesOfPayment = (db: Db | Tx, paymentId: string) =>
  db
    .selectFrom("disputes")
    .selectAll()
    .select(sql<DisputeStatus>`state`.as("state"))
    .where("payment_id", "=", paymentId)
    .orderBy("opened_at")
    .execute();

type NewDispute = {
  payment_id: string;
  external_id: string;
  state: "open";
  amount: number;
  currency: string;
  reason: string;
  opened_at: Date;
};

export const insertDispute = (tx: Tx, dispute: NewDispute) => tx.insertInto("disputes").values(dispute).execute();

export const updateDispute = (
  tx: Tx,
  { payment_id, external_id }: { payment_id: string; external_id: string },
  change: { state: "won" | "lost"; lost: number; closed_at: Date },
) =>
  tx
    .updateTable("disputes")
    .set(change)
    .where("payment_id", "=", payment_id)
    .where("external_id", "=", external_id)
    .execute();

// a guest's own data, in the names of the file that they get
const MONEY_SHOWN = ["purchase_id as booking_id", "amount", "currency", "status", "created_at"] as const;

/** Payments and refunds of bookings, with the columns their owner may see. */
export const moneyOfPurchases = async (db: Db, purchaseIds: readonly string[]) => ({
  payments: await db
    .selectFrom("payments")
    .select([...MONEY_SHOWN, "provider", "method", "settled_at"])
    .where("purchase_id", "in", purchaseIds)
    .orderBy("created_at")
    .execute(),
  refunds: await db
    .selectFrom("refunds")
    .select([...MONEY_SHOWN, "reason", "updated_at", "succeeded_at"])
    .where("purchase_id", "in", purchaseIds)
    .orderBy("created_at")
    .execute(),
});

export const spentAndGone: CreditsQuestions["spentAndGone"] = async (tx, paymentId) => {
  const { rows } = await sql<{ sum: number }>`
    select (coalesce((select sum(taken_back) from refunds where payment_id = ${paymentId}), 0)
      + coalesce((select sum(lost) from disputes where payment_id = ${paymentId}), 0))::int as sum`.execute(tx);
  return rows[0]!.sum;
};

export const creditGone: CreditsQuestions["creditGone"] = async (tx, paymentId, credit) => {
  const { rows } = await sql<{ gone: number }>`
    select greatest(0, least(r.refunded, r.refunded - coalesce(p.charged_amount, p.amount) + ${credit}::int))::int as gone
    from payments p, lateral (select coalesce(sum(amount), 0) as refunded from refunds
      where payment_id = p.id and status not in ('dropped', 'credited')) r where p.id = ${paymentId}`.execute(tx);
  return rows[0]!.gone;
};

/** Which of some bookings have a payment that succeeded, may yet, or is to be looked into. */
export async function purchasesWithMoney(tx: Tx, purchaseIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ purchase_id: string }>`
    select distinct purchase_id from payments where purchase_id = any(${[...purchaseIds]}::uuid[])
      and (status in ('succeeded', 'pending') or review_reason is not null)`.execute(tx);
  return new Set(rows.map(({ purchase_id }) => purchase_id));
}

/** When the first payment of purchases was started; those without one are missing. */
export async function firstPayments(on: Db | Tx, purchaseIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ purchase_id: string; at: Date }>`
    select purchase_id, min(created_at) as at from payments where purchase_id = any(${[...purchaseIds]}::uuid[])
    group by purchase_id`.execute(on);
  return new Map(rows.map(({ purchase_id, at }) => [purchase_id, at]));
}

/** Empties what staff wrote about refunds of bookings. */
export const emptyRefundNotes = (tx: Tx, purchaseIds: readonly string[]) =>
  tx
    .updateTable("refunds")
    .set({ note: null })
    .where("purchase_id", "in", purchaseIds)
    .where("note", "is not", null)
    .execute();
