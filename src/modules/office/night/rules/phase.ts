import { dateIn } from "#src/kernel/local-time.ts";

type Times = { status: string; date: string; zone: string; starts_at: Date; ends_at: Date };

/** Where a night is: `before` it, by days, or on its day by hours and minutes · `running` · `over` · `cancelled`. */
export type Phase =
  | { is: "before"; days: number; hours: number; minutes: number }
  | { is: "running" | "over" | "cancelled" };

const MINUTE = 60_000;

/** Where a night is. Days are calendar days of its city: at 01:00 a night at 20:00 is today. */
export function phaseOf({ status, date, zone, starts_at: starts, ends_at: ends }: Times, now: Date): Phase {
  if (status === "cancelled") return { is: "cancelled" };
  if (ends <= now) return { is: "over" };
  if (starts <= now) return { is: "running" };
  const days = Temporal.PlainDate.from(dateIn(now, zone)).until(date).days;
  const minutes = Math.ceil((+starts - +now) / MINUTE);
  return { is: "before", days, hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
