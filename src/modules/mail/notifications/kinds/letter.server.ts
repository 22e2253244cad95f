import { departureOf, seeBooking } from "#src/modules/mail/notifications/kinds/booking-words.server.ts";
import { bookingSending, keyed } from "#src/modules/mail/notifications/kinds/kind.server.ts";
import { bookingLink } from "#src/modules/sales/booking/grant-access.server.ts";

type Letter = { subject: string; text: string; departureId?: string | undefined };

export const LETTER_SENDINGS = {
  /** Staff's own text: an empty line starts a paragraph. */
  staff_letter: bookingSending("staff_letter", {
    read: (_ctx, _booking, { payload }): Promise<Letter> => Promise.resolve(payload),
    // one to chosen bookings is for them, one to a night for whoever is booked onto it
    whyWithheld({ booking, departureId }) {
      if (departureId === undefined) return null;
      if (booking.status !== "confirmed") return `the booking is ${booking.status}`;
      return booking.departure_id === departureId ? null : "the night was moved";
    },
    words(context, { booking, subject, text }, keys) {
      const { t, locale, reference } = context;
      const paragraphs = text
        .split(/\n\s*\n/)
        .map((paragraph) => paragraph.trim())
        .filter(Boolean);
      return {
        subject,
        preview: paragraphs[0] ?? subject,
        title: subject,
        paragraphs,
        facts: [
          [t("emails.staff.booking"), reference],
          [t("emails.staff.departure"), departureOf(booking, locale)],
        ],
        action: seeBooking(
          context,
          keyed(keys, (ctx) => bookingLink(ctx, booking, locale)),
        ),
      };
    },
    example: () => ({ subject: "About your night", text: "We meet ten minutes earlier than planned." }),
  }),
};
