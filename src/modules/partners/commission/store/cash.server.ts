import { sql } from "kysely";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";

// What partners' desks sell, and what they owe us of it until a statement settles it.

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
 * What a partner owes us (centavos), of test bookings or of real ones: the cash that is on no agreed statement yet, and what it still
 * has to pay of those that are agreed.
 */
export async function openCash(db: Db | Tx, partnerId: string, test: boolean): Promise<number> {
  const { rows } = await sql<{ owed: number }>`
    select ((select coalesce(sum(s.cash), 0) from desk_sales s join booking_facts b on b.id = s.booking_id
        where s.partner_id = ${partnerId} and s.statement_id is null and s.cash > 0 and b.test = ${test})
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

/** Notes that a sale was paid at the desk: the partner owes its cash. */
export const owesCash = (tx: Tx, bookingId: string, cash: number) =>
  tx.updateTable("desk_sales").set({ way: "cash", cash }).where("booking_id", "=", bookingId).execute();
