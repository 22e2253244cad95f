import { can } from "#src/modules/base/identity/rules/permissions.ts";

const HOUR_MS = 3_600_000;

/** How long before its start a night's guests come, and how long after its end somebody still notes who came. */
const EARLY_MS = 12 * HOUR_MS;
const LATE_MS = 6 * HOUR_MS;

/** How long a phone offline may keep what it did until that is doubted. */
const TOLD_WITHIN_MS = 48 * HOUR_MS;

/** When a night starts, or was to start before it was moved, and how long it lasts. Milliseconds. */
export type DoorHours = { starts: readonly number[]; lasts: number };

/** Whether something at a night's door can have happened then. Milliseconds. */
const isOpenAt = ({ starts, lasts }: DoorHours, at: number): boolean =>
  starts.some((start) => at >= start - EARLY_MS && at <= start + lasts + LATE_MS);

/** Why what a phone tells of a night is doubted. `not_theirs`: told after the night by somebody who wasn't one of its guides. */
export type Doubt = "told_late" | "out_of_hours" | "not_theirs";

/**
 * The concern about a report on a night that arrived at `received` and claims to have happened at `happened`; null if there is
 * none. During a night any guide may be at its door (rule door-5). Later reports must come from one of its guides (`isTheirs`),
 * because a time can be made up. Milliseconds.
 */
export function doubtAbout(
  { happened, received }: { happened: number; received: number },
  hours: DoorHours,
  isTheirs: boolean,
): Doubt | null {
  if (received - happened > TOLD_WITHIN_MS) return "told_late";
  if (!isOpenAt(hours, happened)) return "out_of_hours";
  return isTheirs || isOpenAt(hours, received) ? null : "not_theirs";
}

/** What the acts of somebody's session are bound to: nothing where they may change bookings, and would be who looks at what is doubted. */
export const boundOf = (actor: Parameters<typeof can>[0]): { bound?: "hours" } =>
  can(actor, "bookings.change") ? {} : { bound: "hours" };
