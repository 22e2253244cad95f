import { z } from "zod";
import { LOCALES } from "#src/kernel/localized.ts";
import { isPlainText } from "#src/kernel/plain-text.ts";
import type { RatingState } from "#src/modules/reviews/rules.ts";

/** What a guest says of a night. `consent` allows showing it with their first name and country. Messages are ids of texts. */
export const RateNight = z
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
export type RateNight = z.infer<typeof RateNight>;

/** The answer to a rating: what was kept of it. */
export const GivenRating = z
  .object({ booking_id: z.uuid(), stars: z.int(), comment: z.string(), consent: z.boolean() })
  .meta({ id: "GivenRating" });

/** A night as the page that rates it shows it; `stars` once it is rated. */
export type NightToRate = {
  state: RatingState;
  stars: number | null;
  crawl_title: string;
  city: string;
  image: string | null;
  date: string;
  start_time: string;
};
