import type { Db } from "#src/platform/db.server.ts";

// Places that are being taken and that no figures read from the database know yet. A crowd takes hundreds between two readings.

/** `network` as in `recentPlaces`. */
type Claim = { network: string; people: number; endedAt: number | null };

const claimed = new WeakMap<Db, Set<Claim>>();

/**
 * Counts places from now on, until the caller says whether they were taken: then until a reading knows it. Every server counts its
 * own.
 */
export function claimPlaces(db: Db, network: string, people: number): { end: (isGranted: boolean) => void } {
  const claim: Claim = { network, people, endedAt: null };
  const all = claimed.get(db) ?? new Set();
  claimed.set(db, all.add(claim));
  return { end: (isGranted) => void (isGranted ? (claim.endedAt = performance.now()) : all.delete(claim)) };
}

/** Those that figures don't know which were read from `readAt` on, as `performance.now()`; the others are forgotten. */
export function claimsSince(db: Db, readAt: number): readonly { network: string; people: number }[] {
  const all = claimed.get(db) ?? new Set();
  for (const claim of all) if (claim.endedAt !== null && claim.endedAt < readAt) all.delete(claim);
  return [...all];
}
