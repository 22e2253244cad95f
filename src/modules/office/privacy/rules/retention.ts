import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { type TermOf, TERMS } from "#src/modules/base/settings/rules/app-settings.ts";

/** The kinds of data about people that a term ends, in the order of the options. */
export const KINDS = Object.keys(TERMS) as readonly TermOf[];

/** From before when data of a kind is over: bookings count calendar years in our zone, the rest days of 24 hours. */
export function overBefore(kind: TermOf, terms: Readonly<Record<TermOf, number>>, now: Date): Date {
  const term = terms[kind];
  if (kind !== "bookings") return new Date(now.getTime() - term * 86_400_000);
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(HOME_ZONE);
  return new Date(here.subtract({ years: term }).epochMilliseconds);
}
