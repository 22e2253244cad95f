import { z } from "zod";
import { id, kind } from "#src/modules/mail/notifications/kinds/kind.ts";

/** Emails about what guests ask for their groups. Staff's says nothing of the guest: it leads to the request. */
export const GROUP = {
  group_received: kind({
    payload: z.strictObject({ requestId: id }),
    owner: "address",
    to: "guests",
    urgency: "at_once",
    texts: [
      ["subject", "emails.group.received.subject"],
      ["heading", "emails.group.received.title"],
      ["text", "emails.group.received.text"],
      ["text", "emails.group.received.more"],
    ],
  }),
  staff_group: kind({
    payload: z.strictObject({ requestId: id }),
    owner: "nobody",
    to: "staff",
    urgency: "soon",
    texts: [
      ["subject", "emails.staff.group.subject", { must: ["people"] }],
      ["heading", "emails.staff.group.title"],
      ["text", "emails.staff.group.text"],
      ["button", "emails.staff.group.action"],
    ],
  }),
};
