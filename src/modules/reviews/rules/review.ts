import { instantOf } from "#src/kernel/local-time.ts";
import type { FieldError } from "#src/locales/field-errors.ts";

/** Whether a departure can be rated, and if not why not. */
export type ReviewState = "open" | "too_early" | "rated" | "not_confirmed";

/** A departure can be rated once, from its start on, by whoever had a confirmed booking for it. */
export function reviewState(
  departure: { status: string; starts_at: Date; stars: number | null },
  now: Date,
): ReviewState {
  if (departure.stars !== null) return "rated";
  if (departure.status !== "confirmed") return "not_confirmed";
  return now < departure.starts_at ? "too_early" : "open";
}

/** The reason of a refusal by the state that causes it. */
export const REFUSED = {
  too_early: "rating_too_early",
  rated: "already_rated",
  not_confirmed: "rating_not_possible",
} as const satisfies Record<Exclude<ReviewState, "open">, string>;

/** How late a guest may still be asked, for example after the worker stood still. */
const LATEST_MS = 7 * 24 * 3_600_000;

/** Whether a guest is to be asked for a review now: from noon of the day after the departure, in the city's zone, for seven days. */
export function isTimeToAsk({ date, time_zone }: { date: string; time_zone: string }, now: Date): boolean {
  const dayAfter = Temporal.PlainDate.from(date).add({ days: 1 }).toString();
  const late = now.getTime() - instantOf(dayAfter, "12:00", time_zone).getTime();
  return late >= 0 && late <= LATEST_MS;
}

/** Up to so many stars a review is a task for staff: open until it is answered or marked as done. */
export const LOW_STARS = 2;

/** Why a review can't be shown on the home page; null where it can. Words are shown only of those who agreed to it. */
export function whyNotPublished(review: { consent: boolean; comment: string }): "no_consent" | "no_words" | null {
  if (!review.consent) return "no_consent";
  return review.comment.trim() === "" ? "no_words" : null;
}

/** The review form as it was typed. */
export type FormValues = { stars: string; comment: string; consent: boolean };

/** Reads the posted form; what is missing or no text counts as empty. Browsers post line breaks as CR LF. */
export function readFormValues(form: FormData): FormValues {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
  };
  return { stars: text("stars"), comment: text("comment"), consent: form.has("consent") };
}

/** What is asked of the use case; its schema decides whether it is right. */
export const reviewOf = ({ stars, comment, consent }: FormValues, language: "en" | "es") => ({
  stars: /^\d$/.test(stars) ? Number(stars) : Number.NaN,
  comment,
  consent,
  language,
});

/** The fields of the form that can be wrong, in the order of the page. */
export const FIELDS = ["stars", "comment"] as const;
export type FormFieldError = FieldError<(typeof FIELDS)[number]>;
