import type { Locale } from "#src/kernel/localized.ts";

/** The word to type to delete an account, in the page's language. */
export const DELETE_WORDS: Readonly<Record<Locale, string>> = { en: "DELETE", es: "BORRAR" };

/** Whether a text is that word, in either language and any case. */
export const isDeleteWord = (input: string): boolean =>
  Object.values(DELETE_WORDS).includes(input.trim().toUpperCase());

/** A booking whose departure isn't over and whose guests are expected. */
export const isUpcoming = (booking: { status: string; ends_at: Date }, now: Date): boolean =>
  booking.status === "confirmed" && booking.ends_at > now;

/**
 * The consequences of deleting the signed-in user's account: upcoming departures that prevent it, and baskets that would be
 * cancelled.
 */
export type Deletion = {
  upcoming: { id: string; reference: string; title: string; date: string; start_time: string }[];
  pending: number;
};
