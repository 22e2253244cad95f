import { fail, ok } from "#src/kernel/result.ts";
import { listVersion } from "#src/modules/door/queries.server.ts";
import { recordEvents } from "#src/modules/door/record-events.server.ts";
import { isStillAllowed } from "#src/modules/door/rules/device.ts";
import type { SyncAnswer, SyncInput } from "#src/modules/door/schema.ts";
import { type DeviceRow, meetDevice } from "#src/modules/door/store/devices.server.ts";
import { changesSince } from "#src/modules/door/store/events.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { countHere, type Limit, secondsLeft } from "#src/platform/rate-limit.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";

// A phone asks 400 times in ten minutes, and each guest adds two or three: no night comes near. It bounds what a phone that is broken
// or stolen can cost, on each server; a guess at a secret needs no bound, and whoever is refused decides alone.
const UPLOADS: Limit = { max: 3000, seconds: 600 };
/** Counts an upload of a device; false once it made too many. */
export const mayUpload = countHere(UPLOADS);
/** How far back a cursor looks: longer than an upload waits for its locks, for those that commit after a later one. */
const OVERLAP_MS = 20_000;
const MOST_AHEAD_MS = 2_147_483_647;

/**
 * Takes a device's events and answers with the entries of others since its last upload. The device's secret is all that it needs.
 * One that was revoked, or whose user may not record check-ins any more, may still hand over what it has, and so may one whose user
 * has signed out everywhere: it hears nothing. Refusals:
 * device_unknown, too_many_attempts {retry_after}.
 */
export async function syncDevice(ctx: Context, secret: string | null, input: SyncInput) {
  const aheadMs = new Date(input.sent_at).getTime() - ctx.now.getTime();
  const clock = Math.min(Math.max(aheadMs, -MOST_AHEAD_MS), MOST_AHEAD_MS);
  const device = secret === null ? undefined : await meetDevice(ctx.pool, hashToken(secret), ctx.now, clock);
  if (!device) return fail("device_unknown");
  if (!mayUpload(device.id, ctx.now)) return fail("too_many_attempts", { retry_after: secondsLeft(UPLOADS, ctx.now) });
  const revokedAt = revocationOf(ctx, device);
  const by = { deviceId: device.id, phone: device.name, userId: device.user_id, revokedAt };
  const answers = await recordEvents(ctx, by, { events: input.events, aheadMs });
  const [changes, list_version] = await Promise.all([
    revokedAt || !device.is_signed_in ? [] : changesSince(ctx.pool, input.departure_ids, sinceOf(input.since)),
    recentVersion(ctx),
  ]);
  const now = ctx.now.toISOString();
  const answer: SyncAnswer = { now, cursor: now, answers, changes, list_version, revoked: revokedAt !== null };
  return ok({ answer });
}

const KEEP_MS = 1000;
const kept = new WeakMap<Context["pool"], { until: number; version: Promise<string> }>();

/** The lists' version, at most a second old: all phones ask every other second, and it reads every booking of a week. */
function recentVersion(ctx: Context): Promise<string> {
  const last = kept.get(ctx.pool);
  if (last && last.until > performance.now()) return last.version;
  const version = listVersion(ctx);
  kept.set(ctx.pool, { until: performance.now() + KEEP_MS, version });
  version.catch(() => kept.delete(ctx.pool));
  return version;
}

/** Forgets it, so that the next upload reads it again. */
export const forgetVersion = ({ pool }: Pick<Context, "pool">): void => void kept.delete(pool);

/** Since when a device counts no more; null where it does. When its user lost the right is not known: then always. */
function revocationOf({ settings }: Context, device: DeviceRow): Date | null {
  if (device.revoked_at) return device.revoked_at;
  return isStillAllowed(device, settings) ? null : new Date(0);
}

/** From when changes are wanted; all of them where the cursor is none of ours. */
function sinceOf(cursor: string | null): Date {
  const at = cursor === null ? Number.NaN : Date.parse(cursor);
  return new Date(Number.isNaN(at) ? 0 : at - OVERLAP_MS);
}
