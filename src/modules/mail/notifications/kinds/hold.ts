import { z } from "zod";
import { id, kind, secret } from "#src/modules/mail/notifications/kinds/kind.ts";

/** Emails about places that are kept without being paid: a guest's code, and what staff should know. */
export const HOLD = {
  booking_code: kind({
    payload: z.strictObject(secret),
    owner: "address",
    to: "guests",
    urgency: "at_once",
    isPrivate: true,
    keyTellsReader: true,
    texts: [
      ["subject", "emails.code.subject", { must: ["code"] }],
      ["heading", "emails.code.title"],
      ["text", "emails.code.text"],
      ["text", "emails.code.until"],
    ],
  }),
  staff_unpaid_places: kind({
    payload: z.strictObject({ episodeId: id }),
    owner: "nobody",
    to: "staff",
    urgency: "soon",
    texts: [
      ["subject", "emails.unpaid.subject"],
      ["heading", "emails.unpaid.title"],
      ["text", "emails.unpaid.text", { may: ["unpaid", "paid"] }],
      ["text", "emails.unpaid.done"],
      ["button", "emails.unpaid.open"],
    ],
  }),
};
