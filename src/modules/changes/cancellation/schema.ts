import { z } from "zod";
import { toOneLine, toPlainText } from "#src/kernel/plain-text.ts";

export const CANCEL_FIELDS = ["note_en", "note_es", "word"] as const;
export type CancelField = (typeof CANCEL_FIELDS)[number];

/** A departure that is, or is to be, cancelled. `word` must be typed to confirm; `over`: it has ended. */
export type CancelledDeparture = {
  id: string;
  title: string;
  title_es: string | null;
  date: string;
  start_time: string;
  time_zone: string;
  word: string;
  over: boolean;
};

/** An extra note to the guests of a cancelled departure; in both languages or in neither. */
const note = z.string().overwrite(toPlainText).max(500, "errors.tooLong").default("");

const cancelWord = z
  .string("payments-cancel.error.word")
  .overwrite(toOneLine)
  .min(1, "payments-cancel.error.word")
  .max(100, "payments-cancel.error.word");

/** A checkbox: whether guests may choose another date before their money goes back. */
const choice = z.preprocess((value) => value === true || value === "on", z.boolean());

/** Guests read the note in their own language: both or none. */
function notesInBothLanguages({ note_en, note_es }: { note_en: string; note_es: string }, found: z.RefinementCtx) {
  if ((note_en === "") === (note_es === "")) return;
  const path = [note_en === "" ? "note_en" : "note_es"];
  found.addIssue({ code: "custom", path, message: "payments-cancel.error.otherLanguage" });
}

/** Cancelling a departure: the fingerprint of the preview, the confirmation word, and a note for the guests. */
export const CancelDeparture = z
  .strictObject({
    departure_id: z.uuid(),
    fingerprint: z.string().max(100),
    word: cancelWord,
    choice,
    note_en: note,
    note_es: note,
  })
  .superRefine(notesInBothLanguages);
export type CancelDeparture = z.infer<typeof CancelDeparture>;

/** The most departures that are cancelled together. */
export const MOST_NIGHTS = 60;

/** Why one of several departures wasn't cancelled. */
export type NotCancelled = "departure_not_found" | "departure_over" | "stale_preview" | "failed";

/**
 * Cancelling several departures: each with the fingerprint of its preview, from fields `<id>:<fingerprint>`; one word and one note
 * for all.
 */
export const CancelDepartures = z
  .strictObject({
    nights: z
      .array(
        z
          .string()
          .max(200)
          .transform((text) => ({ departure_id: text.slice(0, 36), fingerprint: text.slice(37) }))
          .refine(({ departure_id }) => z.uuid().safeParse(departure_id).success),
      )
      .min(1)
      .max(MOST_NIGHTS),
    word: cancelWord,
    choice,
    note_en: note,
    note_es: note,
  })
  .superRefine(notesInBothLanguages);
export type CancelDepartures = z.infer<typeof CancelDepartures>;
