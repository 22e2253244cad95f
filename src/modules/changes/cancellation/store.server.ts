import { sql } from "kysely";
import type { Currency } from "#src/kernel/money.ts";
import type { Counted } from "#src/modules/changes/cancellation/rules/cancel-preview.ts";
import type { RefundStatus } from "#src/modules/money/payments/rules/payment.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** A departure with its crawl and city; undefined if it doesn't exist. */
export const departureToCancel = (db: Db | Tx, id: string) =>
  db
    .selectFrom("night_facts as d")
    .select(["d.id", "d.date", "d.start_time", "d.ends_at", "d.total_spots", "d.title", "d.title_es", "d.city_id"])
    .select(["d.time_zone", "d.city", "d.city_es"])
    .select(sql<"scheduled" | "cancelled">`d.status`.as("status"))
    .where("d.id", "=", id)
    .executeTakeFirst();

/** Everything the preview of a departure's cancellation counts (`rules/cancel-preview.ts`). */
export const countedOf = async (db: Db | Tx, departureId: string): Promise<Counted> =>
  withMoney(db, await livingBookings(db).where("b.scheduled_crawl_id", "=", departureId).execute());

/** The same of some bookings, of those of them that are pending or confirmed. */
export const countedOfBookings = async (db: Db | Tx, ids: readonly string[]): Promise<Counted> =>
  withMoney(
    db,
    await livingBookings(db)
      .where(sql<boolean>`b.id = any(${ids}::uuid[])`)
      .execute(),
  );

