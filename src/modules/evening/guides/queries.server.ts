import { isUuid } from "#src/kernel/codes.ts";
import { inLocale, localizedPath } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { shortNameOf } from "#src/modules/site/catalog/rules/mark.ts";
import { meetingPoint } from "#src/modules/site/catalog/rules/meeting-point.ts";
import type { NightGuide } from "#src/modules/site/catalog/rules/proof.ts";
import { calendarToken, requestIn } from "#src/modules/evening/guides/grant-answer.server.ts";
import {
  coverOf,
  gapOf,
  guidesNeeded,
  isLive,
  isRecent,
  markOf,
  overlaps,
  whyNotAccepted,
  whyNotDeclined,
} from "#src/modules/evening/guides/rules/shift.ts";
import type {
  Candidate,
  GuideMonth,
  MonthNight,
  GuideNight,
  LackingNight,
  NightGuides,
  ShownRequest,
  ShownShift,
} from "#src/modules/evening/guides/schema.ts";
import {
  acceptedBy,
  citiesOfNights,
  liveNightsOf,
  nightsBeside,
  type NightRow,
  nightRows,
  type ShiftRow,
  shiftsByIds,
  shiftsOfRequest,
  shiftsOn,
  staffedNights,
} from "#src/modules/evening/guides/store/shifts.server.ts";
import {
  guideProfiles,
  type MonthRow,
  nightsOfGuide,
  nightsOfMonth,
  shownLeaders,
  storedShifts,
} from "#src/modules/evening/guides/store/months.server.ts";
import { ratingsOfDepartures } from "#src/modules/evening/reviews/queries.server.ts";
import { averageOf, isWorked, sumsOf } from "#src/modules/evening/guides/rules/month.ts";
import { staffWho } from "#src/modules/base/identity/queries.server.ts";
import { can, reaches, readable } from "#src/modules/base/identity/rules/permissions.ts";
import { nightsAround } from "#src/modules/sales/schedule/rules/tonight.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * The guides of departures, by id: those who accepted first. For pages of the staff. With `manifest.read` but without `schedule.read`
 * only those who come, without what they were told, and one's own shift; with neither, none.
 */
export async function shiftsOf(ctx: Context, departureIds: readonly string[]): Promise<Map<string, NightGuides>> {
  if (!can(ctx.actor, "schedule.read") && !can(ctx.actor, "manifest.read")) return new Map();
  const [nights, rows, { guestsPerGuide }] = await Promise.all([
    nightRows(ctx.db, departureIds),
    shiftsOn(ctx.db, departureIds),
    appSettings(ctx),
  ]);
  const of = Map.groupBy(rows, ({ departure_id }) => departure_id);
  return new Map(
    nights.map((night) => {
      const { id: departureId, guests } = night;
      const shifts = (of.get(departureId) ?? []).map(shownShift);
      const cover = coverIn(shifts, guests, guestsPerGuide);
      const board = {
        departureId,
        guests,
        perGuide: guestsPerGuide,
        isOfSeries: night.series_id !== null,
        cover,
        shifts: can(ctx.actor, "schedule.read")
          ? shifts
          : shifts.flatMap((shift) => asColleague(shift, ctx.actor.userId)),
      };
      return [departureId, { ...board, stage: stageOf(night, ctx.now) }];
    }),
  );
}

/** A shift as another guide of the night sees it. */
const asColleague = (shift: ShownShift, userId: string | null): ShownShift[] =>
  shift.guide !== null && shift.guide.id === userId
    ? [shift]
    : shift.state === "accepted"
      ? [{ ...shift, note: "", askedAt: null, repeatedAt: null, answeredAt: null }]
      : [];

function stageOf({ status, starts_at, ends_at }: NightRow, now: Date): NightGuides["stage"] {
  if (status === "cancelled") return "fixed";
  if (ends_at <= now) return isRecent({ starts_at, ends_at }, now) ? "past" : "fixed";
  return starts_at <= now ? "begun" : "coming";
}

