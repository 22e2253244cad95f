/** What a guide is asked for: to lead the night, or to step in for whoever does. */
export const PARTS = ["guide", "backup"] as const;
export type Part = (typeof PARTS)[number];

export const SHIFT_STATES = ["asked", "accepted", "declined", "withdrawn"] as const;
export type ShiftState = (typeof SHIFT_STATES)[number];

/** Whether somebody stands on the night or may still say yes. */
export const isLive = (state: ShiftState): boolean => state === "asked" || state === "accepted";

/** How many guides a night needs: one for each `perGuide` guests begun, at least one. */
export const guidesNeeded = (guests: number, perGuide: number): number => Math.max(1, Math.ceil(guests / perGuide));

export type Span = { starts_at: Date; ends_at: Date };

/** Whether two nights overlap, in whichever zone each is. One that begins when the other ends doesn't. */
export const overlaps = (a: Span, b: Span): boolean => a.starts_at < b.ends_at && b.starts_at < a.ends_at;

const HOUR_MS = 3_600_000;

/** How long a past night's guides can still be recorded or removed: until the next month is paid, and some more. */
const RECENT_MS = 60 * 24 * HOUR_MS;
export const isRecent = ({ ends_at }: Span, now: Date): boolean => now.getTime() - ends_at.getTime() <= RECENT_MS;
const LONGEST_WAIT_MS = 24 * HOUR_MS;
const SHORTEST_WAIT_MS = HOUR_MS / 2;

/**
 * When an unanswered request is repeated: after a day, or when half of the time until the night has passed, whichever is sooner, but
 * not within half an hour. Null where the night has begun by then: there is nothing left to wait for.
 */
export function askAgainAt(askedAt: Date, startsAt: Date): Date | null {
  const half = (startsAt.getTime() - askedAt.getTime()) / 2;
  const at = new Date(askedAt.getTime() + Math.max(SHORTEST_WAIT_MS, Math.min(LONGEST_WAIT_MS, half)));
  return at < startsAt ? at : null;
}

export type Night = Span & { status: string; guests: number };

/**
 * Why a guide's answer doesn't count. `already_accepted`: a yes is withdrawn by talking to a person, not on the page.
 * `already_declined`: a no is withdrawn individually, not by “yes to all”. `changed`: the page showed other hours.
 */
export const REFUSALS = [
  "departure_cancelled",
  "too_late",
  "withdrawn",
  "already_accepted",
  "already_declined",
  "changed",
  "taken",
  "guide_busy",
] as const;
export type Refusal = (typeof REFUSALS)[number];

type RequestedShift = {
  shift: { part: Part; state: ShiftState };
  night: Night;
  /** How many others have accepted the same part of this night. */
  accepted: number;
  perGuide: number;
  /** Whether the guide has said yes to another night at that time. */
  busy: boolean;
};
/** How an answer was given: to all nights of a request at once, and by a page that shows the hours as they are. */
type AnswerMode = { forAll: boolean; isCurrent: boolean };
const ALONE: AnswerMode = { forAll: false, isCurrent: true };

/** A shift with the hours of its night, as a page posts what it has shown. */
export const markOf = (shiftId: string, { starts_at, ends_at }: Span): string =>
  `${shiftId}@${starts_at.getTime()}-${ends_at.getTime()}`;

/**
 * Why a shift can't be accepted, or null. Once declined it can still be accepted while nobody else has taken its place. Accepting
 * again is no refusal.
 */
export function whyNotAccepted(
  { shift, night, accepted, perGuide, busy }: RequestedShift,
  now: Date,
  { forAll, isCurrent }: AnswerMode = ALONE,
): Refusal | null {
  if (shift.state === "withdrawn") return "withdrawn";
  if (night.status === "cancelled") return "departure_cancelled";
  if (shift.state === "accepted") return null;
  if (forAll && shift.state === "declined") return "already_declined";
  if (night.starts_at <= now) return "too_late";
  if (!isCurrent) return "changed";
  if (shift.state === "asked") return busy ? "guide_busy" : null;
  const places = shift.part === "backup" ? 1 : guidesNeeded(night.guests, perGuide);
  if (accepted >= places) return "taken";
  return busy ? "guide_busy" : null;
}

/** Why a shift can't be declined, or null. Declining again is no refusal. */
export function whyNotDeclined(
  { shift, night }: Pick<RequestedShift, "shift" | "night">,
  now: Date,
  { isCurrent }: Pick<AnswerMode, "isCurrent"> = ALONE,
): Refusal | null {
  if (shift.state === "withdrawn") return "withdrawn";
  if (night.status === "cancelled") return "departure_cancelled";
  if (shift.state === "declined") return null;
  if (shift.state === "accepted") return "already_accepted";
  if (night.starts_at <= now) return "too_late";
  return isCurrent ? null : "changed";
}

type Counted = { part: Part; state: ShiftState; repeated: boolean };

/** Who stands on a night, against how many it needs. `unanswered`: requests that were repeated and still wait. */
export function coverOf(shifts: readonly Counted[], guests: number, perGuide: number) {
  const count = (part: Part, state: ShiftState) =>
    shifts.filter((one) => one.part === part && one.state === state).length;
  return {
    needed: guidesNeeded(guests, perGuide),
    accepted: count("guide", "accepted"),
    asked: count("guide", "asked"),
    unanswered: shifts.filter(({ state, repeated }) => state === "asked" && repeated).length,
  };
}
export type Cover = ReturnType<typeof coverOf>;

/** Why a person has to see to a night, or null: it lacks guides, or somebody asked twice hasn't answered. */
export const gapOf = ({ needed, accepted, unanswered }: Cover): "nobody" | "few" | "unanswered" | null =>
  accepted === 0 ? "nobody" : accepted < needed ? "few" : unanswered > 0 ? "unanswered" : null;

/** The initials of a name, for a chip: the first letters of its first two words, or the first two of its only one. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s@.]+/).filter((word) => word !== "");
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => Array.from(word)[0]) : Array.from(words[0] ?? "?");
  return letters.slice(0, 2).join("").toUpperCase();
}

/** The name by which a guide is called: the first word. */
export const calledName = (name: string): string => name.split(/[\s@]+/).find((word) => word !== "") ?? name;
