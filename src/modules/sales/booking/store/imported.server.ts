import { sql } from "kysely";
import type { Currency } from "#src/kernel/money.ts";
import { REFUND_RULE } from "#src/modules/sales/booking/rules/cancellation.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** A booking as it is brought: paid (`confirmed_at`), or unpaid with places that are kept until `hold_expires_at`. */
export type ImportedRow = {
  id: string;
  reference: string;
  scheduled_crawl_id: string;
  crawl_id: string;
  language: string;
  status: "confirmed" | "pending";
  kept_for: "by_hand" | null;
  confirmed_at: Date | null;
  hold_expires_at: Date;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  country: string;
  number_of_people: number;
  special_requests: string;
  currency: Currency;
  unit_price: number;
  subtotal: number;
  discount: number;
  total_price: number;
  base_currency: string;
  rate: number;
  rate_date: string;
  peso_rate: number | null;
  test: boolean;
};

/** Writes many bookings, and who brought them into the audit log. Their places are taken already. */
export async function insertImported(
  tx: Tx,
  { now, actor, site }: Pick<Context, "now" | "actor" | "site">,
  rows: readonly ImportedRow[],
): Promise<void> {
  await sql`
    with brought as (
      insert into bookings (id, reference, scheduled_crawl_id, crawl_id, site_tag, language, status, kept_for, confirmed_at, hold_expires_at,
        first_name, last_name, email, phone, country, number_of_people, special_requests, currency, unit_price, subtotal, discount,
        total_price, base_currency, rate, rate_date, peso_rate, refund_rule, refund_rule_version, test, created_at, source)
      select id, reference, scheduled_crawl_id, crawl_id, ${site}, language, status, kept_for, confirmed_at, hold_expires_at,
        first_name, last_name, email, phone, country, number_of_people, special_requests, currency, unit_price, subtotal, discount,
        total_price, base_currency, rate, rate_date, peso_rate, ${REFUND_RULE.rule}, ${REFUND_RULE.version}, test, ${now}::timestamptz, 'admin'
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, reference text, scheduled_crawl_id uuid, crawl_id uuid,
        language text, status text, kept_for text, confirmed_at timestamptz, hold_expires_at timestamptz, first_name text, last_name text,
        email text, phone text, country text, number_of_people int, special_requests text, currency text, unit_price int, subtotal int,
        discount int, total_price int, base_currency text, rate numeric, rate_date date, peso_rate numeric, test boolean)
      returning id, status
    )
    insert into audit_log (actor_kind, actor_id, action, subject_type, subject_id, source, changes)
    select ${actor.kind}, ${actor.userId}::text, 'booking.imported', 'booking', id::text, ${actor.address},
      jsonb_build_object('status', jsonb_build_object('old', null, 'new', status)) from brought`.execute(tx);
}

/** Of references that were drawn, those that a booking has. */
export async function takenReferences(tx: Tx, references: readonly string[]): Promise<Set<string>> {
  const rows = await tx.selectFrom("bookings").select("reference").where("reference", "in", references).execute();
  return new Set(rows.map(({ reference }) => reference));
}

/** Locks bookings in the order of their ids. */
export const importedForUpdate = async (tx: Tx, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : tx
        .selectFrom("bookings")
        .select(["id", "scheduled_crawl_id", "number_of_people", "status", "total_price", "currency", "test"])
        .where("id", "in", ids)
        .orderBy("id")
        .forNoKeyUpdate()
        .execute();

/** Cancels bookings as though they had never been sold, and says so in the audit log. Call with them locked. */
export async function cancelImported(
  tx: Tx,
  { now, actor }: Pick<Context, "now" | "actor">,
  ids: readonly string[],
): Promise<void> {
  await sql`
    with gone as (
      update bookings set status = 'cancelled', cancel_reason = 'admin', cancelled_at = ${now}, confirmed_at = null, kept_for = null
      where id = any(${[...ids]}::uuid[]) returning id, old.status as was
    )
    insert into audit_log (actor_kind, actor_id, action, subject_type, subject_id, source, changes)
    select ${actor.kind}, ${actor.userId}::text, 'booking.import_undone', 'booking', id::text, ${actor.address},
      jsonb_build_object('status', jsonb_build_object('old', was, 'new', 'cancelled')) from gone`.execute(tx);
}

/** The places of lapsed holds by night: they count as free. */
export async function lapsedPlaces(db: Db, departureIds: readonly string[], now: Date): Promise<Map<string, number>> {
  if (departureIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("bookings")
    .select(["scheduled_crawl_id as id", (e) => e.cast<number>(e.fn.sum("number_of_people"), "integer").as("people")])
    .where("scheduled_crawl_id", "in", departureIds)
    .where("status", "=", "pending")
    .where("hold_expires_at", "<=", now)
    // a friend's goes back to its table
    .where(sql<boolean>`not exists (select from open_friend_shares s where s.booking_id = bookings.id)`)
    .groupBy("scheduled_crawl_id")
    .execute();
  return new Map(rows.map(({ id, people }) => [id, people]));
}