const coverIn = (shifts: readonly ShownShift[], guests: number, perGuide: number) =>
  coverOf(
    // whose account is gone doesn't come
    shifts
      .filter(({ guide }) => guide !== null)
      .map(({ part, state, repeatedAt }) => ({ part, state, repeated: repeatedAt !== null })),
    guests,
    perGuide,
  );

const shownShift = (row: ShiftRow & { name: string | null }): ShownShift => ({
  id: row.id,
  guide: row.user_id === null ? null : { id: row.user_id, name: row.name || "–" },
  part: row.part,
  state: row.state,
  askedAt: row.asked_at?.toISOString() ?? null,
  repeatedAt: row.reminded_at?.toISOString() ?? null,
  answeredAt: row.answered_at?.toISOString() ?? null,
  note: row.note,
});

/**
 * Whether the caller may open a night with its guests: one that they have accepted to guide; of the cities of their role any with
 * `bookings.read` or `schedule.read`, else, as a guide, tonight's and those of the dates beside it (rule door-7). The permission for
 * what they do there is the caller's to check.
 */
export async function mayOpenNight(ctx: Pick<Context, "db" | "now" | "actor">, departureId: string): Promise<boolean> {
  const { actor, now } = ctx;
  const opensAll = can(actor, "bookings.read") || can(actor, "schedule.read");
  if (opensAll && actor.cities === null) return true;
  if (!isUuid(departureId)) return false;
  const { accepted, city, nights } = await nightsBeside(ctx.db, departureId, { userId: actor.userId, now });
  if (accepted) return true;
  if (city === null || !reaches(actor, city)) return false;
  return opensAll || nightsAround(nights, now).some(({ id }) => id === departureId.toLowerCase());
}

/** Those of some nights that the caller has accepted to guide, by id. */
export const nightsAccepted = ({ db, actor }: Pick<Context, "db" | "actor">, ids: readonly string[]) =>
  acceptedBy(db, actor.userId, ids);

/** The same of nights by their ids. */
export async function idsReached(ctx: Pick<Context, "db" | "actor">, ids: readonly string[]): Promise<string[]> {
  if (ctx.actor.cities === null) return [...ids];
  const nights = await nightsReached(ctx, await citiesOfNights(ctx.db, ids.filter(isUuid)));
  return nights.map(({ id }) => id);
}

/** Those of some nights that the caller's role reaches: those of its cities, and those that they have accepted to guide. */
export async function nightsReached<T extends { id: string; city_id: string }>(
  { db, actor }: Pick<Context, "db" | "actor">,
  nights: readonly T[],
): Promise<T[]> {
  if (actor.cities === null || nights.every(({ city_id: city }) => reaches(actor, city))) return [...nights];
  const own = await nightsAccepted(
    { db, actor },
    nights.map(({ id }) => id),
  );
  return nights.filter(({ id, city_id: city }) => reaches(actor, city) || own.has(id));
}

/** Who can be put on a night, free ones first. Requires `schedule.change`: of who lacks it, nobody. */
export async function candidatesFor(ctx: Context, departureId: string): Promise<Candidate[]> {
  if (!can(ctx.actor, "schedule.change")) return [];
  const [[night], guides] = await Promise.all([nightRows(ctx.db, [departureId]), staffWho(ctx, "checkins.record")]);
  if (!night) return [];
  const ids = guides.map(({ id }) => id);
  const [busyGuides, here] = await Promise.all([
    liveNightsOf(ctx.db, ids, night.starts_at < ctx.now ? night.starts_at : ctx.now),
    shiftsOn(ctx.db, [departureId]),
  ]);
  const standing = new Set(here.filter(({ state }) => isLive(state)).map(({ user_id }) => user_id));
  return guides
    .filter((guide) => !standing.has(guide.id) && reaches(guide, night.city_id))
    .map(({ id, name }) => {
      const other = busyGuides.find((one) => one.user_id === id && one.id !== night.id && overlaps(one, night));
      return {
        id,
        name,
        busy: other ? `${inLocale(ctx.locale, other.title, other.title_es)} ${other.start_time}` : null,
      };
    })
    .toSorted((a, b) => Number(a.busy !== null) - Number(b.busy !== null));
}

