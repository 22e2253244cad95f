import { randomUUID } from "node:crypto";
import { isUuid } from "#src/kernel/codes.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { shiftsAsked } from "#src/modules/evening/guides/events.ts";
import { isLive, isRecent, overlaps } from "#src/modules/evening/guides/rules/shift.ts";
import type { AssignGuide } from "#src/modules/evening/guides/schema.ts";
import {
  comingOfSeries,
  insertShifts,
  liveNightsOf,
  lockGuide,
  lockNights,
  nightRows,
  type NightRow,
  shiftsOn,
  writeShift,
} from "#src/modules/evening/guides/store/shifts.server.ts";
import { staffWho } from "#src/modules/base/identity/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type AssignInput = AssignGuide & { departure_id: string };

/**
 * Puts a guide on a night, or on all coming nights of its series that they are free for: asks them by one email, or notes that they
 * have agreed; a night that was within the last 60 days is noted so too. Of a series `busy` counts the nights they aren't free for. Idempotent: who stands on a night isn't asked again, and
 * `agreed` accepts what they were asked for. Requires `schedule.change`. Refusals: forbidden {missing}, not_a_guide,
 * departure_not_found, departure_cancelled, departure_over, departure_begun (nobody can be asked anymore), other_part (they stand
 * on the night as something else), guide_busy {night}.
 */
export async function assignGuide(ctx: Context, { departure_id: id, ...wish }: AssignInput) {
  if (!can(ctx.actor, "schedule.change")) return fail("forbidden", { missing: "schedule.change" as const });
  const guides = await staffWho(ctx, "checkins.record");
  if (!guides.some((guide) => guide.id === wish.user_id)) return fail("not_a_guide");
  if (!isUuid(id)) return fail("departure_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const [snapshot] = await nightRows(tx, [id]);
    if (!snapshot) return fail("departure_not_found");
    const others =
      wish.series && snapshot.series_id !== null
        ? await comingOfSeries(tx, snapshot.series_id, snapshot.date, ctx.now)
        : [];
    const nights = await lockNights(tx, [...new Set([id, ...others])]);
    const night = nights.find((one) => one.id === id);
    if (!night) return fail("departure_not_found");
    if (night.status === "cancelled") return fail("departure_cancelled");
    if (night.ends_at <= ctx.now && !(wish.agreed && !wish.series && isRecent(night, ctx.now)))
      return fail("departure_over");
    if (night.starts_at <= ctx.now && !wish.agreed) return fail("departure_begun");
    return put(ctx, tx, { ...wish, series: others.length > 1 }, night, nights);
  });
}

const clashesWith = (one: NightRow, others: readonly NightRow[]) =>
  others.find((other) => other.id !== one.id && overlaps(one, other));

async function put(ctx: Context, tx: Tx, wish: AssignGuide, night: NightRow, nights: readonly NightRow[]) {
  const { user_id: userId, part, series, agreed } = wish;
  const profile = await lockGuide(tx, userId);
  const ids = nights.map((one) => one.id);
  const own = (await shiftsOn(tx, ids)).filter((shift) => shift.user_id === userId && isLive(shift.state));
  const standing = new Map(own.map((shift) => [shift.departure_id, shift]));
  const live = await liveNightsOf(tx, [userId], night.starts_at < ctx.now ? night.starts_at : ctx.now);
  const accepted = live.filter(({ state }) => state === "accepted");

  const held = standing.get(night.id);
  if (held && held.part !== part && !series) return fail("other_part", { part: held.part });
  const clash = held ? agreed && held.state === "asked" && clashesWith(night, accepted) : clashesWith(night, live);
  if (clash && !series) return fail("guide_busy", { night: namedNight(ctx, clash) });

  // a series may have two nights on one evening: the earlier one counts
  const free: NightRow[] = [];
  for (const one of nights)
    if (one.status === "scheduled" && (one === night || one.ends_at > ctx.now) && !standing.has(one.id))
      if (!clashesWith(one, [...live, ...free])) free.push(one);
  const agreedTo: NightRow[] = [];
  for (const one of agreed ? nights : []) {
    const shift = standing.get(one.id);
    if (shift?.state === "asked" && shift.part === part && !clashesWith(one, [...accepted, ...free, ...agreedTo]))
      agreedTo.push(one);
  }
  const refused = agreed
    ? own.filter(({ state, part: as }) => state === "asked" && as === part).length - agreedTo.length
    : 0;
  const busy = nights.length - free.length - standing.size + refused;

  const request_id = randomUUID();
  // a backup is paid once they lead: then they are put on the night as its guide
  const isPaid = part === "guide";
  const pay_amount = isPaid ? profile.pay_amount : null;
  const pay_currency = isPaid ? profile.pay_currency : null;
  const fields = agreed
    ? ({ state: "accepted", times_asked: 0, asked_at: null, answered_at: ctx.now } as const)
    : ({ state: "asked", times_asked: 1, asked_at: ctx.now, answered_at: null } as const);
  const common = {
    user_id: userId,
    part,
    request_id,
    note: wish.note,
    pay_amount,
    pay_currency,
    created_at: ctx.now,
  };
  const added = await insertShifts(
    tx,
    free.map((one) => ({ departure_id: one.id, ...common, ...fields })),
  );
  for (const one of agreedTo)
    await writeShift(tx, standing.get(one.id)!.id, { state: "accepted", answered_at: ctx.now });

  const touched = [...free, ...agreedTo];
  if (touched.length > 0)
    await audit(tx, ctx, {
      action: agreed ? "shift.agreed" : "shift.asked",
      subject: ["user", userId],
      changes: { departure: [null, touched.map(titledNight)], part: [null, part] },
    });
  if (!agreed && added.length > 0)
    await ctx.publish(ctx, tx, shiftsAsked({ requestId: request_id, shiftIds: added, again: false, times: 1 }));
  return ok({ nights: touched.length, busy, shiftIds: added, agreed });
}

/** A night as a refusal names it. */
const namedNight = ({ locale }: Pick<Context, "locale">, { id, title, title_es, date, start_time }: NightRow) => ({
  id,
  title: inLocale(locale, title, title_es),
  date,
  start: start_time,
});

/** A night as the audit log names it. */
export const titledNight = ({ id, title, date, start_time }: NightRow) => ({
  id,
  title: `${title}, ${date} ${start_time}`,
});
