import { isUuid } from "#src/kernel/codes.ts";
import type { Change } from "#src/modules/booking/schema.ts";

/** What the page on which a booking is managed shows: all that can be changed, or one part of it. */
const SCREENS = ["parts", "names", "date", "add", "remove", "cancel", "invoice"] as const;
export type Screen = (typeof SCREENS)[number];

/** The page's path and the token that it was opened with, which every link and form of it carries on. */
export type ManagePlace = { path: string; token: string | null };

/** The address of a screen of the page: `{ do: "date", to: "…" }`. */
export function manageAddress({ path, token }: ManagePlace, query: Record<string, string> = {}): string {
  const search = new URLSearchParams({ ...query, ...(token === null ? {} : { token }) }).toString();
  return search ? `${path}?${search}` : path;
}

/** The screen that an address asks for; all parts when it asks for none that there is. */
export const screenOf = (query: URLSearchParams): Screen =>
  SCREENS.find((screen) => screen === query.get("do")) ?? "parts";

/** What can have been done just before the page was opened. */
const DONE = ["names", "date", "add", "remove", "resend", "invoice", "drop"] as const;
export type Done = (typeof DONE)[number];

/** What an address says was done; null when it says nothing of the kind. */
export const doneIn = (query: URLSearchParams): Done | null => DONE.find((one) => one === query.get("done")) ?? null;

/** Guests who can be added at once, more than any booking takes. */
const MOST = 99;

/** The change whose price an address asks for; null where nothing was chosen yet, or nothing that could be a choice. */
export function changeAskedFor(query: URLSearchParams): Change | null {
  switch (screenOf(query)) {
    case "date": {
      const to = query.get("to") ?? "";
      return isUuid(to) ? { kind: "date", departure_id: to.toLowerCase() } : null;
    }
    case "add": {
      const people = whole(query.get("people"));
      return people && people <= MOST ? { kind: "add", names: Array.from({ length: people }, () => "") } : null;
    }
    case "remove": {
      const positions = [...new Set(query.getAll("guest").map(whole))];
      const isChoice = positions.length > 0 && positions.length <= MOST && !positions.includes(0);
      return isChoice ? { kind: "remove", positions } : null;
    }
    default:
      return null;
  }
}

/** A whole number from 1 as it was written, else 0. */
const whole = (text: string | null): number => (text && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0);

/** What a form says had been shown when its button was pressed. Texts that are no numbers match nothing that could be shown. */
export const shownChange = (form: FormData) => ({
  version: numberOf(form.get("version")),
  difference_minor: numberOf(form.get("difference")),
  currency: textIn(form, "currency"),
});

/** A field of a form as text; empty where it is missing or a file. */
export function textIn(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === "string" ? value : "";
}

const numberOf = (value: FormDataEntryValue | null): number =>
  typeof value === "string" && /^-?\d{1,12}$/.test(value) ? Number(value) : Number.NaN;

/** The names that a form gives, by the number in the name of each field (`name-2`). */
export const namesIn = (form: FormData): { position: number; name: string }[] =>
  [...form].flatMap(([field, value]) => {
    const [, position] = /^name-(\d{1,4})$/.exec(field) ?? [];
    return position && typeof value === "string" ? { position: Number(position), name: value } : [];
  });