/** The nights of shifts as their guide sees them, by start. */
async function nightsOfShifts(
  ctx: Pick<Context, "db" | "now" | "locale">,
  shifts: readonly ShiftRow[],
): Promise<GuideNight[]> {
  const ids = [...new Set(shifts.map(({ departure_id }) => departure_id))];
  const [nights, on, { guestsPerGuide }] = await Promise.all([
    nightRows(ctx.db, ids),
    shiftsOn(ctx.db, ids),
    appSettings(ctx),
  ]);
  const own = await liveNightsOf(ctx.db, [...new Set(shifts.flatMap(({ user_id }) => user_id ?? []))], ctx.now);
  return nights.flatMap((night) =>
    shifts
      .filter(({ departure_id }) => departure_id === night.id)
      .map((shift) => {
        const accepted = on.filter(
          (one) => one.departure_id === night.id && one.part === shift.part && one.state === "accepted",
        ).length;
        const busy = own.some(
          (other) => other.state === "accepted" && other.shift_id !== shift.id && overlaps(night, other),
        );
        const whyNot = whyNotAccepted({ shift, night, accepted, busy, perGuide: guestsPerGuide }, ctx.now);
        return {
          ...shownNight(ctx, shift, night),
          whyNot,
          mayDecline: whyNotDeclined({ shift, night }, ctx.now) === null,
        };
      }),
  );
}

function shownNight({ locale }: Pick<Context, "locale">, shift: ShiftRow, night: NightRow) {
  const city = inLocale(locale, night.city, night.city_es);
  return {
    shiftId: shift.id,
    departureId: night.id,
    title: inLocale(locale, night.title, night.title_es),
    city,
    zone: night.zone,
    date: night.date,
    start: night.start_time,
    end: night.end_time,
    startsAt: night.starts_at.toISOString(),
    meeting: meetingPoint({ ...night, city: night.city }, locale),
    guests: night.guests,
    part: shift.part,
    state: shift.state,
    isCancelled: night.status === "cancelled",
    note: shift.note,
    mark: markOf(shift.id, night),
  };
}

/**
 * What an emailed request asks for, for whoever has its link. Refusal: request_not_found, also where its guide has no role any more
 * that leads nights.
 */
export async function openRequest(ctx: Context, token: string) {
  const requestId = requestIn(ctx, token);
  const shifts = requestId === null ? [] : await shiftsOfRequest(ctx.db, requestId);
  const guide = (await staffWho(ctx, "checkins.record")).find(({ id }) => id === shifts[0]?.user_id);
  if (!guide) return fail("request_not_found");
  const request: ShownRequest = { name: guide.name, nights: await nightsOfShifts(ctx, shifts) };
  return ok({ request });
}

/** Shifts with their nights in a language, for emails about them. For other modules' use cases; checks no access. */
export async function shiftsToTell(ctx: Pick<Context, "db" | "now">, ids: readonly string[], locale: "en" | "es") {
  const shifts = await shiftsByIds(ctx.db, ids.filter(isUuid));
  return nightsOfShifts({ ...ctx, locale }, shifts);
}

/** Whom shifts are of. For other modules' use cases, in the transaction that writes them; checks no access. */
export const guidesOfShifts = async (ctx: Pick<Context, "db">, ids: readonly string[]) =>
  (await shiftsByIds(ctx.db, ids)).map(({ id, user_id, request_id }) => ({
    id,
    userId: user_id,
    requestId: request_id,
  }));

/** How long before a night somebody has to see to its guides. */
const AHEAD_MS = 48 * 3_600_000;

/**
 * The nights with guests of the next 48 hours that lack guides, or whose guides were asked twice and haven't answered; the soonest
 * first. For whoever may change the schedule; of who may not, none.
 */
