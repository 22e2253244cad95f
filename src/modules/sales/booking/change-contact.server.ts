import { fail, ok } from "#src/kernel/result.ts";
import { addressChangeAsked } from "#src/modules/sales/booking/events.ts";
import { isBooker } from "#src/modules/sales/booking/grant-access.server.ts";
import { addressToken } from "#src/modules/sales/booking/grant-address.server.ts";
import { type LockedBooking, lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { canOpenBooking, findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { whatMayChange } from "#src/modules/sales/booking/rules/change.ts";
import { confirmedFirst, isSameAddress } from "#src/modules/sales/booking/rules/contact.ts";
import type { Contact } from "#src/modules/sales/booking/schema.ts";
import { writeContact } from "#src/modules/sales/booking/write-contact.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { mayMail } from "#src/platform/limit-mail.server.ts";
import { type Limit, mayUse, secondsLeft } from "#src/platform/rate-limit.server.ts";

const PER_BOOKING: Limit = { max: 6, seconds: 3600 };

type ContactInput = Contact & { booking_id: string; token: string | null; key: string };

/**
 * A guest corrects who booked, the phone at once, and the email as soon as its readers agree: the link goes to the old address
 * first, then to the new one (`confirmedFirst`). Until then the old one stays. Requires access, six times an hour. `asked`: which
 * address was written to, null where the email stays. Refusals: booking_not_found, not_confirmed, departure_past,
 * too_many_attempts {retry_after}, no_email_to_ask (a booking without an address, and a caller with only its link).
 */
export async function changeContact(ctx: Context, { booking_id: id, token, key, ...contact }: ContactInput) {
  if (!(await canOpenBooking(ctx, id, token))) return fail("booking_not_found");
  const refused = whatMayChange((await findBooking(ctx, id, token))!, ctx.now).contact;
  if (refused) return fail(refused);
  if (!(await mayUse(ctx.pool, [`contact:${id}`], PER_BOOKING, ctx.now)))
    return fail("too_many_attempts", { retry_after: secondsLeft(PER_BOOKING, ctx.now) });
  return ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, id);
    const isMoved = !isSameAddress(booking.email, contact.email);
    // nobody could object
    if (isMoved && booking.email === "" && !isBooker(ctx, booking)) return fail("no_email_to_ask");
    const now = { ...contact, email: isMoved ? booking.email : contact.email };
    await writeContact(ctx, tx, booking, { contact: now, key, byGuest: true });
    return ok({ asked: isMoved ? await askAt(ctx, tx, booking, contact.email) : null });
  });
}

async function askAt(ctx: Context, tx: Tx, booking: LockedBooking, newEmail: string): Promise<"old" | "new"> {
  const { id, email } = booking;
  const isRefused = (await ctx.ask.addressRefusedSince(tx, id)) !== null;
  const step = confirmedFirst({ email, isRefused, isBooker: isBooker(ctx, booking) });
  await askAddress(ctx, tx, booking, { step, newEmail });
  await audit(tx, ctx, { action: "booking.address_change_asked", subject: ["booking", id] });
  return step;
}

/** Mails the link that asks the reader of one address, unless its mailbox has had enough of them or there is no address. */
export async function askAddress(
  ctx: Context,
  tx: Tx,
  booking: Pick<LockedBooking, "id" | "email" | "link_version">,
  { step, newEmail }: { step: "old" | "new"; newEmail: string },
): Promise<void> {
  const at = step === "old" ? booking.email : newEmail;
  if (at === "" || !(await mayMail(ctx, tx, `booking-address-${step}`, at))) return;
  const link = addressToken(ctx, booking, { step, newEmail });
  await ctx.publish(ctx, tx, addressChangeAsked({ bookingId: booking.id, step, at, newEmail, ...link }));
}
