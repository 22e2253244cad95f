import { forgetTicketGuests } from "#src/modules/evening/tickets/forget-guests.server.ts";
import { nameOf, type StoredPerson } from "#src/modules/programs/resellers/rules/resale.ts";
import {
  bookingsWithGuest,
  dropTestResales,
  forgetContacts,
  forgetGuestAt,
  resaleOfBooking,
  resoldTo,
} from "#src/modules/programs/resellers/store.server.ts";
import { dropTestsOf } from "#src/modules/programs/resellers/store/test.server.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { recordGuests } from "#src/modules/sales/booking/record-guests.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Takes out of resales who came, in the transaction that forgets everything about their bookings. The caller checks permissions. */
export async function forgetResold(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length > 0) await forgetContacts(tx, bookingIds);
}

/**
 * Takes an address, and whose it is, off the lists of guests that others bought for, off their tickets and bookings, and drops what was
 * tried out with it. The caller checks permissions.
 */
export async function forgetResoldGuest(ctx: Context, tx: Tx, email: string): Promise<void> {
  if (email === "") return;
  const address = email.toLowerCase();
  for (const bookingId of await bookingsWithGuest(tx, address)) {
    const { additional_names: names } = await lockBooking(tx, bookingId);
    const { people = [] } = (await resaleOfBooking(tx, bookingId)) ?? {};
    const inOrder = people.toSorted((a, b) => a.position - b.position);
    const isTheirs = ({ contact }: StoredPerson) => contact.email?.toLowerCase() === address;
    const guests = inOrder.filter(isTheirs).map((one) => ({ position: one.position, name: nameOf(one) }));
    await forgetTicketGuests(ctx, tx, bookingId, guests);
    const [, ...others] = inOrder;
    const left = names.map((name, n) => (others[n] && isTheirs(others[n]) ? "" : name));
    if (left.join() !== names.join()) await recordGuests(ctx, tx, bookingId, left, true);
  }
  await forgetGuestAt(tx, address);
  await dropTestsOf(tx, address);
}

/** What resellers have sent us of a guest by their address, for a data export to whoever it is of; none without one. */
export const storedResold = async ({ db }: Pick<Context, "db">, email: string | null) =>
  email === null ? [] : resoldTo(db, email.toLowerCase());

/** How long a test key's resales can be looked up. */
const TEST_DAYS = 30;

/** Job: drops what test keys have tried, a month after it was last changed. */
export const forgetTests = (ctx: Context): Promise<unknown> =>
  dropTestResales(ctx.db, new Date(ctx.now.getTime() - TEST_DAYS * 24 * 3_600_000));
