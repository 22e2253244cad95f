import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import {
  type Email,
  isBookingEmail,
  isWhole,
  KINDS,
  type TemplateKind,
} from "#src/modules/mail/notifications/kinds/every-kind.ts";
import { SENDINGS } from "#src/modules/mail/notifications/kinds/every-kind.server.ts";
import type { Case } from "#src/modules/mail/notifications/kinds/kind.ts";
import type { EmailSubject } from "#src/modules/mail/notifications/kinds/kind.server.ts";
import {
  bookingByReference,
  latestAbout,
  latestBooking,
} from "#src/modules/mail/notifications/store/templates.server.ts";
import { bookedDepartureOf } from "#src/modules/evening/tickets/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type SubjectInput = { kind: TemplateKind; reference: string; example: boolean };

/**
 * The booking that an email of a kind is shown with: the one of the reference, else of the latest email of the kind, else the latest
 * in a state that fits; null for an example, which is all that those see who may not read bookings. Refusal: booking_not_found.
 */
export async function shownWith(ctx: Pick<Context, "db" | "actor">, { kind, reference, example }: SubjectInput) {
  if (example || !isBookingEmail(kind) || !can(ctx.actor, "bookings.read")) return ok({ bookingId: null });
  if (reference !== "") {
    const named = await bookingByReference(ctx.db, reference.toUpperCase());
    return named ? ok({ bookingId: named.id }) : fail("booking_not_found");
  }
  const email = await latestAbout(ctx.db, kind, null);
  const bookingId = email?.booking_id ?? (await latestBooking(ctx.db, KINDS[kind].shownIn ?? "confirmed"))?.id ?? null;
  return ok({ bookingId });
}

/** Which booking, in which case, and a letter where staff wrote it. */
type ToPick = { bookingId: string | null; at: Case | null; written?: Email<"staff_letter">["payload"] | undefined };

/**
 * What to show an email of a kind with: a booking, with what its own email of the kind told, or an example of everything where there
 * is none. A case shows texts that stand in it alone. Nothing in it opens anything. The caller checks who may read bookings.
 */
export async function pickSubject(
  ctx: Context,
  kind: TemplateKind,
  { bookingId, at, written }: ToPick,
): Promise<{ about: EmailSubject; reference: string | null }> {
  const booking =
    isBookingEmail(kind) && bookingId !== null ? ((await bookedDepartureOf(ctx, bookingId)) ?? null) : null;
  const email = booking && (await latestAbout(ctx.db, kind, booking.id));
  const payload = written ?? (email && isWhole(email) ? email.payload : null);
  const about = await SENDINGS[kind].shown(ctx, { booking, payload, at });
  return { about, reference: booking?.reference ?? null };
}
