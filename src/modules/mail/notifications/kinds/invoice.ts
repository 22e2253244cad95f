import { z } from "zod";
import { bookingKind, id } from "#src/modules/mail/notifications/kinds/kind.ts";

/** Emails about the tax invoice of a booking. */
export const INVOICE = {
  invoice_issued: bookingKind({
    payload: z.strictObject({ invoiceId: id }),
    to: "guests",
    urgency: "soon",
    texts: [
      ["subject", "emails.invoice.issued.subject", { must: ["reference"] }],
      ["preview", "emails.invoice.issued.preview"],
      ["heading", "emails.invoice.issued.title"],
      ["text", "emails.invoice.issued.text"],
      ["button", "emails.seeBooking"],
    ],
  }),
  invoice_refused: bookingKind({
    payload: z.strictObject({}),
    to: "guests",
    urgency: "soon",
    texts: [
      ["subject", "emails.invoice.refused.subject", { must: ["reference"] }],
      ["preview", "emails.invoice.refused.preview"],
      ["heading", "emails.invoice.refused.title"],
      ["text", "emails.invoice.refused.text"],
      ["noteHeading", "emails.invoice.refused.why"],
      ["button", "emails.invoice.refused.action"],
    ],
  }),
  staff_invoice_request: bookingKind({
    payload: z.strictObject({}),
    to: "staff",
    urgency: "soon",
    texts: [
      ["subject", "emails.staff.invoice.subject", { must: ["reference"] }],
      ["heading", "emails.staff.invoice.title"],
      ["text", "emails.staff.invoice.text"],
    ],
  }),
};
