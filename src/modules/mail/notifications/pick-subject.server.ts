import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { exampleBooking, exampleOf, inCase, NO_CODE } from "#src/modules/mail/notifications/make-example.server.ts";
import {
  type BookingSubject,
  type EmailSubject,
  readSubject,
  type TrialSubject,
} from "#src/modules/mail/notifications/read-subject.server.ts";
import type { Case } from "#src/modules/mail/notifications/rules/template-texts.ts";
import {
  type BookingEmailKind,
  isBookingEmail,
  isWhole,
  type TemplateKind,
} from "#src/modules/mail/notifications/schema.ts";
import {
  bookingByReference,
  latestAbout,
  latestBooking,
} from "#src/modules/mail/notifications/store/templates.server.ts";
import { bookedDepartureOf } from "#src/modules/evening/tickets/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type Shown = { about: Exclude<EmailSubject, TrialSubject>; bookingId: string | null; reference: string | null };

/** The state in which most bookings are that a kind is about. */
const STATES: Partial<Record<BookingEmailKind, string>> = {
  booking_cancelled: "cancelled",
  voucher_issued: "pending",
  payment_at_bank: "pending",
  waiting_offer: "pending",
  pay_by_hand: "pending",
};

type Wanted = { kind: TemplateKind; reference: string; example: boolean };

/**
 * The booking that an email of a kind is shown with: the one of the reference, else of the latest email of the kind, else the latest
 * in a state that fits; null for an example, which is all that those see who may not read bookings. Refusal: booking_not_found.
 */
export async function shownWith(ctx: Pick<Context, "db" | "actor">, { kind, reference, example }: Wanted) {
  if (example || !isBookingEmail(kind) || !can(ctx.actor, "bookings.read")) return ok({ bookingId: null });
  if (reference !== "") {
    const named = await bookingByReference(ctx.db, reference.toUpperCase());
    return named ? ok({ bookingId: named.id }) : fail("booking_not_found");
  }
  const email = await latestAbout(ctx.db, kind, null);
  const bookingId = email?.booking_id ?? (await latestBooking(ctx.db, STATES[kind] ?? "confirmed"))?.id ?? null;
  return ok({ bookingId });
}

/**
 * What to show an email of a kind with: a booking, with what its own email of the kind told, or an example of everything where there
 * is none. A case shows texts that stand in it alone. Nothing in it opens anything. The caller checks who may read bookings.
 */
export async function pickSubject(
  ctx: Context,
  kind: TemplateKind,
  { bookingId, at }: { bookingId: string | null; at: Case | null },
): Promise<Shown> {
  const example = { about: exampleOf(kind, at, ctx.now) as Shown["about"], bookingId: null, reference: null };
  if (!isBookingEmail(kind) || bookingId === null) return example;
  const booking = await bookedDepartureOf(ctx, bookingId);
  if (!booking) return example;
  const about = inCase(withoutKeys(await toldOf(ctx, kind, booking)), at, ctx.now);
  return { about, bookingId, reference: booking.reference };
}

/** What the booking's latest email of the kind told; what there isn't of it yet is an example. */
async function toldOf(
  ctx: Context,
  kind: BookingEmailKind,
  booking: NonNullable<BookingSubject["booking"]>,
): Promise<BookingSubject> {
  const example: BookingSubject = { ...exampleBooking(ctx.now), kind, booking };
  const email = await latestAbout(ctx.db, kind, booking.id);
  if (!email || !isWhole(email)) return example;
  const told = (await readSubject(ctx, email)) as BookingSubject;
  const { credit, invoice, review, reply, written, moving, signIn, payment, refund } = example;
  return {
    ...told,
    credit: told.credit ?? credit,
    invoice: told.invoice ?? invoice,
    review: told.review ?? review,
    reply: told.reply ?? reply,
    written: told.written ?? written,
    moving: told.moving ?? moving,
    signIn: told.signIn ?? signIn,
    byHand: told.byHand ?? example.byHand,
    payment: told.payment ?? payment,
    refund: told.refund ?? refund,
  };
}

/** A credit's code is money, a voucher's page pays for the booking. */
const withoutKeys = (about: BookingSubject): BookingSubject => ({
  ...about,
  credit: about.credit && { ...about.credit, code: NO_CODE },
  creditBack: about.creditBack && { ...about.creditBack, code: NO_CODE },
  moving: about.moving && { ...about.moving, token: null },
  signIn: about.signIn && { token: null },
  payment: about.payment && { ...about.payment, redirect_url: null },
});
