import type { AppSettings } from "#src/modules/base/settings/rules/app-settings.ts";

/** How guests pay us directly: at the meeting point, or by transfer to the account that `transfer` says (empty: not). */
export type ByHand = { door: boolean; transfer: string; hours: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Who pays at the meeting point may come a little late. */
const LATE_MS = 30 * MINUTE_MS;

/**
 * How guests pay us directly; null where they can pay online, or nobody takes their money. `online`: whether any company takes
 * payments.
 */
export function byHandOf({ byHand }: Pick<AppSettings, "byHand">, online: boolean): ByHand | null {
  return online || (!byHand.door && byHand.transfer === "") ? null : byHand;
}

/**
 * Until when places are kept for a guest who pays directly: until shortly after the start where they may pay there, otherwise so many
 * hours, and not past the start.
 */
export const byHandUntil = (now: Date, startsAt: Date, { door, hours }: Pick<ByHand, "door" | "hours">): Date =>
  door
    ? new Date(startsAt.getTime() + LATE_MS)
    : new Date(Math.min(now.getTime() + hours * HOUR_MS, startsAt.getTime()));