/** When the guests' right to a refund is counted from, and in which currency a booking is, by id. */
export async function termsOf(db: Db | Tx, ids: readonly string[]) {
  const rows = await db
    .selectFrom("booking_facts as b")
    .select(["b.id", "b.starts_at", sql<Currency>`b.currency`.as("currency")])
    .where(sql<boolean>`b.id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function withMoney(db: Db | Tx, bookings: Counted["bookings"]): Promise<Counted> {
  const ids = bookings.map(({ id }) => id);
  if (ids.length === 0) return { bookings, payments: [], refunds: [], disputes: [], credits: [] };
  return { bookings, ...(await moneyOf(db, ids)) };
}

const livingBookings = (db: Db | Tx) =>
  db
    .selectFrom("booking_facts as b")
    .select(["b.id", "b.reference", "b.language", "b.number_of_people as people", "b.version"])
    .select(["b.hold_expires_at", "b.voucher_until", "b.kept_for"])
    .select([
      sql<string>`trim(b.first_name || ' ' || b.last_name)`.as("name"),
      sql<"pending" | "confirmed">`b.status`.as("status"),
      sql<boolean>`b.email <> ''`.as("has_address"),
      sql<boolean>`exists (select from coupon_redemptions r where r.booking_id = b.id and r.state <> 'released')`.as(
        "has_coupon",
      ),
    ])
    .where("b.status", "in", ["pending", "confirmed"]);

const IS_DEPOSIT = sql<boolean>`exists (select from purchases s where s.id = c.purchase_id and s.kind = 'group_deposit')`;
// of a deposit that waits, as `creditIn` counts it: what no bank has, or may take
const COUNTED = sql<number>`case when u.state = 'reserved' and ${IS_DEPOSIT}
  then case when p.dispute_state in ('open', 'lost') then 0 else least(u.amount, c.amount - c.voided) end
  else u.amount end`;

// the same of one about which a bank decides
const AT_BANK = sql<number>`case when u.state = 'reserved' and p.dispute_state = 'open' and ${IS_DEPOSIT}
  then least(u.amount, c.amount - c.voided) else 0 end`;

/** How much of the deposit of an unpaid booking a bank decides about (minor units): `creditIn` counts none of that. */
export const depositAtBank = async (db: Db | Tx, bookingId: string): Promise<number> =>
  (
    await db
      .selectFrom("credit_uses as u")
      .innerJoin("credits as c", "c.id", "u.credit_id")
      .leftJoin("payments as p", "p.id", "c.payment_id")
      .select(sql<number>`coalesce(sum(${AT_BANK}), 0)::int`.as("sum"))
      .where("u.purchase_id", "=", bookingId)
      .executeTakeFirstOrThrow()
  ).sum;

async function moneyOf(db: Db | Tx, ids: readonly string[]): Promise<Omit<Counted, "bookings">> {
  const payments = await db
    .selectFrom("payments")
    .select(["id", "purchase_id as booking_id", "provider", "method", "amount", "dispute_state"])
    .select(sql<Currency>`currency`.as("currency"))
    .where("purchase_id", "in", ids)
    .where("status", "=", "succeeded")
    .execute();
  const refunds = await db
    .selectFrom("refunds")
    .select(["payment_id", "amount", "status"])
    .where("purchase_id", "in", ids)
    .execute();
  const disputes = await db
    .selectFrom("disputes as x")
    .innerJoin("payments as p", "p.id", "x.payment_id")
    .select(["x.payment_id", "x.amount", "x.state"])
    .where("p.purchase_id", "in", ids)
    .execute();
  const credits = await db
    .selectFrom("credit_uses as u")
    .innerJoin("credits as c", "c.id", "u.credit_id")
    .leftJoin("payments as p", "p.id", "c.payment_id")
    .select(["u.purchase_id as booking_id", sql<Currency>`c.currency`.as("currency")])
    .select([IS_DEPOSIT.as("is_deposit"), COUNTED.as("amount"), AT_BANK.as("waits")])
    .where("u.purchase_id", "in", ids)
    .where("u.state", "<>", "released")
    .execute();
  return { payments, refunds, disputes, credits };
}

type NewCancellation = {
  departure_id: string;
  asked_at: Date;
  asked_by: string | null;
  fingerprint: string;
  choose_until: Date | null;
  note_en: string;
  note_es: string;
};

/** Stores who cancelled a departure and the note to its guests; the first call wins. */
export const insertCancellation = (tx: Tx, row: NewCancellation) =>
  tx
    .insertInto("departure_cancellations")
    .values(row)
    .onConflict((c) => c.column("departure_id").doNothing())
    .execute();

export const cancellationOf = (db: Db | Tx, departureId: string) =>
  db
    .selectFrom("departure_cancellations as x")
    .leftJoin("user as u", "u.id", "x.asked_by")
    .select(["x.asked_at", "x.asked_by", "x.note_en", "x.note_es", "x.choose_until", "x.rebooked", "u.name as by"])
    .where("x.departure_id", "=", departureId)
    .executeTakeFirst();

/** Counts a booking of a cancelled departure that took another date. */
export const addRebooked = (tx: Tx, departureId: string) =>
  tx
    .updateTable("departure_cancellations")
    .set((e) => ({ rebooked: e("rebooked", "+", 1) }))
    .where("departure_id", "=", departureId)
    .execute();

/**
 * A paid or free booking that ended because we called its night off: what it cost (minor units), how much of that was credit that
 * has been returned, and until when its guest may choose (null where no choice was offered). Undefined for any other.
 */
export const nightOffBooking = (db: Db | Tx, bookingId: string) =>
  db
    .selectFrom("booking_facts as b")
    .innerJoin("departure_cancellations as x", "x.departure_id", "b.scheduled_crawl_id")
    .select(["b.total_price", "x.choose_until"])
    .select(
      sql<number>`(select coalesce(sum(u.taken_back), 0)::int from credit_uses u where u.purchase_id = b.id)`.as(
        "credit",
      ),
    )
    .where("b.id", "=", bookingId)
    .where("b.status", "=", "cancelled")
    .where("b.cancel_reason", "=", "departure_cancelled")
    .where("b.confirmed_at", "is not", null)
    .executeTakeFirst();

/** The ids of those bookings of a departure, those with an address. */
export const nightOffBookings = async (db: Db, departureId: string): Promise<string[]> =>
  (
    await db
      .selectFrom("booking_facts")
      .select("id")
      .where("scheduled_crawl_id", "=", departureId)
      .where("status", "=", "cancelled")
      .where("cancel_reason", "=", "departure_cancelled")
      .where("confirmed_at", "is not", null)
      .where("email", "<>", "")
      .orderBy("id")
      .execute()
  ).map(({ id }) => id);

/** Bookings that ended, or are to end, because their departure was cancelled; baskets that had lapsed before are excluded. */
export const endedBookings = (db: Db, departureId: string) =>
  db
    .selectFrom("booking_facts as b")
    .select(["b.id", "b.reference", "b.number_of_people as people", "b.confirmed_at"])
    .select([
      sql<string>`trim(b.first_name || ' ' || b.last_name)`.as("name"),
      sql<boolean>`b.status = 'cancelled'`.as("ended"),
    ])
    .where("b.scheduled_crawl_id", "=", departureId)
    .where((e) =>
      e.or([
        e("b.status", "in", ["pending", "confirmed"]),
        e.and([
          e("b.cancel_reason", "=", "departure_cancelled"),
          e.or([e("b.confirmed_at", "is not", null), e("b.hold_expires_at", ">", e.ref("b.cancelled_at"))]),
        ]),
      ]),
    )
    .execute();

/** The refunds due to a departure's cancellation. */
export const refundsOfEnd = (db: Db, bookingIds: readonly string[]) =>
  db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "r.purchase_id as booking_id", "r.waits", "r.amount", "r.last_error", "p.provider", "p.method"])
    .select(["r.reason", "r.due_at", "r.first_asked_at"])
    .select([sql<Currency>`r.currency`.as("currency"), sql<RefundStatus>`r.status`.as("status")])
    .where("r.purchase_id", "in", bookingIds)
    .where("r.reason", "in", ["departure_cancelled", "booking_cancelled"])
    .orderBy("r.created_at")
    .execute();

/** What was paid for bookings: money received and not given back, by booking and currency, and credit that was used for them. */
export async function paidOfEnd(db: Db, bookingIds: readonly string[]) {
  const { rows } = await sql<{ booking_id: string; kind: "money" | "credit"; amount: number; currency: Currency }>`
    select booking_id, kind, sum(amount)::int as amount, currency from (
      select p.purchase_id as booking_id, 'money' as kind, p.amount - coalesce((select sum(r.amount) from refunds r
        where r.payment_id = p.id and r.status not in ('dropped', 'credited')), 0) as amount, p.currency
      from payments p where p.purchase_id = any(${bookingIds}::uuid[]) and p.status = 'succeeded'
      union all
      select u.purchase_id, 'credit', u.amount, c.currency from credit_uses u join credits c on c.id = u.credit_id
      where u.purchase_id = any(${bookingIds}::uuid[])) paid
    group by booking_id, kind, currency having sum(amount) > 0 order by kind, currency`.execute(db);
  return rows;
}
