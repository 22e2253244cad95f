import { sql } from "kysely";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";

// What partners' desks sell, and what partners have of ours until a statement settles it.

const SALE = `insert into desk_sales (booking_id, sale_id, device_id, partner_id, way, created_at) values ($1, $2, $3, $4, $5, $6)`;
type NewSale = {
  booking_id: string;
  sale_id: string;
  device_id: string;
  partner_id: string;
  way: string;
  created_at: Date;
};
/** In the transaction that takes a sale's places, which is on a bare connection. */
export const addSale = (on: Statements, s: NewSale) =>
  on.query(SALE, [s.booking_id, s.sale_id, s.device_id, s.partner_id, s.way, s.created_at]);

const LOCK = "select pg_advisory_xact_lock(hashtextextended('desk:' || $1, 0))";
/** Lets one sale of a partner after the other count what is owed, until the transaction ends. */
export const lockPartnerCash = (on: Statements, partnerId: string) =>
  on.query({ name: "desk-lock", text: LOCK, values: [partnerId] });

const UNPAID = `select coalesce(sum(b.number_of_people), 0)::int as people from desk_sales s join booking_facts b on b.id = s.booking_id
  where s.partner_id = $1 and b.status = 'pending' and b.hold_expires_at > $2`;
/** People of a partner's sales that hold places and aren't paid. */
export const unpaidOfPartner = async (on: Statements, partnerId: string, now: Date): Promise<number> =>
  (await on.query<{ people: number }>(UNPAID, [partnerId, now])).rows[0]!.people;

/**
 * What a partner owes us (centavos), of test bookings or of real ones: what it has of ours that is on no agreed statement yet, and what it
 * still has to pay of those that are agreed.
 */
export async function openCash(db: Db | Tx, partnerId: string, test: boolean): Promise<number> {
  const { rows } = await sql<{ owed: number }>`
    select ((select coalesce(sum(k.amount), 0) from partner_cash k join booking_facts b on b.id = k.booking_id
        where k.partner_id = ${partnerId} and k.statement_id is null and b.test = ${test})
      + (select coalesce(sum(greatest(cash_kept - commission, 0)), 0) from partner_statements
        where partner_id = ${partnerId} and test = ${test} and state = 'agreed'))::float8 as owed`.execute(db);
  return rows[0]!.owed;
}

/** How much a partner may owe (centavos); 0 while it is switched off. */
export const limitOf = async (tx: Tx, partnerId: string): Promise<number> =>
  (
    await tx
      .selectFrom("partners")
      .select("desk_credit_limit")
      .where("id", "=", partnerId)
      .where("is_active", "=", true)
      .executeTakeFirst()
  )?.desk_credit_limit ?? 0;

type CashLine = { partnerId: string; bookingId: string; amount: number; at: Date; refundId?: string };

/**
 * Notes that a partner has more of ours (centavos), taken at its desk or paid to it for what it resold; less where some of it went back,
 * once for each refund.
 */
export const noteCash = (tx: Tx, { partnerId, bookingId, amount, at, refundId }: CashLine) =>
  tx
    .insertInto("partner_cash")
    .values({ partner_id: partnerId, booking_id: bookingId, amount, at, refund_id: refundId ?? null })
    .onConflict((c) => c.column("refund_id").doNothing())
    .execute();

/** How much of a refund (centavos) is of what a reseller was paid. */
export const returnedToReseller = async (tx: Tx, refundId: string): Promise<number> =>
  (
    await tx
      .selectFrom("refunds as r")
      .innerJoin("payments as p", "p.id", "r.payment_id")
      .select("r.amount")
      .where("r.id", "=", refundId)
      .where("p.method", "=", "reseller")
      .executeTakeFirst()
  )?.amount ?? 0;

/** The partner who has what was paid for a booking, if one does. */
export const keeperOf = async (tx: Tx, bookingId: string): Promise<string | null> =>
  (
    await tx
      .selectFrom("partner_cash")
      .select("partner_id")
      .where("booking_id", "=", bookingId)
      .limit(1)
      .executeTakeFirst()
  )?.partner_id ?? null;

/** Notes that a desk's sale was paid in cash. */
export const paidInCash = (tx: Tx, bookingId: string) =>
  tx.updateTable("desk_sales").set({ way: "cash" }).where("booking_id", "=", bookingId).execute();
