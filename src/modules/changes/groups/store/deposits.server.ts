import { type ExpressionBuilder, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Currency } from "#src/kernel/money.ts";
import type { DepositState } from "#src/modules/changes/groups/schema.ts";
import type { CancelReason } from "#src/modules/sales/booking/rules/states.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";

// what whoever accepted has to pay first; nothing where the offer has no deposit
const ADD = `
  insert into group_deposits (quote_id, booking_id, reference, currency, amount, site_tag, language, crawl_id, name, email, test, created_at)
  select q.id, b.id, b.reference, q.currency, q.deposit, r.site_tag, r.language, q.crawl_id, r.name, r.email, b.test, $2
  from group_quotes q join group_requests r on r.id = q.request_id join booking_facts b on b.id = q.booking_id
  where q.id = $1 and q.deposit is not null`;

/** Adds the deposit of an offer that has become a booking, on the connection that writes it. */
export const addDeposit = async (on: Statements, quoteId: string, now: Date): Promise<void> =>
  void (await on.query({ name: "add-group-deposit", text: ADD, values: [quoteId, now] }));

/** What is left of the credit that a deposit is: 0 until it is paid. */
const left = (e: ExpressionBuilder<Tables, "group_deposits">) =>
  e
    .selectFrom("credits as c")
    .whereRef("c.purchase_id", "=", "group_deposits.id")
    .select(
      sql<number>`greatest(0, c.amount - c.voided - coalesce((select sum(u.amount) from credit_uses u
        where u.credit_id = c.id and u.state <> 'released'), 0))::int`.as("left"),
    )
    .limit(1);

/**
 * The credit that a paid deposit is: how much of it was kept, how much is void (with that), and what isn't; minor units. `at_bank`: a bank
 * decides about its payment.
 */
type Held = { payment_id: string; expired: number; voided: number; rest: number; at_bank: boolean };

const deposits = (db: Db | Tx) =>
  db
    .selectFrom("group_deposits")
    .innerJoin("group_quotes as q", "q.id", "group_deposits.quote_id")
    .innerJoin("pub_crawls as p", "p.id", "group_deposits.crawl_id")
    .innerJoin("cities as t", "t.id", "p.city_id")
    .innerJoin("booking_facts as b", "b.id", "group_deposits.booking_id")
    .select(["group_deposits.id", "group_deposits.quote_id", "group_deposits.booking_id", "group_deposits.reference"])
    .select(["group_deposits.amount", "group_deposits.site_tag", "group_deposits.language", "group_deposits.email"])
    .select(["group_deposits.test", "group_deposits.paid_at", "group_deposits.forgotten_at"])
    .select(["q.pay_by", "q.deposit_by", "t.time_zone", "p.city_id", "b.status as booking_status", "b.hold_expires_at"])
    .select(["b.starts_at", "b.total_price", "b.confirmed_at"])
    .select([
      sql<DepositState>`group_deposits.state`.as("state"),
      sql<Currency>`group_deposits.currency`.as("currency"),
      sql<CancelReason | null>`b.cancel_reason`.as("cancel_reason"),
      sql<Held | null>`(select jsonb_build_object('payment_id', c.payment_id, 'expired', c.expired, 'voided', c.voided,
          'rest', c.amount - c.voided, 'at_bank', coalesce(p.dispute_state = 'open', false))
        from credits c join payments p on p.id = c.payment_id where c.purchase_id = group_deposits.id limit 1)`.as(
        "credit",
      ),
    ])
    .select((e) => e.fn.coalesce(left(e), sql<number>`0`).as("left"));

export type DepositRow = NonNullable<Awaited<ReturnType<typeof depositById>>>;
export const depositById = (db: Db | Tx, id: string) =>
  deposits(db).where("group_deposits.id", "=", id).executeTakeFirst();

/** The booking that a deposit is of, which is locked before it. */
export const bookingOfDeposit = async (db: Db | Tx, id: string): Promise<string | undefined> =>
  (await db.selectFrom("group_deposits").select("booking_id").where("id", "=", id).executeTakeFirst())?.booking_id;

/** The deposit of a booking, whether or not it is paid. */
export const depositOfBooking = async (db: Db | Tx, bookingId: string): Promise<string | undefined> =>
  (await db.selectFrom("group_deposits").select("id").where("booking_id", "=", bookingId).executeTakeFirst())?.id;

/** Paid deposits of which something is free: no booking waits for it, or was paid with it. */
export const freeDeposits = (db: Db) =>
  db
    .selectFrom("group_deposits")
    .innerJoin("booking_facts as b", "b.id", "group_deposits.booking_id")
    .select(["group_deposits.id", "group_deposits.booking_id"])
    .where("group_deposits.state", "=", "paid")
    .where("b.status", "<>", "pending")
    .where(left, ">", 0)
    .orderBy("group_deposits.id")
    .execute();

/** A deposit, locked with the credit that it is, and only then read. Its booking is locked before. */
export async function lockDeposit(tx: Tx, id: string): Promise<DepositRow | undefined> {
  await tx.selectFrom("group_deposits").select("id").where("id", "=", id).forUpdate().execute();
  await tx.selectFrom("credits").select("id").where("purchase_id", "=", id).orderBy("id").forUpdate().execute();
  return depositById(tx, id);
}

/** Marks a deposit as paid; it is what was paid (minor units). */
export const markPaid = (tx: Tx, id: string, amount: number, now: Date) =>
  tx.updateTable("group_deposits").set({ state: "paid", amount, paid_at: now }).where("id", "=", id).execute();

export const setDepositState = (tx: Tx, id: string, state: DepositState) =>
  tx.updateTable("group_deposits").set({ state }).where("id", "=", id).execute();

/** Takes whoever paid out of deposits. */
export const forgetPayers = (tx: Tx, ids: readonly string[], now: Date) =>
  tx
    .updateTable("group_deposits")
    .set({ name: "", email: "" })
    .set((e) => ({ forgotten_at: e.fn.coalesce("forgotten_at", e.val(now)) }))
    .where("id", "in", ids)
    .execute();

/** The deposits of bookings, as they stand. */
export const depositsNow = async (db: Db | Tx, bookingIds: readonly string[]) =>
  bookingIds.length === 0
    ? []
    : await db
        .selectFrom("group_deposits")
        .select(["id", "booking_id", sql<DepositState>`state`.as("state")])
        .where("booking_id", "in", bookingIds)
        .orderBy("id")
        .execute();

/** The deposits of bookings, locked. */
export const depositsOfBookings = async (tx: Tx, bookingIds: readonly string[]): Promise<string[]> =>
  bookingIds.length === 0
    ? []
    : (
        await tx
          .selectFrom("group_deposits")
          .select("id")
          .where("booking_id", "in", bookingIds)
          .orderBy("id")
          .forUpdate()
          .execute()
      ).map(({ id }) => id);

/** What is stored of deposits, for whoever paid them. */
export const storedDeposits = (db: Db | Tx, ids: readonly string[]) =>
  db
    .selectFrom("group_deposits")
    .select(["reference", "state", "amount", "currency", "name", "email", "created_at", "paid_at"])
    .where("id", "in", ids)
    .execute();
