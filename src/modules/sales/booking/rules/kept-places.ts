/** What an unpaid booking keeps its places for beyond an ordinary hold: a `bank` that is still paying, or payment `by_hand`. */
export type KeptFor = "bank" | "by_hand";

/** What a stored booking keeps its places for. */
export const keptForOf = ({ kept_for: keptFor }: { kept_for: string | null }): KeptFor | null =>
  keptFor === "bank" || keptFor === "by_hand" ? keptFor : null;

const HOUR_MS = 3_600_000;

/** Until when places are kept for a bank: so many hours from now, and not past the start. */
export const keptForBank = (now: Date, startsAt: Date, hours: number): Date =>
  new Date(Math.min(now.getTime() + hours * HOUR_MS, Math.max(now.getTime(), startsAt.getTime())));
