import { type Insertable, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { ReceiptLines } from "#src/modules/books/receipts/schema.ts";
import type { PurchaseKind } from "#src/modules/money/payments/questions.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { writeLater, writeOf } from "#src/platform/gather-writes.server.ts";

/** Rows of add-ons as lines of a receipt, under today's names. */
const ADD_ON_LINES = sql`coalesce(json_agg(json_build_object('name', a.name, 'name_es', coalesce(a.name_es, ''),
  'quantity', x.quantity, 'amount', x.amount) order by a.position, a.created_at, a.id), '[]')`;

/** A payment with what it paid for, from the booking's current state; a purchase of another kind says that itself. */
export const saleOf = (tx: Tx, paymentId: string) =>
  tx
    .selectFrom("payments as p")
    .innerJoin("purchases as u", "u.id", "p.purchase_id")
    .leftJoin("booking_facts as b", "b.id", "p.purchase_id")
    .leftJoin("coupons", "coupons.id", "b.coupon_id")
    .leftJoin("partners", (j) => j.onRef("partners.id", "=", "b.partner_id").on("partners.on_receipts", "=", true))
    .leftJoin("booking_changes as ch", "ch.id", "p.part_id")
    .select(["p.part_id", sql<PurchaseKind>`u.kind`.as("kind")])
    .select(["p.id", "p.purchase_id", "p.amount", "p.currency", "p.provider", "p.method", "p.mode"])
    .select(["b.site_tag", "b.language", "b.reference", "b.number_of_people", "b.peso_rate"])
    .select([
      "b.unit_price",
      "b.subtotal",
      "b.add_ons",
      "b.discount",
      "coupons.code as coupon_code",
      "b.price_rule",
      "b.price_rule_es",
      "partners.name as partner",
    ])
    .select(
      sql<
        number | null
      >`(select sum(use.amount)::int from credit_uses use where use.purchase_id = b.id and use.state = 'used')`.as(
        "credit",
      ),
    )
    .select(["b.date", "b.start_time", "b.title", "b.title_es", "b.time_zone"])
    .select(["ch.kind as change_kind", "ch.people_before"])
    .select(
      sql<ReceiptLines["add_on_lines"]>`case when p.part_id is null
        then (select ${ADD_ON_LINES} from booking_add_ons x join add_ons a on a.id = x.add_on_id where x.booking_id = b.id)
        else (select ${ADD_ON_LINES} from change_add_ons x join add_ons a on a.id = x.add_on_id where x.change_id = p.part_id) end`.as(
        "add_on_lines",
      ),
    )
    .select((e) =>
      e.exists(e.selectFrom("receipts as r").select("r.id").whereRef("r.payment_id", "=", "p.id")).as("has_receipt"),
    )
    .where("p.id", "=", paymentId)
    .executeTakeFirst();

/**
 * Inserts a receipt under the next number of its series, from 1. The counter's row stays locked until the transaction ends, so a
 * rollback leaves no gap in the numbers.
 */
export const insertReceipt = (tx: Tx, receipt: NewReceipt) =>
  writeLater(tx, RECEIPT, [receipt.site_tag, receipt.test, JSON.stringify(receipt)]);

type NewReceipt = Omit<Insertable<Tables["receipts"]>, "folio" | "seller" | "lines"> & {
  seller: object;
  lines: object;
};

const COLUMNS = `purchase_id, payment_id, site_tag, test, issued_at, language, currency, amount, tax_percent, tax_amount, pesos_amount,
  provider, method, seller, lines`;
const RECEIPT = writeOf({
  series: `insert into receipt_counters (site_tag, test, last_folio) values ($1, $2, 1)
    on conflict (site_tag, test) do update set last_folio = receipt_counters.last_folio + 1 returning last_folio`,
  receipt: `insert into receipts (folio, ${COLUMNS}) select last_folio, ${COLUMNS}
    from {series}, jsonb_populate_record(null::receipts, $3::jsonb)`,
});

/** The receipts of bookings, oldest first, with the change that was paid for, if any. */
export const receiptRows = (db: Db | Tx, bookingIds: readonly string[]) =>
  db
    .selectFrom("receipts as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "r.purchase_id as booking_id", "r.payment_id", "r.site_tag", "r.test", "r.folio", "r.issued_at"])
    .select(["r.language", "r.currency", "r.amount", "r.tax_percent", "r.tax_amount", "r.pesos_amount"])
    .select(["r.provider", "r.method", "r.seller", "r.lines", "p.part_id as change_id"])
    .where("r.purchase_id", "in", bookingIds)
    .orderBy("r.issued_at")
    .orderBy("r.folio")
    .execute();

export type ReceiptRow = Awaited<ReturnType<typeof receiptRows>>[number];

/** Refunds of bookings' payments, made or due, oldest first. */
export const refundRows = (db: Db | Tx, bookingIds: readonly string[]) =>
  db
    .selectFrom("refunds")
    .select(["payment_id", "amount", "currency", "status", "created_at", "succeeded_at"])
    .where("purchase_id", "in", bookingIds)
    // the guest took something else instead
    .where("status", "not in", ["dropped", "credited"])
    .orderBy("created_at")
    .execute();

/** What banks have taken back for good of bookings' payments. */
export const lostRows = (db: Db | Tx, bookingIds: readonly string[]) =>
  db
    .selectFrom("disputes as d")
    .innerJoin("payments as p", "p.id", "d.payment_id")
    .select(["d.payment_id", "d.amount"])
    .where("p.purchase_id", "in", bookingIds)
    .where("d.state", "=", "lost")
    .execute();

/** The latest change made to a booking; undefined if there is none. */
export const latestChange = async (db: Db, bookingId: string): Promise<string | undefined> => {
  const latest = db
    .selectFrom("booking_changes")
    .select("id")
    .where("booking_id", "=", bookingId)
    .where("status", "=", "made");
  return (await latest.orderBy("closed_at", "desc").executeTakeFirst())?.id;
};
