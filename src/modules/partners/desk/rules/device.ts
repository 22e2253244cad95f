/** Without a touch for this long a desk asks for its PIN again. */
export const IDLE_MS = 10 * 60_000;

/** Wrong PINs in a row until the device is locked. */
export const MOST_WRONG = 5;

/** How long the address that binds a device is valid. */
export const BIND_MS = 15 * 60_000;

/** How long after a sale its desk may hand out the link of the tickets: it opens what the guest alone may see. */
export const HANDOVER_MS = 30 * 60_000;

/** Most people for whom a desk's sales by link hold places at once. */
export const MOST_UNPAID = 40;

/** `gone`: revoked, or never bound · `off`: its partner is switched off · `locked`: too many wrong PINs · `pin`: asks for it. */
export type Standing = "gone" | "off" | "locked" | "pin" | "open";

type Row = {
  revoked_at: Date | null;
  partner_active: boolean;
  locked_at: Date | null;
  wrong_pins: number;
  unlocked_at: Date | null;
  seen_at: Date | null;
};

/** What a bound device may do at `now`, by our clock. */
export function standingOf(row: Row, now: Date): Standing {
  if (row.revoked_at) return "gone";
  if (!row.partner_active) return "off";
  if (isLocked(row)) return "locked";
  const since = row.unlocked_at && row.seen_at ? now.getTime() - row.seen_at.getTime() : Number.POSITIVE_INFINITY;
  return since < IDLE_MS ? "open" : "pin";
}

/** Also while the last try that it had is still being looked at. */
export const isLocked = ({ locked_at: at, wrong_pins: wrong }: Pick<Row, "locked_at" | "wrong_pins">): boolean =>
  at !== null || wrong >= MOST_WRONG;

/** PINs that are guessed first: one digit six times, or six in a row. */
export const isEasyPin = (pin: string): boolean =>
  /^(\d)\1+$/.test(pin) || "01234567890".includes(pin) || "09876543210".includes(pin);

/** `unbound`: waits for its device · `expired`: its address is over. */
export type AdminState = "unbound" | "expired" | "in_use" | "locked" | "revoked";

/** A device as the operator's list says it. */
export function adminStateOf(
  row: Pick<Row, "revoked_at" | "locked_at" | "wrong_pins"> & { bound_at: Date | null; bind_until: Date | null },
  now: Date,
): AdminState {
  if (row.revoked_at) return "revoked";
  if (!row.bound_at) return row.bind_until && row.bind_until > now ? "unbound" : "expired";
  return isLocked(row) ? "locked" : "in_use";
}
