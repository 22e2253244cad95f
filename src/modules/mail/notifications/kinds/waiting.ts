import { z } from "zod";
import { bookingKind, id, kind } from "#src/modules/mail/notifications/kinds/kind.ts";

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

/** Emails about a booking that holds places which came free. */
export const OFFER = {
  waiting_offer: bookingKind({
    payload: z.strictObject({ until: z.iso.datetime() }),
    to: "guests",
    urgency: "at_once",
    shownIn: "pending",
    withholds: ["name"],
    texts: [
      ["subject", "emails.offer.subject", { must: ["people", "date"] }],
      ["preview", "emails.offer.preview"],
      ["heading", "emails.offer.title", { may: ["people"] }],
      ["text", "emails.offer.text", { must: ["people", "date", "time"], may: ["crawl"] }],
      ["text", "emails.offer.until", { must: ["until"] }],
      ["text", "emails.offer.next"],
      ["button", "emails.offer.action"],
    ],
  }),
};
