import { z } from "zod";
import { id, kind } from "#src/modules/mail/notifications/kinds/kind.ts";

/** Emails to staff about tills that they are to take over, counted for the `round`th time. */
export const TILL = {
  till_to_take: kind({
    payload: z.strictObject({ userId: id, tillId: id, round: z.int() }),
    owner: "account",
    to: "staff",
    urgency: "soon",
    texts: [
      ["subject", "emails.till.subject", { may: ["date"], must: ["city"] }],
      ["heading", "emails.till.title"],
      ["text", "emails.till.text"],
      ["button", "emails.till.open"],
    ],
  }),
};
