import { holdEnd } from "#src/modules/sales/booking/rules/states.ts";
import type { AppSettings } from "#src/modules/base/settings/rules/app-settings.ts";

/** A change of a booking that holds places until it is paid; `held_since` is null where one was made at once. */
type Waiting = { created_at: Date; held_since: Date | null; hold_expires_at: Date };

/** Since when a booking has held places for changes without a break: changes that replace each other share it. */
export const heldSince = ({ held_since, created_at }: Pick<Waiting, "held_since" | "created_at">): Date =>
  held_since ?? created_at;

/** Held places of unpaid changes are counted over a day: a confirmed booking may be changed for as long as it lives. */
export const RUNS_MS = 86_400_000;

/**
 * The hold of a new change. One that replaces a waiting change keeps its time. Null when places were held for this booking too often
 * in a day (`runs`) without being paid: once, and again as often as a lapsed booking takes its seats again.
 */
export function changeHold(
  waiting: Waiting | undefined,
  { runs, now }: { runs: number; now: Date },
  settings: Pick<AppSettings, "holdMinutes" | "holdLimitMinutes" | "unpaid">,
): { since: Date; expires: Date } | null {
  if (waiting && waiting.hold_expires_at > now) return { since: heldSince(waiting), expires: waiting.hold_expires_at };
  if (runs > settings.unpaid.renewals) return null;
  return { since: now, expires: holdEnd(now, now, settings) };
}
