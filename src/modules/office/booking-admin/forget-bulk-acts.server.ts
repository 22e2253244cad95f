import { deleteBulkActs } from "#src/modules/office/booking-admin/store/bulk-acts.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Deletes the records of bulk acts from before an instant; their bookings' audit entries stay. */
export const forgetBulkActs = ({ db }: Pick<Context, "db">, before: Date): Promise<void> => deleteBulkActs(db, before);
