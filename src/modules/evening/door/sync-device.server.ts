import { fail, ok } from "#src/kernel/result.ts";
import { revokedSince } from "#src/modules/evening/door/limit-handover.server.ts";
import { listVersion } from "#src/modules/evening/door/queries.server.ts";
import { recordEvents } from "#src/modules/evening/door/record-events.server.ts";
import { ownerOf } from "#src/modules/evening/door/rules/device.ts";
import type { SyncAnswer, SyncInput } from "#src/modules/evening/door/schema.ts";
import { meetDevice } from "#src/modules/evening/door/store/devices.server.ts";
import { changesSince } from "#src/modules/evening/door/store/events.server.ts";
import { idsReached, mayOpenNight } from "#src/modules/evening/guides/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";
import { countHere, type Limit, secondsLeft } from "#src/platform/rate-limit.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";

// A phone asks 400 times in ten minutes, and each guest adds two or three: no night comes near. It bounds what a phone that is broken
// or stolen can cost, on each server; a guess at a secret needs no bound, and whoever is refused decides alone.
const UPLOADS: Limit = { max: 3000, seconds: 600 };
/** Counts an upload of a device; false once it made too many. */
export const mayUpload = countHere(UPLOADS);
// a phone that was offline sends a hundred at a time: a night of 2000 is told within two minutes
const EVENTS: Limit = { max: 1000, seconds: 60 };
const mayTell = countHere(EVENTS);
/** How far back a cursor looks: longer than an upload waits for its locks, for those that commit after a later one. */
const OVERLAP_MS = 20_000;
const MOST_AHEAD_MS = 2_147_483_647;

/**
 * Takes a device's events and answers with the entries of others since its last upload. The device's secret is all that it needs.
 * One that was revoked, or whose user may not record check-ins anymore, may still hand over what it has, for two days and as much
 * as a night makes, and so may one whose user has signed out everywhere: it hears nothing. A guide's phone asks only of nights that
 * its user may open; what is told of others is doubted (docs/decisions/116). Refusals: device_unknown, too_many_attempts
 * {retry_after}.
 */
export async function syncDevice(ctx: Context, secret: string | null, input: SyncInput) {
  const aheadMs = new Date(input.sent_at).getTime() - ctx.now.getTime();
  const clock = Math.min(Math.max(aheadMs, -MOST_AHEAD_MS), MOST_AHEAD_MS);
  const device = secret === null ? undefined : await meetDevice(ctx.pool, hashToken(secret), ctx.now, clock);
  if (!device) return fail("device_unknown");
  if (!mayUpload(device.id, ctx.now)) return fail("too_many_attempts", { retry_after: secondsLeft(UPLOADS, ctx.now) });
  const { events } = input;
  if (events.length > 0 && !mayTell(device.id, ctx.now, events.length))
    return fail("too_many_attempts", { retry_after: secondsLeft(EVENTS, ctx.now) });
  const owner = ownerOf(device, ctx.settings);
  const revokedAt = await revokedSince(ctx, device, can(owner, "checkins.record"));
  const opens = { db: ctx.db, now: ctx.now, actor: { ...ctx.actor, ...owner, userId: device.user_id } };
  const nights = revokedAt ? { closed: new Set<string>(), heard: [] } : await nightsFor(opens, input);
  const by = {
    deviceId: device.id,
    phone: device.name,
    userId: device.user_id,
    revokedAt,
    bound: "shift",
    cities: owner.cities,
    closed: nights.closed,
  } as const;
  const answers = await recordEvents(ctx, by, { events, aheadMs });
  const [changes, list_version] = await Promise.all([
    revokedAt || !device.is_signed_in
      ? []
      : changesSince(ctx.pool, nights.heard, { since: sinceOf(input.since), now: ctx.now }),
    recentVersion(ctx),
  ]);
  const now = ctx.now.toISOString();
  const answer: SyncAnswer = { now, cursor: now, answers, changes, list_version, revoked: revokedAt !== null };
  return ok({ answer });
}

const KEEP_MS = 1000;
const cache = new WeakMap<Context["pool"], { until: number; version: Promise<string> }>();

/** The lists' version, at most a second old: all phones ask every other second, and it reads every booking of a week. */
function recentVersion(ctx: Context): Promise<string> {
  const last = cache.get(ctx.pool);
  if (last && last.until > performance.now()) return last.version;
  const version = listVersion(ctx);
  cache.set(ctx.pool, { until: performance.now() + KEEP_MS, version });
  version.catch(() => cache.delete(ctx.pool));
  return version;
}

/** Forgets it, so that the next upload reads it again. */
export const forgetVersion = ({ pool }: Pick<Context, "pool">): void => void cache.delete(pool);

/**
 * What a device has to do with, by what its user may do now: `closed` are nights that its events ask about, and that its user may not
 * open: there they let nobody in; `heard` those whose entries it is told.
 */
async function nightsFor(opens: Parameters<typeof mayOpenNight>[0], { events, departure_ids }: SyncInput) {
  const departureIds = events.flatMap((event) =>
    "unreadable" in event || event.kind !== "in" || event.offline ? [] : event.departure_id.toLowerCase(),
  );
  const closed = await Promise.all(
    [...new Set(departureIds)].map(async (id) => ((await mayOpenNight(opens, id)) ? [] : [id])),
  );
  return { closed: new Set(closed.flat()), heard: await idsReached(opens, departure_ids) };
}

/** The time from which changes are requested; all of them if the cursor isn't one of ours. */
function sinceOf(cursor: string | null): Date {
  const at = cursor === null ? Number.NaN : Date.parse(cursor);
  return new Date(Number.isNaN(at) ? 0 : at - OVERLAP_MS);
}
