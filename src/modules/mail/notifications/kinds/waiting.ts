import { z } from "zod";
import { id, kind } from "#src/modules/mail/notifications/kinds/kind.ts";

/** Emails to somebody on the waiting list of nights. */
export const WAITING = {
  waiting_joined: kind({
    payload: z.strictObject({ entryIds: z.array(id).min(1) }),
    owner: "address",
    to: "guests",
    urgency: "soon",
    texts: [
      ["subject", "emails.waiting.subject"],
      ["heading", "emails.waiting.title"],
      ["text", "emails.waiting.text"],
      ["text", "emails.waiting.how"],
      ["button", "emails.waiting.action"],
    ],
  }),
};
