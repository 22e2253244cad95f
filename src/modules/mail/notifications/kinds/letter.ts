import { z } from "zod";
import { bookingKind, id } from "#src/modules/mail/notifications/kinds/kind.ts";

/** What staff write to guests themselves. */
export const LETTER = {
  staff_letter: bookingKind({
    payload: z.strictObject({
      subject: z.string(),
      text: z.string(),
      departureId: id.optional().describe("of a letter to a night: for whoever is booked onto it"),
    }),
    to: "guests",
    urgency: "last",
    texts: [["button", "emails.seeBooking"]],
  }),
};
