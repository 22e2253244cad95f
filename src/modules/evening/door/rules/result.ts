import type { DoorList, EventAnswer } from "#src/modules/evening/door/schema.ts";
import type { Found, Verdict, VerdictKind, VerdictReason } from "./verdict.ts";

/**
 * A verdict as it is shown. `events` are the `in` events that this phone made for it, by ticket; `kept`: it was decided without
 * the server; `refused`: the tickets of the same party that weren't let in with it; `night`: where the server says the ticket
 * belongs, which the phone's list may not know; `isWhole`: it is about everybody of the party, not the one ticket; `move`: whether the server would move the booking here: `asking`, `can`, or why not.
 */
export type Result = {
  id: string;
  kind: VerdictKind;
  reason: VerdictReason;
  way: "scan" | "code" | "list";
  found: Found | null;
  events: Readonly<Record<string, string>>;
  kept: boolean;
  refused: readonly string[];
  night?: EventAnswer["night"];
  isWhole: boolean;
  move?: string;
};

export const resultOf = (
  id: string,
  { kind, reason, found }: Verdict,
  way: Result["way"],
  more: Partial<Pick<Result, "events" | "kept" | "refused" | "night" | "isWhole">> = {},
): Result => ({ id, kind, reason, way, found, events: {}, kept: false, refused: [], isWhole: false, ...more });

export type Shape = "disc" | "triangle" | "diamond" | "square" | "octagon";

/** Tones of a result's sound: frequency in hertz, when it begins and how long it lasts in seconds. */
export type Tone = { hz: number; at: number; s: number; wave?: "sine" | "sawtooth" };

export type Grammar = { ground: string; ink: string; shape: Shape; sound: readonly Tone[]; vibration: number[] };

const [SHORT, LONG, GAP] = [80, 350, 90];

/** How each result looks, sounds and feels: the same in both themes, told apart by any one of them. */
export const GRAMMAR: Readonly<Record<VerdictKind, Grammar>> = {
  admitted: {
    ground: "#0b6b54",
    ink: "#ffffff",
    shape: "disc",
    sound: [
      { hz: 660, at: 0, s: 0.12 },
      { hz: 990, at: 0.13, s: 0.2 },
    ],
    vibration: [SHORT],
  },
  already_in: {
    ground: "#ffb000",
    ink: "#1c1018",
    shape: "triangle",
    sound: [
      { hz: 520, at: 0, s: 0.14 },
      { hz: 520, at: 0.22, s: 0.14 },
    ],
    vibration: [SHORT, GAP, SHORT],
  },
  wrong_night: {
    ground: "#5f4bb6",
    ink: "#ffffff",
    shape: "diamond",
    sound: [
      { hz: 622, at: 0, s: 0.2 },
      { hz: 494, at: 0.22, s: 0.34 },
    ],
    vibration: [LONG],
  },
  no_place: {
    ground: "#4a3c45",
    ink: "#ffffff",
    shape: "square",
    sound: [{ hz: 180, at: 0, s: 0.45 }],
    vibration: [LONG, GAP, SHORT],
  },
  not_genuine: {
    ground: "#b3121a",
    ink: "#ffffff",
    shape: "octagon",
    sound: [{ hz: 110, at: 0, s: 0.6, wave: "sawtooth" }],
    vibration: [LONG, GAP, LONG, GAP, LONG],
  },
};

/** What can be done about a result. The first is the solid button, which has the focus. */
export type Act = "next" | "undo" | "let_all_in" | "leave" | "mistake" | "move" | "pay" | "find" | "switch";

type Departure = DoorList["departures"][number];

/** Who has no place can still buy one; what was cancelled or lapsed is bought again. */
const PAYABLE: readonly VerdictReason[] = ["unpaid", "lapsed", "cancelled", "refunded", "night_cancelled"];

/** Whether a place of a night is free, and whether guests can still book it themselves at `now`. */
const isOnSale = ({ free, on_sale_until: until }: Departure, now: number): boolean =>
  free > 0 && until !== null && Date.parse(until) > now;

/** Whether somebody without a place can pay on their own phone at the door of `here`: a hold keeps its places, all others book again. */
export const canPay = ({ reason, found }: Result, here: Departure | undefined, now: number): boolean =>
  found !== null && PAYABLE.includes(reason) && (reason === "unpaid" || (here !== undefined && isOnSale(here, now)));

type At = { online: boolean; now: number };

/** The buttons of a result at the door of `here`, first one first. `online`: the server can be asked. */
export function actsOf(result: Result, here: Departure | undefined, { online, now }: At): Act[] {
  const { kind, reason, found } = result;
  if (kind === "admitted") return ["next", "undo"];
  if (kind === "already_in") return ["leave", "mistake"];
  if (reason === "unrecorded") return ["next"];
  if (kind === "wrong_night") {
    if (reason === "same_night" && found) return ["switch", "next"];
    if (!found) return ["find", "next"];
    return online && (result.move === "asking" || result.move === "can") ? ["move", "next"] : ["next"];
  }
  if (reason === "replaced") return ["find", "next"];
  if (kind === "no_place") return online && canPay(result, here, now) ? ["pay", "next"] : ["next"];
  return ["find", "next"];
}

/** Whether the server is to be asked if a booking of another night may be moved here: only where the phone sees nothing against it. */
export function mayAskToMove({ kind, reason, found }: Result, here: Departure | undefined, now: number): boolean {
  if (kind !== "wrong_night" || reason === "same_night" || reason === "unrecorded" || !found || !here) return false;
  return here.free >= found.guest.people && Date.parse(found.departure.ends_at) > now;
}

/** The tickets of a party that can still come in, in order. */
export const stillToCome = ({ guest }: Found) => guest.tickets.filter((ticket) => !ticket.void && !ticket.in);

/** How many of a party's tickets are in, and of how many. */
export function partyCount({ guest }: Found): { inside: number; of: number } {
  const valid = guest.tickets.filter((ticket) => !ticket.void);
  return { inside: valid.filter((ticket) => ticket.in).length, of: valid.length };
}

/** Results that don't depend on the guest: a mistyped code, a ticket that isn't on this phone, an answer that didn't come. */
const NO_DENIAL: readonly VerdictReason[] = ["unknown_code", "unknown_ticket", "unrecorded"];

/** Whether the office is told that somebody was turned away. */
export const isToldAsDenied = ({ kind, reason }: Result): boolean => kind !== "admitted" && !NO_DENIAL.includes(reason);
