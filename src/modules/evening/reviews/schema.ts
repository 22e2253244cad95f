import { z } from "zod";
import { type Locale, LOCALES } from "#src/kernel/localized.ts";
import { toPlainText } from "#src/kernel/plain-text.ts";
import type { ReviewState } from "#src/modules/evening/reviews/rules/review.ts";
import type { ShownLanguage } from "#src/modules/evening/reviews/rules/review-choice.ts";

/** A guest's review. `consent` allows publishing it with their first name and country. Messages are text ids. */
export const SubmitReview = z
  .strictObject({
    stars: z.int("errors.stars").min(1, "errors.stars").max(5, "errors.stars"),
    comment: z.string("errors.comment").overwrite(toPlainText).max(1000, "errors.comment").default(""),
    consent: z.boolean("errors.consent").default(false),
    language: z.enum(LOCALES, "errors.language"),
  })
  .meta({ id: "RateNight" });
export type SubmitReview = z.infer<typeof SubmitReview>;

/** The API's response to a review: what was stored. */
export const GivenReview = z
  .object({ booking_id: z.uuid(), stars: z.int(), comment: z.string(), consent: z.boolean() })
  .meta({ id: "GivenRating" });

/** A reply to a review, with its form's key. `seen`: how many replies there were when it was opened. */
export const AnswerReview = z.strictObject({
  text: z
    .string("reviews-admin.error.text")
    .overwrite(toPlainText)
    .min(1, "reviews-admin.error.text")
    .max(4000, "reviews-admin.error.long"),
  key: z.string().regex(/^[\w-]{8,100}$/),
  seen: z.coerce.number().int().min(0),
});
export type AnswerReview = z.infer<typeof AnswerReview>;

/** A review in the list. `open`: it is low and not handled. */
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
  /** Taken off its crawl's page by staff. */
  hidden: boolean;
  open: boolean;
  answers: number;
};

/** Staff's reply to the guest; `by` is null where the account is gone. */
export type ReviewReply = { id: string; text: string; by: string | null; at: string };

/** A review with everything that was done about it. */
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

/** A published review on the home page. */
export type Testimonial = { text: string; author: string; country: string };

/** A review on its crawl's page. `date` is that of the night. */
export type ShownReview = Testimonial & { id: string; stars: number; language: Locale; date: string };

/** The reviews of a crawl: the stars of all, the words of those that may be shown. `counts` are of the latter. */
export type CrawlReviews = {
  /** From five stars down to one. */
  distribution: { stars: number; count: number }[];
  total: number;
  average: number;
  language: ShownLanguage;
  counts: Record<ShownLanguage, number>;
  reviews: ShownReview[];
};

/** A departure on its review page; `stars` is set once it is reviewed. */
export type DepartureToReview = {
  state: ReviewState;
  stars: number | null;
  comment: string;
  /** For staff, who read the guest's text. */
  readOnly: boolean;
  crawl_title: string;
  city: string;
  image: string | null;
  date: string;
  start_time: string;
};
