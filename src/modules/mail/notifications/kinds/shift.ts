import { z } from "zod";
import { id, kind } from "#src/modules/mail/notifications/kinds/kind.ts";

/** Emails to guides about the nights they lead. */
export const SHIFT = {
  shift_asked: kind({
    payload: z.strictObject({ userId: id, requestId: id, shiftIds: z.array(id).min(1), again: z.boolean() }),
    owner: "account",
    to: "staff",
    urgency: "soon",
    isPrivate: true,
    texts: [
      ["subject", "emails.shift.asked.subject", { may: ["crawl", "time"], must: ["date"] }],
      ["heading", "emails.shift.asked.title"],
      ["text", "emails.shift.asked.text"],
      ["subject", "emails.shift.several.subject", { when: "several" }],
      ["heading", "emails.shift.several.title", { when: "several" }],
      ["text", "emails.shift.several.text", { when: "several" }],
      ["text", "emails.shift.asked.backup", { when: "asBackup" }],
      ["text", "emails.shift.again.text", { when: "askedAgain" }],
      ["button", "emails.shift.answer"],
    ],
  }),
  shift_moved: kind({
    payload: z.strictObject({
      userId: id,
      requestId: id,
      shiftId: id,
      was: z.strictObject({ date: z.iso.date(), start_time: z.string(), end_time: z.string() }),
    }),
    owner: "account",
    to: "staff",
    urgency: "soon",
    isPrivate: true,
    texts: [
      ["subject", "emails.shift.moved.subject", { may: ["crawl", "time"], must: ["date"] }],
      ["heading", "emails.shift.moved.title"],
      ["text", "emails.shift.moved.text", { may: ["crawl", "date", "time"] }],
      ["button", "emails.shift.answer"],
    ],
  }),
  shift_ended: kind({
    payload: z.strictObject({ userId: id, shiftId: id, why: z.enum(["withdrawn", "cancelled"]) }),
    owner: "account",
    to: "staff",
    urgency: "soon",
    texts: [
      ["subject", "emails.shift.off.subject", { when: "takenOff", may: ["crawl", "time"], must: ["date"] }],
      ["heading", "emails.shift.off.title", { when: "takenOff" }],
      ["text", "emails.shift.off.text", { when: "takenOff", may: ["crawl", "date"] }],
      ["subject", "emails.shift.cancelled.subject", { when: "nightOff", may: ["crawl", "time"], must: ["date"] }],
      ["heading", "emails.shift.cancelled.title", { when: "nightOff" }],
      ["text", "emails.shift.cancelled.text", { when: "nightOff", may: ["crawl", "date"] }],
    ],
  }),
};
