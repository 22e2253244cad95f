import { isUuid } from "#src/kernel/codes.ts";
import { addOnsTyped, addOnsWanted } from "#src/modules/sales/booking/rules/add-on-field.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";

/** The screens of the page that manages a booking: an overview, or one part of it. */
const SCREENS = [
  "parts",
  "contact",
  "names",
  "date",
  "add",
  "remove",
  "add_ons",
  "cancel",
  "invoice",
  "table",
] as const;
export type Screen = (typeof SCREENS)[number];

/** The page's path and the token that it was opened with, which all its links and forms carry. */
export type ManagePlace = { path: string; token: string | null };

/** The URL of a screen: `{ do: "date", to: "…" }`. */
export function manageAddress({ path, token }: ManagePlace, query: Record<string, string> = {}): string {
  const search = new URLSearchParams({ ...query, ...(token === null ? {} : { token }) }).toString();
  return search ? `${path}?${search}` : path;
}

/** The screen a query asks for; `parts` if unknown or missing. */
export const screenOf = (query: URLSearchParams): Screen =>
  SCREENS.find((screen) => screen === query.get("do")) ?? "parts";

/** Actions after which the page can be opened. */
const DONE = [
  "contact",
  "askedOld",
  "askedNew",
  "names",
  "date",
  "add",
  "remove",
  "add_ons",
  "resend",
  "invoice",
  "drop",
  "table",
  "table-resize",
  "table-close",
] as const;
export type Done = (typeof DONE)[number];

/** The action that a query says was done; null if none. */
export const doneIn = (query: URLSearchParams): Done | null => DONE.find((one) => one === query.get("done")) ?? null;

/** An upper limit to guests added at once, above the size of any booking. */
const MOST = 99;

/** The change a query asks to price; null if nothing valid was chosen. */
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
    case "add_ons": {
      const wishes = addOnsWanted(query);
      // where none is wanted, that is what is asked: its answer says so
      const typed = wishes.length > 0 ? wishes : addOnsTyped(query).slice(0, 1);
      const chosen = typed.map(({ id, quantity }) => ({ id, quantity: wholeOrNone(quantity) }));
      const isChoice = chosen.length > 0 && chosen.every(({ id, quantity }) => isUuid(id) && quantity !== null);
      return isChoice ? { kind: "add_ons", add_ons: chosen as { id: string; quantity: number }[] } : null;
    }
    default:
      return null;
  }
}

const wholeOrNone = (text: string): number | null => (/^\d{1,3}$/.test(text) ? Number(text) : null);

/** A positive whole number from its text, else 0. */
const whole = (text: string | null): number => (text && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0);

/** What the form says had been shown when it was submitted. Invalid numbers become NaN, which matches nothing. */
export const shownChange = (form: FormData) => ({
  version: numberOf(form.get("version")),
  difference_minor: numberOf(form.get("difference")),
  currency: textIn(form, "currency"),
});

/** A form field as text; empty if it is missing or a file. */
export function textIn(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === "string" ? value : "";
}

const numberOf = (value: FormDataEntryValue | null): number =>
  typeof value === "string" && /^-?\d{1,12}$/.test(value) ? Number(value) : Number.NaN;

/** The guests' names in a form, by the position in each field's name (`name-2`). */
export const namesIn = (form: FormData): { position: number; name: string }[] =>
  [...form].flatMap(([field, value]) => {
    const [, position] = /^name-(\d{1,4})$/.exec(field) ?? [];
    return position && typeof value === "string" ? { position: Number(position), name: value } : [];
  });
