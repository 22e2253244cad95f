import { createHash, randomUUID } from "node:crypto";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { datesOf, type Recurrence } from "#src/modules/sales/schedule/rules/recurrence.ts";
import { countsOf, type PlannedDate, planSeries, timesOf } from "#src/modules/sales/schedule/rules/series.ts";
import type { DepartureTerms } from "#src/modules/sales/schedule/schema.ts";
import {
  crawlsToSchedule,
  type Created,
  departuresOn,
  insertDepartures,
  keepAnswer,
  keptAnswer,
  lockForm,
} from "#src/modules/sales/schedule/store/admin.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { violated } from "#src/platform/transaction.server.ts";

export type SeriesInput = {
  crawl_id: string;
  /** Terms of every departure; the date is the first one's. */
  terms: DepartureTerms;
  /** Null for a single departure. */
  recurrence: Recurrence | null;
  /** Manually excluded dates. */
  skip: readonly string[];
};

/** The dates a series would create, and which it leaves out and why. Refusals: forbidden, crawl_not_found. */
export async function planDepartures(ctx: Context, input: SeriesInput) {
  if (!can(ctx.actor, "schedule.change")) return fail("forbidden", { missing: "schedule.change" as const });
  const planned = await plan(ctx.db, ctx.now, input);
  return planned
    ? ok({ plan: planned.dates, cut: planned.cut, counts: countsOf(planned.dates) })
    : fail("crawl_not_found");
}

/**
 * Creates one departure or a series of at most 366, all or nothing. `key` is the form's idempotency key: a resubmission gets the
 * same answer. `expected` is the number of dates shown; if it would differ now, nothing is created. Refusals: forbidden,
 * crawl_not_found, already_scheduled, in_the_past, impossible_time (one departure), nothing_to_create, plan_changed (a series).
 */
export async function createDepartures(
  ctx: Context,
  input: SeriesInput,
  { key, expected }: { key: string; expected: number },
) {
  if (!can(ctx.actor, "schedule.change")) return fail("forbidden", { missing: "schedule.change" as const });
  const hash = createHash("sha256").update(JSON.stringify(input)).digest("base64url");
  const formKey = `${key}.${hash}`;
  const created = ctx.db.transaction().execute(async (tx) => {
    await lockForm(tx, formKey);
    const before = await keptAnswer(tx, formKey);
    if (before) return ok(before);
    const planned = await plan(tx, ctx.now, input);
    if (!planned) return fail("crawl_not_found");
    const dates = planned.dates.filter(({ state }) => state === "new").map(({ date }) => date);
    const refusal = refusalOf(input, planned.dates, dates.length, expected);
    if (refusal) return refusal;
    const series_id = input.recurrence ? randomUUID() : null;
    const like = { series_id, count: dates.length, now: ctx.now };
    const ids = await insertDepartures(
      tx,
      dates.map((date) => departureOn(date, input, planned.crawl, like)),
    );
    const answer = { ids, series_id, first: dates[0]! };
    await keepAnswer(tx, formKey, hash, answer);
    await audit(tx, ctx, entryOf(input, answer, dates));
    return ok(answer);
  });
  return created.catch((error: unknown) => {
    if (violated(error) === "one_scheduled_crawl_a_date")
      return fail(input.recurrence ? "plan_changed" : "already_scheduled");
    // deleted between read and write
    if (violated(error) === "departure_of_deleted_crawl") return fail("crawl_not_found");
    throw error;
  });
}

function refusalOf({ recurrence }: SeriesInput, planned: PlannedDate[], count: number, expected: number) {
  if (recurrence) return count === 0 ? fail("nothing_to_create") : count === expected ? null : fail("plan_changed");
  const state = planned[0]?.state;
  if (state === "clash") return fail("already_scheduled");
  if (state === "past") return fail("in_the_past");
  return state === "impossible" ? fail("impossible_time") : null;
}

async function plan(db: Db | Tx, now: Date, { crawl_id, terms, recurrence, skip }: SeriesInput) {
  const crawl = (await crawlsToSchedule(db)).find(({ id }) => id === crawl_id);
  if (!crawl || crawl.is_deleted) return null;
  const { dates, cut } = recurrence ? datesOf(recurrence) : { dates: [terms.date], cut: false };
  const there = await departuresOn(db, crawl_id, dates);
  const clashes = new Map(there.map(({ date, ...clash }) => [date, clash]));
  const hours = { ...terms, time_zone: crawl.time_zone };
  return { crawl, cut, dates: planSeries(dates, hours, { taken: clashes, skip: recurrence ? skip : [], now }) };
}

function departureOn(
  date: string,
  { crawl_id, terms, recurrence }: SeriesInput,
  crawl: { time_zone: string; sales_cutoff_minutes: number },
  { series_id, count, now }: { series_id: string | null; count: number; now: Date },
) {
  const times = timesOf(date, { ...terms, time_zone: crawl.time_zone }, crawl.sales_cutoff_minutes);
  if (!times) throw new Error(`${date} was planned, but has no such hours`);
  const repeats = { recurrence_type: recurrence?.type ?? null, recurrence_occurrences: recurrence ? count : null };
  return { ...terms, ...times, ...repeats, date, crawl_id, series_id, created_at: now };
}

function entryOf({ crawl_id, terms }: SeriesInput, { ids, series_id }: Created, dates: string[]) {
  const { date, ...rest } = terms;
  const flash = Object.entries({ crawl_id, ...rest, ...(series_id ? { dates } : { date }) });
  return {
    action: series_id ? "series.created" : "departure.created",
    subject: [series_id ? "series" : "departure", series_id ?? ids[0]!] as const,
    changes: Object.fromEntries(flash.map(([field, value]) => [field, [null, value] as const])),
  };
}
