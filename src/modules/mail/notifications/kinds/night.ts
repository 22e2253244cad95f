import { z } from "zod";
import { type Listed, bookingKind, id } from "#src/modules/mail/notifications/kinds/kind.ts";

const reminder = (when: "before" | "today"): readonly Listed[] => [
  ["subject", `emails.reminder.${when}.subject`],
  ["preview", "emails.reminder.preview"],
  ["heading", `emails.reminder.${when}.title`],
  ["text", "emails.reminder.text", { must: ["time"] }],
  ["noteHeading", "emails.confirmation.placeTitle"],
  ["note", "emails.confirmation.place", { must: ["place", "time"] }],
  ["noteHeading", "emails.confirmation.bringTitle"],
  ["note", "emails.confirmation.bring"],
  ["button", "emails.reminder.action"],
];

/** Emails that come by the time of a night. */
export const NIGHT = {
  reminder_day_before: bookingKind({
    payload: z.strictObject({ date: z.iso.date() }),
    to: "guests",
    urgency: "last",
    isForNight: true,
    texts: reminder("before"),
  }),
  reminder_today: bookingKind({
    payload: z.strictObject({ date: z.iso.date() }),
    to: "guests",
    urgency: "last",
    isForNight: true,
    texts: reminder("today"),
  }),
  checkout_unfinished: bookingKind({
    payload: z.strictObject({}),
    to: "guests",
    urgency: "last",
    isOptional: true,
    isSentOnce: true,
    isForNight: true,
    keyTellsReader: true,
    withholds: ["name", "reference"],
    texts: [
      ["subject", "emails.unfinished.subject"],
      ["preview", "emails.unfinished.preview"],
      ["heading", "emails.unfinished.title"],
      ["text", "emails.unfinished.text"],
      ["text", "emails.unfinished.free"],
      ["button", "emails.unfinished.action"],
    ],
  }),
  route_changed: bookingKind({
    payload: z.strictObject({ departureId: id, version: z.int() }),
    to: "guests",
    urgency: "last",
    isForNight: true,
    texts: [
      ["subject", "emails.route.subject"],
      ["preview", "emails.route.preview"],
      ["heading", "emails.route.title"],
      ["text", "emails.route.text"],
      ["button", "emails.route.action"],
    ],
  }),
};
