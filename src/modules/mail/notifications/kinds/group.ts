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
  group_quote: kind({
    payload: z.strictObject({ quoteId: id }),
    owner: "address",
    to: "guests",
    urgency: "soon",
    isPrivate: true,
    texts: [
      ["subject", "emails.group.quote.subject", { must: ["date"] }],
      ["heading", "emails.group.quote.title"],
      ["text", "emails.group.quote.text", { may: ["people", "date"] }],
      ["text", "emails.group.quote.until", { must: ["until"] }],
      ["button", "emails.group.quote.action"],
    ],
  }),
  group_accepted: kind({
    payload: z.strictObject({ quoteId: id }),
    owner: "address",
    to: "guests",
    urgency: "at_once",
    isPrivate: true,
    texts: [
      ["subject", "emails.group.accepted.subject", { must: ["date"] }],
      ["heading", "emails.group.accepted.title"],
      ["text", "emails.group.accepted.text", { must: ["until"] }],
      ["text", "emails.group.accepted.else"],
      ["button", "emails.group.accepted.action"],
    ],
  }),
  group_reminder: kind({
    payload: z.strictObject({ quoteId: id }),
    owner: "address",
    to: "guests",
    urgency: "soon",
    isPrivate: true,
    texts: [
      ["subject", "emails.group.reminder.subject", { must: ["until"] }],
      ["heading", "emails.group.reminder.title"],
      ["text", "emails.group.reminder.text", { must: ["until"], may: ["date"] }],
      ["button", "emails.group.accepted.action"],
    ],
  }),
  staff_group_answer: kind({
    payload: z.strictObject({ quoteId: id, answer: z.enum(["accepted", "declined", "ended"]) }),
    owner: "nobody",
    to: "staff",
    urgency: "soon",
    texts: [
      ["subject", "emails.staff.group.answer.subject", { must: ["people", "date"] }],
      ["heading", "emails.staff.group.answer.title"],
      ["text", "emails.staff.group.answer.text"],
      ["button", "emails.staff.group.action"],
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
