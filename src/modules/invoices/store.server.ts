import { sql } from "kysely";
import type { InvoiceRequest } from "#src/modules/invoices/schema.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

export const invoiceRequestOf = (db: Db | Tx, bookingId: string) =>
  db
    .selectFrom("invoice_requests")
    .select(["rfc", "legal_name", "tax_regime", "postal_code", "cfdi_use", "email", "created_at", "updated_at"])
    .select(sql<"requested" | "issued">`status`.as("status"))
    .where("booking_id", "=", bookingId)
    .executeTakeFirst();

export const writeInvoiceRequest = (tx: Tx, bookingId: string, data: InvoiceRequest, now: Date) =>
  tx
    .insertInto("invoice_requests")
    .values({ ...data, booking_id: bookingId, created_at: now, updated_at: now })
    .onConflict((c) => c.column("booking_id").doUpdateSet({ ...data, updated_at: now }))
    .execute();
