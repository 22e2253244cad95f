import { dateIn, HOME_ZONE, instantOf } from "#src/kernel/local-time.ts";
import type { Currency } from "#src/kernel/money.ts";
import type { Posting } from "#src/modules/base/ledger/rules/accounts.ts";

/**
 * What becomes of the office's cash, in the order of the form: taken to the bank, drawn by the owner, paid for a bill, given to guides
 * or partners whose pay the books have already, paid to a bar for its drinks; a bar may be paid by transfer instead. And what comes
 * into it.
 */
export const OFFICE_KINDS = [
  "banked",
  "drawn",
  "bill",
  "guides",
  "partners",
  "bar",
  "bar_transfer",
  "from_bank",
  "from_owner",
] as const;
export type OfficeKind = (typeof OFFICE_KINDS)[number];

export const isBarKind = (kind: OfficeKind): boolean => kind === "bar" || kind === "bar_transfer";

/** What a movement does to the office's cash: > 0 comes into it; a transfer to a bar leaves it as it is. */
export const sideOf = (kind: OfficeKind): -1 | 0 | 1 =>
  kind === "bar_transfer" ? 0 : kind === "from_bank" || kind === "from_owner" ? 1 : -1;

type Move = { id: string; kind: OfficeKind; amount: number; currency: Currency };

/** A movement in the ledger, or its counter-entry. */
export const officePosting = ({ id, kind, amount, currency }: Move, undone = false): Posting => ({
  key: undone ? `office:${id}:undone` : `office:${id}`,
  kind: undone ? `office_${kind}_undone` : `office_${kind}`,
  amount,
  currency,
});

/** Whether a movement may be of a day: one of the past year, none to come. */
export function isDayOfOffice(day: string, now: Date): boolean {
  const today = dateIn(now, HOME_ZONE);
  return day <= today && day > Temporal.PlainDate.from(today).subtract({ years: 1 }).toString();
}

/** How many days a month may still be added to after its end: its files are taken out later than that. */
const DAYS_AFTER = 3;

/**
 * When the books have what happened on a day: then, at noon, as long as its month may still change (docs/decisions/144); else now, so
 * that a month that was taken out stays as it is.
 */
export function bookedAt(day: string, now: Date): Date {
  const today = dateIn(now, HOME_ZONE);
  const isOpen = day.slice(0, 7) === today.slice(0, 7) || daysBetween(day, today) <= DAYS_AFTER;
  return day === today || !isOpen ? now : instantOf(day, "12:00", HOME_ZONE);
}

const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).total("days");
