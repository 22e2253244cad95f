import { z } from "zod";
import { bookingKind, id, kind } from "#src/modules/mail/notifications/kinds/kind.ts";

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

/** The same about what isn't a booking, and about payments of it. */
export const PURCHASE = {
  staff_purchase_books: kind({
    payload: z.strictObject({ purchaseId: id, kind: z.string() }),
    owner: "nobody",
    to: "staff",
    urgency: "soon",
    texts: [
      ["subject", "emails.staff.books.subject", { must: ["reference"] }],
      ["heading", "emails.staff.books.title"],
      ["text", "emails.staff.purchase.books"],
    ],
  }),
  staff_purchase_review: kind({
    payload: z.strictObject({ purchaseId: id, kind: z.string(), paymentId: id, reason: z.string() }),
    owner: "nobody",
    to: "staff",
    urgency: "soon",
    texts: [
      ["subject", "emails.staff.review.subject", { must: ["reference"] }],
      ["heading", "emails.staff.review.title"],
      ["text", "emails.staff.purchase.review"],
    ],
  }),
};
