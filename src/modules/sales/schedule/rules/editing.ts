import type { Currency } from "#src/kernel/money.ts";
import type { DepartureTerms } from "#src/modules/sales/schedule/schema.ts";

const FIELDS = [
  "date",
  "start_time",
  "end_time",
  "total_spots",
  "price",
  "prices",
  "sale_price",
  "sale_prices",
  "early_bird_sale",
  "hide_total_spots",
  "bookings_disabled",
  "external_booking_link",
] as const satisfies readonly (keyof DepartureTerms)[];

export type Patch = Partial<DepartureTerms>;

/** Whether two field values are equal; for prices regardless of key order. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const sorted = (value: object) => JSON.stringify(Object.entries(value).toSorted(([x], [y]) => (x < y ? -1 : 1)));
  return sorted(a) === sorted(b);
}

/** The fields of `next` that differ from the row. */
export function changesOf(row: DepartureTerms, next: Patch): Patch {
  const changed = FIELDS.filter((field) => next[field] !== undefined && !same(row[field], next[field]));
  return Object.fromEntries(changed.map((field) => [field, next[field]]));
}

/** A departure's guests; `taken` counts paid and held seats. */
export type Guests = { taken: number; guests: number; bookings: number };
export type Effect = {
  /** Number of departures that change. */
  departures: number;
  /** Departures left with fewer seats than are taken, and how many are taken (rule seats-7). */
  overbooked: { date: string; taken: number }[];
  /**
   * Confirmed guests, and their bookings, affected by another date or hour; `what` is the greatest of the changes: of the day, of
   * the hour to be there, or of the end alone.
   */
  moved: { guests: number; bookings: number; what: "day" | "start" | "end" };
};

/** A change's effect on guests, shown before it is made. */
export function effectOf(targets: readonly { row: DepartureTerms & Guests; patch: Patch }[]): Effect {
  const changing = targets.filter(({ patch }) => Object.keys(patch).length > 0);
  const moving = changing.filter(({ patch }) => isMove(patch));
  return {
    departures: changing.length,
    overbooked: changing.flatMap(({ row, patch }) =>
      patch.total_spots !== undefined && patch.total_spots < row.taken ? [{ date: row.date, taken: row.taken }] : [],
    ),
    moved: {
      guests: moving.reduce((sum, { row }) => sum + row.guests, 0),
      bookings: moving.reduce((sum, { row }) => sum + row.bookings, 0),
      what: whatMoves(moving.map(({ patch }) => patch)),
    },
  };
}

function whatMoves(patches: readonly Patch[]): Effect["moved"]["what"] {
  if (patches.some(({ date }) => date !== undefined)) return "day";
  return patches.some(({ start_time }) => start_time !== undefined) ? "start" : "end";
}

/** Whether the change affects when guests have to be there. */
export const isMove = ({ date, start_time, end_time }: Patch): boolean =>
  date !== undefined || start_time !== undefined || end_time !== undefined;

/** Whether a change needs confirmation. */
export const needsConsent = ({ overbooked, moved }: Effect): boolean => overbooked.length > 0 || moved.bookings > 0;

/** A departure in a preview: current terms and the change. */
export type PreviewRow = {
  id: string;
  crawl_id: string;
  date: string;
  currency: Currency;
  was: Pick<DepartureTerms, "price" | "sale_price" | "total_spots">;
  patch: Patch;
};
