import {
  dropTestResales,
  forgetContacts,
  forgetGuestAt,
  resoldTo,
} from "#src/modules/programs/resellers/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Takes out of resales who came, in the transaction that forgets everything about their bookings. The caller checks permissions. */
export async function forgetResold(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length > 0) await forgetContacts(tx, bookingIds);
}

/** Takes an address, and whose it is, off the lists of guests that others bought for. The caller checks permissions. */
export async function forgetResoldGuest(tx: Tx, email: string): Promise<void> {
  if (email !== "") await forgetGuestAt(tx, email.toLowerCase());
}

/** What resellers have sent us of a guest by their address, for a data export to whoever it is of; none without one. */
export const storedResold = async ({ db }: Pick<Context, "db">, email: string | null) =>
  email === null ? [] : resoldTo(db, email.toLowerCase());

/** How long a test key's resales can be looked up. */
const TEST_DAYS = 30;

/** Job: drops what test keys have tried, a month after it was last changed. */
export const forgetTests = (ctx: Context): Promise<unknown> =>
  dropTestResales(ctx.db, new Date(ctx.now.getTime() - TEST_DAYS * 24 * 3_600_000));
