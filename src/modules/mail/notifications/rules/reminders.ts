import { dateIn, instantOf } from "#src/kernel/local-time.ts";
import type { AppSettings } from "#src/modules/base/settings/rules/app-settings.ts";

/** The kinds of email that remind a guest of a night of their own. */
export const REMINDERS = ["reminder_day_before", "reminder_today"] as const;
export type Reminder = (typeof REMINDERS)[number];

/** A night: its date (YYYY-MM-DD) and start, and the zone of its city. */
export type Night = { date: string; starts_at: Date; time_zone: string };

type Plan = AppSettings["scheduled"];

/** When a reminder is due, and from when on it is too late for it. */
type Window = { from: Date; until: Date };

/** A reminder that comes later than this before the start finds the guest on the way. */
const LAST_MS = 30 * 60_000;
/** It says "tomorrow", and nobody is written to at night. */
const LATEST_CLOCK = "22:00";
const EARLIEST_CLOCK = "08:00";

const HOUR_MS = 3_600_000;

const WINDOWS: Record<Reminder, (night: Night, plan: Plan) => Window> = {
  reminder_day_before({ date, time_zone: zone }, { dayBefore }) {
    const day = Temporal.PlainDate.from(date).subtract({ days: 1 }).toString();
    return { from: instantOf(day, dayBefore.at, zone), until: instantOf(day, LATEST_CLOCK, zone) };
  },
  // hours that pass, whatever the clock does meanwhile
  reminder_today({ starts_at: start, time_zone: zone }, { today }) {
    const morning = instantOf(dateIn(start, zone), EARLIEST_CLOCK, zone).getTime();
    return {
      from: new Date(Math.max(start.getTime() - today.hours * HOUR_MS, morning)),
      until: new Date(start.getTime() - LAST_MS),
    };
  },
};

/**
 * When a reminder of a night may be sent, from the instant it is due on; it is late within that time, and then not sent at all. Never
 * where that time ends before it begins.
 */
export const windowOf = (kind: Reminder, night: Night, plan: Plan): Window => WINDOWS[kind](night, plan);

/** Whether the operator has switched a reminder on. */
const isOn = (kind: Reminder, plan: Plan): boolean =>
  kind === "reminder_day_before" ? plan.dayBefore.on : plan.today.on;

/** Whether a reminder may be sent now. */
export function isDue(kind: Reminder, night: Night, plan: Plan, now: Date): boolean {
  const { from, until } = windowOf(kind, night, plan);
  return isOn(kind, plan) && from <= now && now < until;
}

/** Days (YYYY-MM-DD) between which the nights are whose reminders may be due; wider than any zone needs. */
export const daysToLookAt = (now: Date, days = 2): { from: string; to: string } => {
  const today = Temporal.PlainDate.from(dateIn(now, "UTC"));
  return { from: today.subtract({ days: 2 }).toString(), to: today.add({ days }).toString() };
};

/** A night as it is when its reminder is to leave, and what the reminder was queued for. */
type Leaving = { night: Night & { departure_status: string }; of: string; plan: Plan; now: Date };

/** Why a reminder must not be sent anymore, or null. `of` is the date that it was queued for. */
export function whyNotReminded(kind: Reminder, { night, of, plan, now }: Leaving): string | null {
  if (night.departure_status !== "scheduled") return "the night is cancelled";
  if (night.date !== of) return "the night was moved";
  if (!isOn(kind, plan)) return "it is switched off";
  return windowOf(kind, night, plan).until <= now ? "its time is over" : null;
}
