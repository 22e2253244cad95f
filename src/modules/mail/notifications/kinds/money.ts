import { z } from "zod";
import { id, kind } from "#src/modules/mail/notifications/kinds/kind.ts";

/** Emails to staff about money that doesn't add up. */
export const MONEY = {
  staff_event_died: kind({
    payload: z.strictObject({ eventId: id }),
    owner: "nobody",
    to: "staff",
    urgency: "soon",
    texts: [
      ["subject", "emails.money.died.subject", { must: ["provider"] }],
      ["heading", "emails.money.died.title"],
      ["text", "emails.money.died.text"],
      ["subject", "emails.money.lost.subject", { when: "moneyLost", must: ["provider"] }],
      ["heading", "emails.money.lost.title", { when: "moneyLost" }],
      ["text", "emails.money.lost.text", { when: "moneyLost" }],
      ["button", "emails.money.open"],
    ],
  }),
  staff_money_differs: kind({
    payload: z.strictObject({ runId: id }),
    owner: "nobody",
    to: "staff",
    urgency: "soon",
    texts: [
      ["subject", "emails.money.differs.subject", { may: ["day", "count"], must: ["provider"] }],
      ["heading", "emails.money.differs.title", { may: ["provider", "day", "count"] }],
      ["text", "emails.money.differs.text", { may: ["count"], must: ["provider", "day"] }],
      ["button", "emails.money.open"],
    ],
  }),
  staff_tills_differ: kind({
    payload: z.strictObject({}),
    owner: "nobody",
    to: "staff",
    urgency: "soon",
    texts: [
      ["subject", "emails.money.tills.subject"],
      ["heading", "emails.money.tills.title"],
      ["text", "emails.money.tills.text"],
      ["button", "emails.money.open"],
    ],
  }),
};
