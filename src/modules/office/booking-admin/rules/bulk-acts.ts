import { z } from "zod";
import type { Currency, Money } from "#src/kernel/money.ts";
import { CANCEL_CHOICES } from "#src/modules/office/booking-admin/rules/admin-money.ts";
import { type BookingQuery, bookingQueryIn } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import { Chosen, type Expected } from "#src/modules/office/booking-admin/schema.ts";

// What is done to several bookings at once (docs/decisions/081): each on its own, as it was shown.

/** Each booking is priced while somebody waits for the preview. */
export const MOST_AT_ONCE = 100;

/** The chosen bookings in the address of a page; null if it names none. */
export function askedIn(params: URLSearchParams): { ids: readonly string[] } | { query: BookingQuery } | null {
  const read = Chosen.safeParse({
    ids: params.get("ids") ?? "",
    all: params.get("all") ?? "",
    query: params.get("query") ?? "",
  });
  if (!read.success) return null;
  const { ids, all, query } = read.data;
  return all ? { query: bookingQueryIn(query) } : { ids };
}

/** The same, as the list writes it. More ids than can be done at once are cut short: the page refuses them all the same. */
export function addressOf(which: { ids: readonly string[]; all: boolean; query: string }): URLSearchParams {
  return new URLSearchParams(
    which.all ? { all: "1", query: which.query } : { ids: which.ids.slice(0, MOST_AT_ONCE + 1).join(",") },
  );
}

/** How a move settles differences of price: each booking keeps its price, or takes the new night's. */
export const MOVE_MONEY = ["keeps", "price"] as const;
export type MoveMoney = (typeof MOVE_MONEY)[number];

export const BulkAct = z.discriminatedUnion("act", [
  z.object({ act: z.literal("cancel"), choice: z.enum(CANCEL_CHOICES) }),
  z.object({ act: z.literal("move"), departure_id: z.uuid(), money: z.enum(MOVE_MONEY) }),
]);
export type BulkAct = z.infer<typeof BulkAct>;

/** What moves give back and what they ask for, per currency. */
export function moneyOfMoves(rows: readonly { expected: Expected | null }[]): { back: Money[]; due: Money[] } {
  const sums = (sign: 1 | -1): Money[] => {
    const of = new Map<Currency, number>();
    for (const { expected } of rows)
      if (expected && expected.amount * sign > 0)
        of.set(expected.currency, (of.get(expected.currency) ?? 0) + expected.amount * sign);
    return [...of].map(([currency, amount]) => ({ currency, amount }));
  };
  return { back: sums(-1), due: sums(1) };
}

/** `begun`: tried at least once; what it did is known when it is `done` or `refused`. */
export const BULK_STATES = ["waiting", "begun", "done", "refused"] as const;
export type BulkState = (typeof BULK_STATES)[number];

/** How a booking's act ended: `outcome` is the reason of a refusal, or `to_pay` for a move that waits for its difference. */
export type BulkEnd = { state: "done" | "refused"; outcome: string | null };

/**
 * The places that are left for each party, in the order they booked: who comes first is seated first, and a party that doesn't
 * fit leaves its places to smaller ones after it. Parties whose places are not short are absent.
 */
export function shortOfPlaces(parties: readonly { id: string; people: number }[], free: number): Map<string, number> {
  const short = new Map<string, number>();
  let left = free;
  for (const { id, people } of parties) {
    if (people > left) short.set(id, Math.max(0, left));
    else left -= people;
  }
  return short;
}

/**
 * How an attempt ended. A repeated job finds its own cancellation already made: a booking that was `begun` before and is
 * cancelled now was cancelled by it, since the preview left out those that were.
 */
export function endOf(
  before: BulkState,
  result: { ok: true; state?: "applied" | "to_pay" } | { ok: false; reason: string },
): BulkEnd {
  if (result.ok) return { state: "done", outcome: result.state === "to_pay" ? "to_pay" : null };
  if (before === "begun" && result.reason === "already_cancelled") return { state: "done", outcome: null };
  return { state: "refused", outcome: result.reason };
}
