import { z } from "zod";
import { bookingKind } from "#src/modules/mail/notifications/kinds/kind.ts";

const NIGHT = { may: ["crawl", "date", "time", "name"] } as const;
const payload = z.strictObject({});

/** Emails to whoever started a friends' table with their booking. */
export const TABLE = {
  table_started: bookingKind({
    payload,
    to: "guests",
    urgency: "at_once",
    isForNight: true,
    texts: [
      ["subject", "emails.table.started.subject", { must: ["date"] }],
      ["heading", "emails.table.started.title"],
      ["text", "emails.table.started.text", NIGHT],
      ["text", "emails.table.started.until", { must: ["until"] }],
      ["button", "emails.table.action"],
    ],
  }),
  table_due: bookingKind({
    payload,
    to: "guests",
    urgency: "soon",
    isForNight: true,
    texts: [
      ["subject", "emails.table.due.subject", { must: ["unpaid"], may: ["paid", "date"] }],
      ["heading", "emails.table.due.title", { must: ["unpaid"], may: ["paid"] }],
      ["text", "emails.table.due.text", { must: ["until"], may: ["unpaid", "paid", "crawl", "date", "time", "name"] }],
      ["button", "emails.table.action"],
    ],
  }),
  table_resized: bookingKind({
    payload: z.strictObject({ places: z.number().describe("how many its table had by then") }),
    to: "guests",
    urgency: "soon",
    isForNight: true,
    texts: [
      ["subject", "emails.table.resized.subject", { must: ["date"], may: ["places"] }],
      ["heading", "emails.table.resized.title", { must: ["places"] }],
      ["text", "emails.table.resized.text", { may: ["crawl", "date", "time", "name", "places", "paid", "until"] }],
      ["button", "emails.table.action"],
    ],
  }),
  table_paid: bookingKind({
    payload,
    to: "guests",
    urgency: "soon",
    isForNight: true,
    texts: [
      ["subject", "emails.table.paid.subject", { must: ["date"] }],
      ["heading", "emails.table.paid.title", { may: ["paid"] }],
      ["text", "emails.table.paid.text", NIGHT],
      ["button", "emails.table.action"],
    ],
  }),
  table_closed: bookingKind({
    payload,
    to: "guests",
    urgency: "soon",
    isForNight: true,
    texts: [
      ["subject", "emails.table.closed.subject", { may: ["date", "paid"] }],
      ["heading", "emails.table.closed.title", { must: ["paid"] }],
      ["text", "emails.table.closed.text", NIGHT],
      ["button", "emails.table.action"],
    ],
  }),
};
