import { dateIn, HOME_ZONE, instantOf } from "#src/kernel/local-time.ts";
import { SCOPES_OF_PARTNERS, type Scope } from "#src/modules/base/identity/rules/scopes.ts";

export const KEY_STATES = ["in_use", "expired", "revoked", "partner_off"] as const;
export type KeyState = (typeof KEY_STATES)[number];

type Standing = { revoked_at: Date | null; expires_at: Date | null; partner_active: boolean | null };

/** What has become of a key; only one `in_use` opens anything. */
export function keyStateOf({ revoked_at, expires_at, partner_active }: Standing, now: Date): KeyState {
  if (revoked_at !== null) return "revoked";
  if (expires_at !== null && expires_at <= now) return "expired";
  return partner_active === false ? "partner_off" : "in_use";
}

/** How long the old secret of a rotated key goes on, in hours. */
export const OVERLAPS = [0, 1, 24, 168] as const;
export type Overlap = (typeof OVERLAPS)[number];

/** The first instant after a local day, on which a key still counts; null: it has no end. */
export const endOfDay = (day: string | null): Date | null =>
  day === null ? null : instantOf(Temporal.PlainDate.from(day).add({ days: 1 }).toString(), "00:00", HOME_ZONE);

/** The last local day of a key that ends at an instant. */
export const lastDay = (end: Date): string => dateIn(new Date(end.getTime() - 1), HOME_ZONE);

type KeyWish = { scopes: readonly Scope[]; cities: readonly string[] | null; expires_on: string | null };

/**
 * Why a key can't be like this; null where it can. A partner's key reaches nothing of the house, and the figures of all partners
 * can't be told apart by city.
 */
export function whyNot({ scopes, cities, expires_on }: KeyWish, { isPartner, now }: { isPartner: boolean; now: Date }) {
  if (isPartner && scopes.some((scope) => !SCOPES_OF_PARTNERS.includes(scope))) return "scopes_of_house" as const;
  if (cities !== null && scopes.includes("partners:read")) return "partners_in_cities" as const;
  const end = endOfDay(expires_on);
  return end !== null && end <= now ? ("expiry_past" as const) : null;
}
