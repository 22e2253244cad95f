import { DECISIONS } from "#src/modules/sales/affiliates/rules/consent.ts";
import { type ConsentFilter, EVENT_STATES, type EventState } from "#src/modules/partners/measurement/schema.ts";

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | null =>
  values.find((value) => value === text) ?? null;

const whole = (text: string | null): number | null => (/^[1-9]\d{0,9}$/.test(text ?? "") ? Number(text) : null);

/** The filter of the log in a URL's parameters; invalid values are ignored. */
export const consentFilterOf = (params: URLSearchParams): ConsentFilter => ({
  decision: oneOf(DECISIONS, params.get("decision")),
  language: oneOf(["en", "es"], params.get("language")),
});

/** Where a page of the log goes on. */
export const beyondOf = (params: URLSearchParams) => ({
  older: whole(params.get("older")),
  newer: whole(params.get("newer")),
});

/** The URL of a page of the log: what `consentFilterOf` and `beyondOf` read. */
export function consentAddressOf(filter: ConsentFilter, beyond?: readonly ["older" | "newer", number]): string {
  const query = new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]])),
  );
  if (beyond) query.set(beyond[0], String(beyond[1]));
  return `?${query.toString()}`;
}

/** Which events a URL asks for; null where it asks for the log of consents. */
export function eventsAskedFor(params: URLSearchParams): { state: EventState | null; page: number } | null {
  if (params.get("view") !== "events") return null;
  return { state: oneOf(EVENT_STATES, params.get("state")), page: whole(params.get("page")) ?? 1 };
}

/** The URL of a page of the events: what `eventsAskedFor` reads. */
export function eventsAddressOf(state: EventState | null, page = 1): string {
  const query = new URLSearchParams({ view: "events" });
  if (state) query.set("state", state);
  if (page > 1) query.set("page", String(page));
  return `?${query.toString()}`;
}
