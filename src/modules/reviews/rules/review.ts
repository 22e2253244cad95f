import { instantOf } from "#src/kernel/local-time.ts";
import type { FieldError } from "#src/locales/field-errors.ts";

/** Whether a departure can be rated, and if not why not. */
export type ReviewState = "open" | "too_early" | "rated" | "not_confirmed";

/** A departure can be reviewed once, from its start on, with a confirmed booking for it. */
export function reviewState(
  departure: { status: string; starts_at: Date; stars: number | null },
  now: Date,
): ReviewState {
  if (departure.stars !== null) return "rated";
  if (departure.status !== "confirmed") return "not_confirmed";
  return now < departure.starts_at ? "too_early" : "open";
}

/** The refusal for each state but `open`. */
export const REFUSED = {
  too_early: "rating_too_early",
  rated: "already_rated",
  not_confirmed: "rating_not_possible",
} as const satisfies Record<Exclude<ReviewState, "open">, string>;

/** How late a guest may still be asked, for example after the worker was down. */
const LATEST_MS = 7 * 24 * 3_600_000;

/** Whether to ask a guest for a review now: from noon of the day after the departure, in the city's zone, for seven days. */
export function isTimeToAsk({ date, time_zone }: { date: string; time_zone: string }, now: Date): boolean {
  const dayAfter = Temporal.PlainDate.from(date).add({ days: 1 }).toString();
  const late = now.getTime() - instantOf(dayAfter, "12:00", time_zone).getTime();
  return late >= 0 && late <= LATEST_MS;
}

/** Reviews up to this many stars are a task for staff: open until answered or marked as done. */
export const LOW_STARS = 2;

/** Why a review can't be published on the home page; null where it can. Publishing needs the guest's consent. */
export function whyNotPublished(review: { consent: boolean; comment: string }): "no_consent" | "no_words" | null {
  if (!review.consent) return "no_consent";
  return review.comment.trim() === "" ? "no_words" : null;
}

/** The form values of a review. */
export type FormValues = { stars: string; comment: string; consent: boolean };

/** Reads the posted form; missing fields and files count as empty. Browsers post line breaks as CR LF. */
export function readFormValues(form: FormData): FormValues {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
  };
  return { stars: text("stars"), comment: text("comment"), consent: form.has("consent") };
}

/** The use case's input, unvalidated; its schema checks it. */
export const reviewOf = ({ stars, comment, consent }: FormValues, language: "en" | "es") => ({
  stars: /^\d$/.test(stars) ? Number(stars) : Number.NaN,
  comment,
  consent,
  language,
});

/** Fields that can have errors, in page order. */
export const FIELDS = ["stars", "comment"] as const;
export type FormFieldError = FieldError<(typeof FIELDS)[number]>;
