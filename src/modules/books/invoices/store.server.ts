import { type Insertable, sql, type SqlBool } from "kysely";
import type { Tables } from "#db/tables.ts";
import { wordsTyped } from "#src/kernel/spelling.ts";
import type { InvoiceRequest } from "#src/modules/books/invoices/schema.ts";
import type { RequestFilter } from "#src/modules/books/invoices/rules/request-list.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { inPortions, PORTION } from "#src/platform/in-portions.server.ts";
import { containsWord } from "#src/platform/search-words.server.ts";

export const invoiceRequestOf = (db: Db | Tx, bookingId: string) =>
  db
    .selectFrom("invoice_requests")
    .select(["rfc", "legal_name", "tax_regime", "postal_code", "cfdi_use", "email", "created_at", "updated_at"])
    .select(["due_at", "refused_at", "refusal"])
    .select(sql<"requested" | "issued">`status`.as("status"))
    .where("booking_id", "=", bookingId)
    .executeTakeFirst();

/** The invoice requests of bookings, as stored. */
export const storedRequests = (db: Db, bookingIds: readonly string[]) =>
  db
    .selectFrom("invoice_requests")
    .selectAll()
    .where("booking_id", "=", sql<string>`any(${[...bookingIds]}::uuid[])`)
    .execute();

/** What decides whether a booking's invoice may be asked for, beside its receipts; undefined where there is no such booking. */
export const bookingSale = (db: Db | Tx, bookingId: string) =>
  db
    .selectFrom("booking_facts")
    .select(["status", "total_price as total", "confirmed_at", "cancelled_at"])
    .where("id", "=", bookingId)
    .executeTakeFirst();

/** Asked for, or corrected: whatever it was refused for is over. */
export const writeInvoiceRequest = (tx: Tx, bookingId: string, data: InvoiceRequest & { due_at: Date }, now: Date) =>
  tx
    .insertInto("invoice_requests")
    .values({ ...data, booking_id: bookingId, created_at: now, updated_at: now })
    .onConflict((c) =>
      c.column("booking_id").doUpdateSet({ ...data, updated_at: now, refused_at: null, refusal: null }),
    )
    .execute();

export const setRequestState = (
  tx: Tx,
  bookingId: string,
  state: { status: "requested" | "issued"; refused_at: Date | null; refusal: string | null },
) => tx.updateTable("invoice_requests").set(state).where("booking_id", "=", bookingId).execute();

/** The invoice that counts for a booking, without its files; undefined while there is none. */
export const invoiceOfBooking = (db: Db | Tx, bookingId: string) =>
  db
    .selectFrom("invoices")
    .select(["id", "fiscal_uuid", "total", "currency", "issued_at"])
    .where("booking_id", "=", bookingId)
    .where("replaced_at", "is", null)
    .executeTakeFirst();

/** The files of the invoice that counts for a booking. */
export const filesOfBooking = (db: Db | Tx, bookingId: string) =>
  db
    .selectFrom("invoices")
    .select(["fiscal_uuid", "xml", "pdf"])
    .where("booking_id", "=", bookingId)
    .where("replaced_at", "is", null)
    .executeTakeFirst();

/**
 * Keeps an invoice as the one that counts; what counted before stays, as replaced. The same one again has other files. Undefined when
 * another booking has it.
 */
export async function writeInvoice(tx: Tx, invoice: Insertable<Tables["invoices"]>, now: Date) {
  await tx
    .updateTable("invoices")
    .set({ replaced_at: now })
    .where("booking_id", "=", invoice.booking_id)
    .where("replaced_at", "is", null)
    .execute();
  const { booking_id: _, fiscal_uuid: __, ...again } = invoice;
  return tx
    .insertInto("invoices")
    .values(invoice)
    .onConflict((c) =>
      c
        .column("fiscal_uuid")
        .doUpdateSet({ ...again, replaced_at: null })
        .where("invoices.booking_id", "=", invoice.booking_id),
    )
    .returning("id")
    .executeTakeFirst();
}

const VIEWS: Record<RequestFilter["view"], ReturnType<typeof sql<SqlBool>>> = {
  open: sql<SqlBool>`q.status = 'requested' and q.refused_at is null`,
  issued: sql<SqlBool>`q.status = 'issued'`,
  refused: sql<SqlBool>`q.status = 'requested' and q.refused_at is not null`,
  all: sql<SqlBool>`true`,
};

