import type { Locale } from "#src/kernel/localized.ts";

/** The word that is typed by hand to delete an account, in the language of the page. */
export const DELETE_WORDS: Readonly<Record<Locale, string>> = { en: "DELETE", es: "BORRAR" };

/** Whether a text is that word, in either language and however it is written. */
export const isDeleteWord = (input: string): boolean =>
  Object.values(DELETE_WORDS).includes(input.trim().toUpperCase());

/** A booking whose departure is still to come or going on, and for which somebody is expected. */
export const isUpcoming = (booking: { status: string; ends_at: Date }, now: Date): boolean =>
  booking.status === "confirmed" && booking.ends_at > now;

/** What deleting the account of whoever is signed in means: the departures that stand in its way, and baskets that would be given up. */
export type Deletion = {
  upcoming: { id: string; reference: string; title: string; date: string; start_time: string }[];
  pending: number;
};
