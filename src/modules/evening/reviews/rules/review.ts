import { instantOf } from "#src/kernel/local-time.ts";
import { textsOf } from "#src/ui/form/texts.ts";

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
export const LATEST_MS = 7 * 24 * 3_600_000;

type Night = { date: string; ends_at: Date; time_zone: string };

/** When to ask a guest for a review: at a local time (HH:MM) of the day after the night's date, or a day later if it lasts until then. */
export function askedAt({ date, ends_at, time_zone: zone }: Night, at: string): Date {
  const on = (days: number) => instantOf(Temporal.PlainDate.from(date).add({ days }).toString(), at, zone);
  return on(1) > ends_at ? on(1) : on(2);
}

/** Whether to ask a guest for a review now: from that time on, for seven days. */
export function isTimeToAsk(night: Night, at: string, now: Date): boolean {
  const late = now.getTime() - askedAt(night, at).getTime();
  return late >= 0 && late <= LATEST_MS;
}

/** What was noted of a guest at the door; null where nothing was. */
type Attendance = "came" | "no_show" | null;

/** Whether a guest may be asked how it was: not who is known to have stayed away. */
export const mayHaveBeenThere = (attendance: Attendance): boolean => attendance !== "no_show";

/** Reviews up to this many stars are a task for staff: open until answered or marked as done. */
export const LOW_STARS = 2;

/** Why a review can't be published on the home page; null where it can. Publishing needs the guest's consent. */
export function whyNotPublished(review: { consent: boolean; comment: string }): "no_consent" | "no_words" | null {
  if (!review.consent) return "no_consent";
  return review.comment.trim() === "" ? "no_words" : null;
}

/** The form values of a review. */
export type FormValues = { stars: string; comment: string; consent: boolean };

/** Reads the posted form. */
export const readFormValues = (form: FormData): FormValues => ({
  ...textsOf(form, ["stars", "comment"]),
  consent: form.has("consent"),
});

/** What the answer may have besides: what was entered. */
export type ReviewExtra = { formValues: FormValues };

/** The use case's input, unvalidated; its schema checks it. */
export const reviewOf = ({ stars, comment, consent }: FormValues, language: "en" | "es") => ({
  stars: /^\d$/.test(stars) ? Number(stars) : Number.NaN,
  comment,
  consent,
  language,
});

/** Fields that can have errors, in page order. */
export const FIELDS = ["stars", "comment"] as const;