const matching = (db: Db, words: string) =>
  db
    .selectFrom("invoice_requests as q")
    .innerJoin("booking_facts as b", "b.id", "q.booking_id")
    .where((e) =>
      e.and(
        wordsTyped(words).map((word) =>
          e.or([
            containsWord(sql`searchable(concat_ws(' ', q.rfc, q.legal_name, q.email))`, word, 1),
            containsWord(sql.ref("b.found_by"), word),
          ]),
        ),
      ),
    );

const requests = (db: Db, words: string) =>
  matching(db, words)
    .select(["q.booking_id", "q.rfc", "q.legal_name", "q.status", "q.refused_at", "q.due_at", "q.created_at"])
    .select(["b.reference", "b.test"])
    .select((e) => {
      const receipts = e.selectFrom("receipts as r").whereRef("r.purchase_id", "=", "q.booking_id");
      // as receiptsOf reckons what stays of each
      const back = sql<number>`((select coalesce(sum(f.amount), 0) from refunds f
          where f.payment_id = r.payment_id and f.status not in ('dropped', 'credited'))
        + (select coalesce(sum(d.amount), 0) from disputes d where d.payment_id = r.payment_id and d.state = 'lost'))`;
      return [
        receipts.select(sql<number>`coalesce(sum(greatest(0, r.amount - ${back})), 0)::int`.as("amount")).as("amount"),
        receipts.select(sql<string | null>`min(r.currency)`.as("currency")).as("currency"),
      ];
    });
export type RequestRow = Awaited<ReturnType<typeof requestRows>>[number];

/** A page of requests: those that wait for us by their deadline, the others newest first. */
export const requestRows = (db: Db, { view, q, page }: RequestFilter, limit: number) =>
  requests(db, q)
    .where(VIEWS[view])
    .$if(view === "open", (rows) => rows.orderBy("q.due_at"))
    .$if(view !== "open", (rows) => rows.orderBy("q.created_at", "desc"))
    .orderBy("q.booking_id")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();

/** The requests of a list after one of them, by when they were first made, with what an invoice says of its recipient. */
export const requestPage = (
  db: Db,
  { view, q }: Pick<RequestFilter, "view" | "q">,
  { after, limit }: { after: string | null; limit: number },
) =>
  requests(db, q)
    .select(["q.tax_regime", "q.cfdi_use", "q.postal_code", "q.email", "q.refusal"])
    .leftJoin("invoices as i", (j) => j.onRef("i.booking_id", "=", "q.booking_id").on("i.replaced_at", "is", null))
    .select(["i.fiscal_uuid", "i.issued_at"])
    .where(VIEWS[view])
    .$if(after !== null, (rows) =>
      rows.where(
        sql<SqlBool>`(q.created_at, q.booking_id) > (select created_at, booking_id from invoice_requests where booking_id = ${after})`,
      ),
    )
    .orderBy("q.created_at")
    .orderBy("q.booking_id")
    .limit(limit)
    .execute();
export type RequestFileRow = Awaited<ReturnType<typeof requestPage>>[number];

/** One request as it is in the list, with what only its panel shows. */
export const requestRow = (db: Db, bookingId: string) =>
  requests(db, "")
    .select(["q.tax_regime", "q.cfdi_use", "q.postal_code", "q.email", "q.refusal", "b.language"])
    .where("q.booking_id", "=", bookingId)
    .executeTakeFirst();

export const countRequests = (db: Db, words: string) =>
  matching(db, words)
    .select([
      sql<number>`count(*) filter (where ${VIEWS.open})::int`.as("open"),
      sql<number>`count(*) filter (where ${VIEWS.issued})::int`.as("issued"),
      sql<number>`count(*) filter (where ${VIEWS.refused})::int`.as("refused"),
      sql<number>`count(*)::int`.as("all"),
    ])
    .executeTakeFirstOrThrow();

/** Deletes the requests, and their files, of bookings whose night ended before an instant. */
export const dropRequestsBefore = (db: Db, before: Date): Promise<void> =>
  inPortions(async () => {
    const { rows } = await sql`
      with gone as (select i.booking_id from invoice_requests i join booking_facts b on b.id = i.booking_id where b.ends_at < ${before} limit ${PORTION}),
        files as (delete from invoices where booking_id in (select gone.booking_id from gone))
      delete from invoice_requests where booking_id in (select gone.booking_id from gone) returning booking_id`.execute(
      db,
    );
    return rows;
  });
