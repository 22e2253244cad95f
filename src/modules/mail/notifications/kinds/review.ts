import { z } from "zod";
import { bookingKind, id } from "#src/modules/mail/notifications/kinds/kind.ts";

/** Emails about how a night was. */
export const REVIEW = {
  /** `requested`: the guest asked for the link, so that neither a setting nor an unsubscription withholds it. */
  rating_request: bookingKind({
    payload: z.strictObject({ requested: z.literal(true).optional() }),
    to: "guests",
    urgency: "last",
    isOptional: true,
    texts: [
      ["subject", "emails.review.subject"],
      ["preview", "emails.review.preview"],
      ["heading", "emails.review.title"],
      ["text", "emails.review.text"],
      ["text", "emails.review.private"],
      ["button", "emails.review.action"],
    ],
  }),
  rating_answered: bookingKind({
    payload: z.strictObject({ answerId: id }),
    to: "guests",
    urgency: "soon",
    texts: [
      ["subject", "emails.reply.subject"],
      ["preview", "emails.reply.preview"],
      ["heading", "emails.reply.title"],
      ["noteHeading", "emails.reply.yours"],
    ],
  }),
  staff_low_rating: bookingKind({
    payload: z.strictObject({}),
    to: "staff",
    urgency: "soon",
    texts: [
      ["subject", "emails.staff.lowReview.subject", { may: ["stars"], must: ["reference"] }],
      ["heading", "emails.staff.lowReview.title", { may: ["stars"] }],
      ["text", "emails.staff.lowReview.text"],
    ],
  }),
};
