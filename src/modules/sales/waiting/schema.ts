import { z } from "zod";
import { LOCALES } from "#src/kernel/localized.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";
import type { EntryState } from "#src/modules/sales/waiting/rules/turn.ts";

/** So many nights may be asked for at once. */
const MOST_NIGHTS = 10;

/** What somebody asks for on the waiting list. Error messages are text ids. */
export const JoinList = z.strictObject({
  departure_ids: z
    .array(z.uuid("errors.departure"))
    .min(1, "waiting.error.nights")
    .max(MOST_NIGHTS, "errors.departure"),
  people: z.coerce.number("errors.people").int("errors.people").min(1, "errors.people").max(100, "errors.people"),
  first_name: z
    .string({ error: "errors.firstName" })
    .overwrite(toOneLine)
    .min(1, "errors.firstName")
    .max(80, "errors.tooLong"),
  email: z
    .string({ error: "errors.email" })
    .overwrite(toOneLine)
    .max(254, "errors.email")
    .pipe(z.email("errors.email")),
  language: z.enum(LOCALES, "errors.language"),
});
export type JoinList = z.infer<typeof JoinList>;

/** A night of somebody's list, as its own page and emails show it. */
export type OwnEntry = {
  id: string;
  state: EntryState;
  people: number;
  date: string;
  start_time: string;
  end_time: string;
  /** of its city: times are said in it */
  zone: string;
  title: string;
  city: string;
  /** how many parties asked before it, while it waits */
  ahead: number;
  /** the offer: its booking's page, and until when it is to be paid (ISO); null without a live one */
  offer: { href: string; until: string; total: { amount_minor: number; currency: string } } | null;
};

/** A party on the list of a night, for staff. */
export type ListedEntry = {
  id: string;
  state: EntryState;
  people: number;
  name: string;
  email: string;
  language: string;
  asked_at: string;
  value: { amount_minor: number; currency: string };
  booking_id: string | null;
  /** until when its offer is to be paid */
  until: string | null;
};
