import { dropRequestsBefore } from "#src/modules/books/invoices/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Deletes the requests for invoices, and the files that answered them, of bookings whose night ended before an instant: until then
 * tax law asks for them.
 */
export const forgetInvoices = ({ db }: Pick<Context, "db">, before: Date): Promise<void> =>
  dropRequestsBefore(db, before);