export async function nightsLackingGuides(ctx: Context): Promise<LackingNight[]> {
  if (!can(ctx.actor, "schedule.change")) return [];
  const [nights, { guestsPerGuide }] = await Promise.all([
    staffedNights(ctx.db, ctx.now, new Date(ctx.now.getTime() + AHEAD_MS)),
    appSettings(ctx),
  ]);
  return nights.flatMap((night) => {
    if (!reaches(ctx.actor, night.city_id)) return [];
    const needed = guidesNeeded(night.guests, guestsPerGuide);
    const gap = gapOf({ ...night, needed });
    if (gap === null) return [];
    const name = `${shortNameOf(ctx.locale, night)} ${night.start_time}`;
    return [
      { id: night.id, name, guests: night.guests, missing: needed - night.accepted, gap, startsAt: night.starts_at },
    ];
  });
}

/**
 * The guides with a month (`2026-11`) and their next nights: whoever has the role, and whoever else stands on a night of it; last,
 * what deleted accounts have worked. Pay only with `payments.read`. Requires `schedule.read`. Refusal: forbidden {missing}.
 */
export async function guidesPage(ctx: Context, month: string) {
  if (!can(ctx.actor, "schedule.read")) return fail("forbidden", { missing: "schedule.read" as const });
  const seesPay = can(ctx.actor, "payments.read");
  const [rows, staff] = await Promise.all([
    nightsOfMonth(ctx.db, ctx, month, readable(ctx.actor)),
    staffWho(ctx, "checkins.record"),
  ]);
  const ids = staff.map(({ id }) => id);
  const [everywhere, profiles, ratings] = await Promise.all([
    liveNightsOf(ctx.db, ids, ctx.now),
    guideProfiles(ctx.db, ids),
    ratingsOfDepartures(ctx, [...new Set(rows.map(({ departure_id }) => departure_id))]),
  ]);
  const coming = everywhere.filter(({ city_id }) => reaches(ctx.actor, city_id));
  const of = Map.groupBy(rows, ({ user_id }) => user_id);
  const names = new Map<string | null, string | null>(staff.map(({ id, name }) => [id, name]));
  for (const { user_id, name } of rows) if (user_id !== null && !names.has(user_id)) names.set(user_id, name || "–");
  const works = (id: string | null) => of.has(id) || coming.some(({ user_id }) => user_id === id);
  // what they are owed doesn't go with their account
  if (of.get(null)?.some((row) => isWorked(row, ctx.now))) names.set(null, null);
  const visibleGuides = [...names].filter(
    ([id]) => works(id) || staff.some((one) => one.id === id && one.role === "guide" && mayWorkFor(ctx.actor, one)),
  );
  const guides = visibleGuides.map(([id, name]): GuideMonth => {
    const nights = (of.get(id) ?? []).map((row) =>
      monthNight(ctx, row, ratings.get(row.departure_id) ?? null, seesPay),
    );
    const worked = nights.filter((night) => night.worked);
    const [due, paid] = [
      worked.filter(({ paidAt, pay }) => paidAt === null && pay !== null),
      worked.filter(({ paidAt }) => paidAt !== null),
    ];
    const profile = profiles.find(({ user_id }) => user_id === id);
    const summed = (some: readonly MonthNight[]) => ({
      shiftIds: some.map(({ shiftId }) => shiftId),
      sums: sumsOf(some.map(({ pay }) => pay)),
    });
    return {
      id,
      name,
      pay: seesPay && profile ? moneyOf(profile) : null,
      next: coming
        .filter(({ user_id }) => user_id === id)
        .slice(0, NEXT_NIGHTS)
        .map((night) => nextNight(ctx, night)),
      nights,
      seen: { shown: profile?.shown ?? false, portrait: profile?.portrait ?? null },
      rating: averageOf(worked.map(({ rating }) => rating)),
      due: seesPay ? { ...summed(due), unpriced: worked.length - due.length - paid.length } : null,
      paid: seesPay && paid.length > 0 ? { ...summed(paid), at: latest(paid) } : null,
    };
  });
  return ok({
    month,
    guides,
    seesPay,
    maySetPay: can(ctx.actor, "payments.change"),
    mayShow: can(ctx.actor, "schedule.change"),
    // who keeps the crawls' pictures keeps these
    mayPicture: can(ctx.actor, "crawls.change"),
  });
}
/** Whether a colleague's role reaches a city that somebody's does. */
export const mayWorkFor = ({ cities }: Context["actor"], colleague: { cities: readonly string[] | null }): boolean =>
  cities === null || cities.some((city) => reaches(colleague, city));

