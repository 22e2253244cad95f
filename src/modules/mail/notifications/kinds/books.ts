import { z } from "zod";
import { bookingKind } from "#src/modules/mail/notifications/kinds/kind.ts";

/** Emails to staff about a booking that the ledger disagrees with. */
export const BOOKS = {
  staff_books_differ: bookingKind({
    payload: z.strictObject({}),
    to: "staff",
    urgency: "soon",
    texts: [
      ["subject", "emails.staff.books.subject", { must: ["reference"] }],
      ["heading", "emails.staff.books.title"],
      ["text", "emails.staff.books.text"],
    ],
  }),
};
