/** A party that waits for places of a night. */
export type Waiting = { id: string; people: number };

/**
 * Who is offered places next: the first party, in the order of asking, that fits those that are free. A larger one that doesn't fit
 * keeps its turn and doesn't hold up smaller ones. Null where nobody fits.
 */
export const nextInTurn = <T extends Waiting>(inOrder: readonly T[], free: number): T | null =>
  inOrder.find(({ people }) => people <= free) ?? null;

/** The states of an entry: the first two are alive, the others final. */
export const STATES = ["waiting", "offered", "booked", "declined", "lapsed", "left", "removed", "closed"] as const;
export type EntryState = (typeof STATES)[number];

/** What becomes of an entry whose offer ended unpaid, by why its booking was cancelled. */
export function endedOffer(reason: string): Extract<EntryState, "declined" | "lapsed" | "closed"> {
  if (reason === "customer") return "declined";
  return reason === "admin" || reason === "departure_cancelled" ? "closed" : "lapsed";
}

/**
 * What keeps an offer from being made now, by the refusal of its booking: `later` it may be possible, `never` takes the party off the
 * list, so that it keeps places from nobody.
 */
export const untilWhen = (refusal: string): "later" | "never" => (LATER.includes(refusal) ? "later" : "never");

// a night that is closed for sale may open again, and keeps no places from anybody meanwhile
const LATER: readonly string[] = [
  "busy",
  "sold_out",
  "provider_unavailable",
  "bookings_disabled",
  "external_booking",
  "crawl_not_found",
];

/** Who lets so many offers lapse without having asked again is offered nothing more. */
export const MOST_LAPSED = 2;

/** The latest that an offer lasts: no longer than the sale. */
export const offerMinutes = (minutes: number, salesCloseAt: Date, now: Date): number =>
  Math.max(1, Math.min(minutes, Math.floor((salesCloseAt.getTime() - now.getTime()) / 60_000)));
