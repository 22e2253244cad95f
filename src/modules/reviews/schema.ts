import { z } from "zod";
import { LOCALES } from "#src/kernel/localized.ts";
import { isPlainText } from "#src/kernel/plain-text.ts";
import type { ReviewState } from "#src/modules/reviews/rules/review.ts";

/** What a guest says of a departure. `consent` allows showing it with their first name and country. Messages are ids of texts. */
export const SubmitReview = z
  .strictObject({
    stars: z.int("errors.stars").min(1, "errors.stars").max(5, "errors.stars"),
    comment: z
      .string("errors.comment")
      .trim()
      .max(1000, "errors.comment")
      .refine(isPlainText, "errors.control")
      .default(""),
    consent: z.boolean("errors.consent").default(false),
    language: z.enum(LOCALES, "errors.language"),
  })
  .meta({ id: "RateNight" });
export type SubmitReview = z.infer<typeof SubmitReview>;

/** The answer to a review: what was kept of it. */
export const GivenReview = z
  .object({ booking_id: z.uuid(), stars: z.int(), comment: z.string(), consent: z.boolean() })
  .meta({ id: "GivenRating" });

/** A reply to a review, by the key of its form. `seen`: how many replies there were when it was opened. */
export const AnswerReview = z.strictObject({
  text: z
    .string("reviews-admin.error.text")
    .trim()
    .min(1, "reviews-admin.error.text")
    .max(4000, "reviews-admin.error.long")
    .refine(isPlainText, "reviews-admin.error.text"),
  key: z.string().regex(/^[\w-]{8,100}$/),
  seen: z.coerce.number().int().min(0),
});
export type AnswerReview = z.infer<typeof AnswerReview>;

/** What is asked of one review. */
export const ReviewIntent = z.object({
  intent: z.enum(["answer", "publish", "unpublish", "close", "reopen"]),
  id: z.uuid(),
});

const asked = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);
const yesNo = asked(z.enum(["yes", "no"]));

/** What the list can be asked for, from the address of the page; what is wrong there counts as not asked. Dates are those of departures. */
export const ReviewFilter = z.object({
  view: z.enum(["tasks", "published", "all"]).catch("all").default("all"),
  stars: asked(z.coerce.number().int().min(1).max(5)),
  crawl: asked(z.uuid()),
  city: asked(z.string().min(1).max(60)),
  from: asked(z.iso.date()),
  until: asked(z.iso.date()),
  answered: yesNo,
  q: z.string().trim().max(100).catch("").default(""),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
});
export type ReviewFilter = z.infer<typeof ReviewFilter>;

/** A review as the list shows it. `open`: it is low and nobody has looked after it. */
export type ListedReview = {
  id: string;
  stars: number;
  comment: string;
  guest: string;
  reference: string;
  crawl: string;
  city: string;
  date: string;
  at: string;
  consent: boolean;
  published: boolean;
  open: boolean;
  answers: number;
};

/** What staff wrote to the guest; `by` is null where the account is gone. */
export type ReviewReply = { id: string; text: string; by: string | null; at: string };

/** A review with all that was done about it. */
export type OpenReview = ListedReview & {
  bookingId: string;
  country: string;
  language: string;
  bookingLanguage: string;
  email: string;
  handledAt: string | null;
  handledBy: string | null;
  replies: ReviewReply[];
};

/** What a guest said, as the home page shows it. */
export type Testimonial = { text: string; author: string; country: string };

/** A departure as the page that rates it shows it; `stars` once it is rated. */
export type DepartureToReview = {
  state: ReviewState;
  stars: number | null;
  crawl_title: string;
  city: string;
  image: string | null;
  date: string;
  start_time: string;
};