/** Who leads departures, of those who may be shown, by departure; those without anybody are left out. Public. */
export async function guidesForGuests(
  ctx: Pick<Context, "db">,
  departureIds: readonly string[],
): Promise<Record<string, NightGuide[]>> {
  const rows = await shownLeaders(ctx.db, departureIds);
  const of = Map.groupBy(rows, ({ departure_id }) => departure_id);
  const leaders = (some: typeof rows) => some.map(({ name, portrait }): NightGuide => ({ name, portrait }));
  return Object.fromEntries([...of].map(([departure, some]) => [departure, leaders(some)]));
}

const NEXT_NIGHTS = 5;

const moneyOf = ({ pay_amount: amount, pay_currency: currency }: Pick<MonthRow, "pay_amount" | "pay_currency">) =>
  amount === null || currency === null ? null : { amount, currency };

const latest = (nights: readonly MonthNight[]): string =>
  nights
    .map(({ paidAt }) => paidAt ?? "")
    .toSorted()
    .at(-1)!;

function monthNight(
  { locale, now }: Pick<Context, "locale" | "now">,
  row: MonthRow,
  rating: MonthNight["rating"],
  seesPay: boolean,
): MonthNight {
  return {
    shiftId: row.id,
    departureId: row.departure_id,
    date: row.date,
    start: row.start_time,
    title: inLocale(locale, row.title, row.title_es),
    part: row.part,
    state: row.state,
    isCancelled: row.status === "cancelled",
    worked: isWorked(row, now),
    guests: row.guests,
    came: row.came || null,
    rating,
    pay: seesPay ? moneyOf(row) : null,
    paidAt: seesPay ? (row.paid_at?.toISOString() ?? null) : null,
  };
}

const nextNight = ({ locale }: Pick<Context, "locale">, night: Awaited<ReturnType<typeof liveNightsOf>>[number]) => ({
  departureId: night.id,
  date: night.date,
  start: night.start_time,
  title: inLocale(locale, night.title, night.title_es),
  state: night.state,
});

/** How long a guide sees nights that are over. */
const SEEN_MS = 35 * 24 * 3_600_000;

/**
 * The signed-in guide's own nights, those to come first, and the link of their calendar. Requires `manifest.read`. Refusal:
 * forbidden {missing}.
 */
export async function ownShifts(ctx: Context) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "manifest.read") || userId === null)
    return fail("forbidden", { missing: "manifest.read" as const });
  const rows = await nightsOfGuide(ctx.db, ctx, userId, new Date(ctx.now.getTime() - SEEN_MS));
  const [shifts, [profile]] = await Promise.all([
    shiftsByIds(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    guideProfiles(ctx.db, [userId]),
  ]);
  const nights = await nightsOfShifts(ctx, shifts);
  const version = profile?.calendar_version ?? 1;
  const isOver = ({ departureId }: GuideNight) =>
    rows.some((row) => row.departure_id === departureId && row.ends_at <= ctx.now);
  const file = `${calendarToken(ctx, userId, version)}.ics`;
  return ok({
    coming: nights.filter((night) => !isOver(night)),
    before: nights.filter((night) => isOver(night) && night.state === "accepted").toReversed(),
    calendar: { url: ctx.settings.BASE_URL + localizedPath(`/guide-calendar/${file}`, ctx.locale), version },
    seen: { shown: profile?.shown ?? false, portrait: profile?.portrait ?? null },
  });
}

/** What is stored of somebody's work as a guide. For the owner's data export; checks no access. */
export const storedWork = (ctx: Pick<Context, "db">, userId: string) => storedShifts(ctx.db, userId);
