import { byLetters } from "#src/kernel/letters.ts";
import { isUuid } from "#src/kernel/codes.ts";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { inLocale, type Locale } from "#src/kernel/localized.ts";
import { type Currency, isCurrency, type Money } from "#src/kernel/money.ts";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { unseenHere } from "#src/modules/site/catalog/queries.server.ts";
import { shortNameOf } from "#src/modules/site/catalog/rules/mark.ts";
import { can, type Permission, reaches, readable } from "#src/modules/base/identity/rules/permissions.ts";
import { stepsBetween } from "#src/modules/sales/funnel/queries.server.ts";
import { doorAlerts } from "#src/modules/evening/door/queries.server.ts";
import { nightsLackingGuides, nightsReached, shiftsOf } from "#src/modules/evening/guides/queries.server.ts";
import { calledName } from "#src/modules/evening/guides/rules/shift.ts";
import type { LackingNight, NightGuides } from "#src/modules/evening/guides/schema.ts";
import { healthFindings } from "#src/modules/office/operations/queries.server.ts";
import { hasOwnTask } from "#src/modules/office/operations/rules/health.ts";
import type { FailingJob, Finding } from "#src/modules/office/operations/schema.ts";
import { crawlsOf, weeksOf } from "#src/modules/office/reports/rules/fill.ts";
import { type Days, type Period, periodOf, weekOf } from "#src/kernel/period.ts";
import { barsOf, currenciesOf, mainCurrency, type SalesDay, totalOf } from "#src/modules/office/reports/rules/sales.ts";
import { OVERLAP_MS } from "#src/modules/office/reports/rules/counting.ts";
import { stateOf, timeUntil, tonightOf } from "#src/modules/sales/schedule/rules/tonight.ts";
import {
  type AddOnsSold,
  type Attention,
  type Basis,
  type City,
  type CouponUse,
  type Report,
  type RuleUse,
  type SentGuests,
  type Subject,
  SUBJECTS,
  type Tonight,
  type TonightDeparture,
  type WaitingItem,
  type WaitingItems,
} from "#src/modules/office/reports/schema.ts";
import {
  cityRows,
  type DepartureRow,
  departuresOn,
  itemsWaiting,
  partnerNamed,
  takenBetween,
  visitsBetween,
  waitingOf,
} from "#src/modules/office/reports/store/departures.server.ts";
import {
  addOnsBetween,
  type AddOnSales,
  cameSince,
  countedUntil,
  type Brought,
  broughtBetween,
  couponsBetween,
  type CouponSales,
  nightsOfPartners,
  type PartnerNights,
  rulesBetween,
  type RuleSales,
  salesBetween,
  touchedSince,
} from "#src/modules/office/reports/store/sales.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { Context } from "#src/platform/context.server.ts";

type Forbidden = Failure<"forbidden"> & { missing: Permission };
const forbidden = (missing: Permission): Forbidden => fail("forbidden", { missing });

/** The cities that the caller's role reaches, in the page's language. For staff: the caller checks permissions. */
export async function citiesOf(ctx: Pick<Context, "db" | "locale" | "actor">): Promise<City[]> {
  const rows = (await cityRows(ctx.db)).filter(({ id }) => reaches(ctx.actor, id));
  return rows.map((row) => ({ id: row.id, name: inLocale(ctx.locale, row.name, row.name_es), zone: row.time_zone }));
}

/** Tonight's departures that the caller's role reaches. Needs `manifest.read`; money only with access to bookings. Refusal: forbidden. */
export async function tonight(ctx: Context): Promise<Ok<{ tonight: Tonight }> | Forbidden> {
  if (!can(ctx.actor, "manifest.read")) return forbidden("manifest.read");
  const seesMoney = can(ctx.actor, "bookings.read");
  // every date that is today or yesterday in any time zone
  const dates = [-36, -24, -12, 0, 14].map((hours) => dateIn(new Date(+ctx.now + hours * 3_600_000), "UTC"));
  const rows = await departuresOn(ctx.db, { dates: [...new Set(dates)], now: ctx.now, tests: practises(ctx) });
  const nights = await nightsReached(ctx, tonightOf(rows, ctx.now));
  const guides = await shiftsOf(
    ctx,
    nights.map(({ id }) => id),
  );
  const departures = nights.map((row) => ({
    ...shownDeparture(ctx, row, seesMoney),
    guides: leaders(guides.get(row.id)),
  }));
  const on = departures.filter(({ state }) => state !== "cancelled");
  const sum = (figure: (departure: TonightDeparture) => number) =>
    on.reduce((total, departure) => total + figure(departure), 0);
  return ok({
    tonight: {
      at: ctx.now.toISOString(),
      departures,
      seats: sum(({ total }) => total),
      booked: sum(({ booked, inside }) => booked + inside),
      sums: seesMoney ? addUp(on.flatMap(({ sums }) => sums ?? [])) : null,
    },
  });
}

const leaders = (night: NightGuides | undefined): string[] =>
  (night?.shifts ?? [])
    .filter(({ part, state, guide }) => part === "guide" && state === "accepted" && guide !== null)
    .map(({ guide }) => calledName(guide!.name));

function shownDeparture(ctx: Context, row: DepartureRow, seesMoney: boolean): Omit<TonightDeparture, "guides"> {
  const { locale, now } = ctx;
  const title = inLocale(locale, row.title, row.title_es);
  const unseen = can(ctx.actor, "schedule.read") ? unseenHere(ctx, row) : null;
  const free = Math.max(0, row.total - row.booked - row.held);
  return {
    id: row.id,
    title,
    unseen: unseen && { id: row.crawl_id, city_id: row.city_id, title, unseen },
    colour: row.colour,
    city: inLocale(locale, row.city_name, row.city_name_es),
    zone: row.zone,
    start: row.start_time,
    starts_at: row.starts_at.toISOString(),
    state: stateOf({ ...row, free }, now),
    until: timeUntil(row.starts_at, now),
    total: row.total,
    inside: row.inside,
    booked: Math.max(0, row.booked - row.inside),
    held: row.held,
    free,
    sums: seesMoney ? row.sums.filter(({ amount }) => amount > 0) : null,
  };
}

/** Sums per currency. */
function addUp(amounts: readonly Money[]): Money[] {
  const groups = Map.groupBy(amounts, ({ currency }) => currency);
  return [...groups].map(([currency, of]) => ({ currency, amount: of.reduce((sum, { amount }) => sum + amount, 0) }));
}

const OPENED_BY: Record<Subject, Permission> = {
  guides: "schedule.change",
  payments: "payments.read",
  refunds: "payments.read",
  invoices: "payments.read",
  tills: "payments.read",
  sales: "payments.read",
  desks: "affiliates.read",
  entries: "bookings.read",
  emails: "emails.read",
  addresses: "bookings.read",
  messages: "messages.read",
  reviews: "reviews.read",
  unpaid: "bookings.read",
  doubts: "affiliates.change",
  questions: "affiliates.change",
  webhooks: "settings.change",
  health: "health.read",
};

/** Subjects whose items are told apart by city, so that a role that is limited to some sees theirs. */
const OF_A_CITY: readonly Subject[] = ["addresses", "reviews"];

/** The subjects that the viewer may open: whose role is limited to cities opens those that are told apart by city. */
const opened = <S extends Subject>({ actor }: Context, subjects: readonly S[]): S[] =>
  subjects.filter(
    (subject) => can(actor, OPENED_BY[subject]) && (actor.cities === null || OF_A_CITY.includes(subject)),
  );

/** What waits for a decision: how many items of each subject, and the nights and findings that rules find. */
export type Waits = { counts: Attention; lacking: LackingNight[]; findings: Finding[] };

/**
 * How many items of each subject need a decision, and since when, in one statement cheap enough for every admin page. Null for
 * what the viewer may not open. Findings about the system are at most ten seconds old.
 */
export async function whatWaits(ctx: Context): Promise<Waits> {
  const open = SUBJECTS.filter((subject) => can(ctx.actor, OPENED_BY[subject]));
  const counted = opened(ctx, SUBJECTS).filter((subject) => subject !== "health" && subject !== "guides");
  const [waiting, lacking, findings, doubted] = await Promise.all([
    waitingOf(ctx.db, counted, { now: ctx.now, practises: practises(ctx), cities: readable(ctx.actor) }),
    nightsLackingGuides(ctx),
    healthFindings(ctx),
    ctx.actor.cities === null ? null : doorAlerts(ctx),
  ]);
  const elsewhere = findings.filter(({ check }) => hasOwnTask(check)).length;
  const health = { count: findings.length, oldest: null, elsewhere };
  const of = (subject: Subject) => {
    if (subject === "health") return open.includes("health") ? health : null;
    if (subject === "guides") return open.includes("guides") ? { count: lacking.length, oldest: null } : null;
    if (subject === "entries" && doubted?.ok)
      return { count: doubted.alerts.length, oldest: doubted.alerts.at(-1)?.at ?? null };
    const found = waiting.get(subject);
    return found ? { count: found.count, oldest: found.oldest?.toISOString() ?? null } : null;
  };
  const counts = Object.fromEntries(SUBJECTS.map((subject) => [subject, of(subject)])) as Attention;
  return { counts, lacking, findings };
}

/** The counts of what waits alone. */
export const attentionCounts = async (ctx: Context): Promise<Attention> => (await whatWaits(ctx)).counts;

/** The oldest items of what needs a decision, of the subjects that the viewer may open. */
export async function waitingItems(ctx: Context, waits?: Waits): Promise<WaitingItems> {
  const { counts, lacking, findings } = waits ?? (await whatWaits(ctx));
  const rows = await itemsWaiting(
    ctx.db,
    NAMED.filter((subject) => counts[subject]?.count),
    { now: ctx.now, practises: practises(ctx), cities: readable(ctx.actor) },
  );
  const items = Map.groupBy(rows, ({ subject }) => subject);
  const entries = [...items].map(([subject, of]) => [
    subject,
    of.map((item) => ({ ...item, at: item.at.toISOString() })),
  ]);
  const may = { handOver: can(ctx.actor, "payments.change"), readBookings: can(ctx.actor, "bookings.read") };
  const guides = lacking.slice(0, SHOWN_NIGHTS).map((night) => nightItem(night, ctx.now));
  const health = findings.flatMap(({ jobs }) => jobs ?? []).map(jobItem);
  return {
    of: {
      ...(Object.fromEntries(entries) as WaitingItems["of"]),
      ...(guides.length > 0 ? { guides } : {}),
      ...(health.length > 0 ? { health } : {}),
    },
    may,
  };
}
/** Nights that lack guides are named one by one: each is another task. */
const SHOWN_NIGHTS = 5;

const nightItem = ({ id, name, guests, missing, gap, startsAt }: LackingNight, now: Date): WaitingItem => ({
  id,
  who: name,
  amount: null,
  currency: null,
  booking_id: null,
  kind: gap,
  at: startsAt.toISOString(),
  night: { guests, missing, ...timeUntil(startsAt, now) },
});
/** A nightly job that fails; named by what it is called. */
const jobItem = ({ name, since }: FailingJob): WaitingItem => ({
  id: name,
  who: "",
  amount: null,
  currency: null,
  booking_id: null,
  kind: name,
  at: since,
});

const NAMED = ["payments", "refunds", "invoices", "emails", "addresses", "messages", "reviews"] as const;

/** The requested report, as in the URL: invalid values fall back to the defaults. */
export type ReportWish = Partial<
  Record<"period" | "from" | "to" | "by" | "city" | "currency" | "partner", string | null>
>;

/**
 * The sales report; `most`: so many partners, campaigns and sources at most, null for all. Needs `reports.read`. Refusal: forbidden.
 */
export async function salesReport(
  ctx: Context,
  wish: ReportWish,
  most: number | null = null,
): Promise<Ok<{ report: Report }> | Forbidden> {
  if (!can(ctx.actor, "reports.read")) return forbidden("reports.read");
  const today = dateIn(ctx.now, HOME_ZONE);
  const period = periodOf(wish, today);
  const basis: Basis = wish.by === "service" ? "service" : "sale";
  const city = wish.city ? ((await citiesOf(ctx)).find(({ id }) => id === wish.city)?.id ?? null) : null;
  const cities = readable(ctx.actor, city === null ? [] : [city]);
  // how partners do is of the whole house
  const isOfAll = ctx.actor.cities === null;
  const partner = isOfAll && isUuid(wish.partner ?? "") ? ((await partnerNamed(ctx.db, wish.partner!)) ?? null) : null;
  // whole weeks, including what is ahead in the current one
  const weeks = { from: weekOf(period.from), to: period.to === today ? endOfWeek(today) : period.to };
  const [sales, rows, sources, steps] = await Promise.all([
    soldIn(ctx, { basis, period, cities, partner: partner?.id ?? null, most }),
    partner ? [] : takenBetween(ctx.db, { ...weeks, cities }),
    isOfAll ? visitsBetween(ctx.db, period, { partner: partner?.id ?? null, most }) : [],
    // nobody chooses a city before they look
    isOfAll && !partner && city === null ? stepsBetween(ctx, period) : [],
  ]);
  const titled = rows.map((row) => ({
    ...row,
    title: inLocale(ctx.locale, row.title, row.title_es),
    name: shortNameOf(ctx.locale, row),
  }));
  const current = sales.days.filter(({ day }) => day >= period.from && day <= period.to);
  const currency = chosenCurrency(wish.currency, current);
  const bars = barsOf(period, sales.days, currency);
  const ownDays = sales.days.filter((day) => day.currency === currency);
  const within = titled.filter(({ date }) => date >= period.from && date <= period.to);
  return ok({
    report: {
      basis,
      city,
      partner,
      period,
      today,
      currency,
      currencies: currenciesOf(current),
      bars,
      totals: totalOf(bars),
      inCurrency: totalOf(barsOf(period, ownDays, currency)),
      weeks: weeksOf(titled, today),
      crawls: crawlsOf(within, today),
      partners: sentBy(sales.brought, "partner", most),
      campaigns: sentBy(sales.brought, "campaign", most),
      sources,
      coupons: couponUses(sales.coupons),
      rules: ruleUses(sales.rules, ctx.locale),
      addOns: addOnsSold(sales.addOns, ctx.locale),
      steps,
    },
  });
}

const endOfWeek = (date: string) => Temporal.PlainDate.from(weekOf(date)).add({ days: 6 }).toString();

type SoldWish = {
  basis: Basis;
  period: Period;
  cities: readonly string[] | null;
  partner: string | null;
  most: number | null;
};

async function soldIn(ctx: Context, { basis, period, cities, partner, most }: SoldWish) {
  const span = { from: period.before.from, to: period.to };
  const until = await countedUntil(ctx.db);
  const touched = until ? (await touchedSince(ctx.db, new Date(+until - OVERLAP_MS)))[basis] : everyDay(span);
  const wish = { basis, cities, partner, tests: practises(ctx) };
  const changedIn = ({ from, to }: Days) => touched.filter((day) => day >= from && day <= to);
  const [days, coupons, rules, addOns, brought] = await Promise.all([
    salesBetween(ctx.db, { ...wish, days: span, changed: changedIn(span) }),
    couponsBetween(ctx.db, { ...wish, days: period, changed: changedIn(period) }),
    rulesBetween(ctx.db, { ...wish, days: period }),
    addOnsBetween(ctx.db, { ...wish, days: period }),
    broughtBetween(ctx.db, { ...wish, days: period, changed: changedIn(period) }, most),
  ]);
  return { days, coupons, rules, addOns, brought };
}

/**
 * Each partner's confirmed bookings of the nights of some days, and how many people came of them, in practice mode with the `tests`.
 * As of now: what changed since the last count is read from the bookings. For staff: the caller checks permissions.
 */
export async function partnersNights(
  { db }: Pick<Context, "db">,
  { days, tests }: { days: Days; tests: boolean },
): Promise<PartnerNights[]> {
  const until = await countedUntil(db);
  if (!until) return nightsOfPartners(db, { days, tests, changed: everyDay(days) });
  const since = new Date(+until - OVERLAP_MS);
  const [touched, entered] = await Promise.all([touchedSince(db, since), cameSince(db, since)]);
  const changed = [...new Set([...touched.service, ...entered.service])].filter(
    (day) => day >= days.from && day <= days.to,
  );
  return nightsOfPartners(db, { days, tests, changed });
}

/** Before the first count, every day is read from the bookings. */
const everyDay = ({ from, to }: Days): string[] =>
  Array.from({ length: Temporal.PlainDate.from(from).until(to).days + 1 }, (_, offset) =>
    Temporal.PlainDate.from(from).add({ days: offset }).toString(),
  );

const chosenCurrency = (code: string | null | undefined, days: readonly SalesDay[]): Currency | null =>
  code && isCurrency(code) && days.some(({ currency }) => currency === code) ? code : mainCurrency(days);

/** Sums of rows of one thing in several currencies. */
const sumOf = <Row>(rows: readonly Row[], figure: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + figure(row), 0);
const sumsOf = <Row extends { currency: Currency }>(rows: readonly Row[], amount: (row: Row) => number): Money[] =>
  rows.map((row) => ({ currency: row.currency, amount: amount(row) }));

const couponUses = (rows: readonly CouponSales[]): CouponUse[] =>
  [...Map.groupBy(rows, ({ code }) => code)]
    .map(([code, of]) => ({
      code,
      uses: sumOf(of, ({ uses }) => uses),
      discounts: sumsOf(of, ({ discount }) => discount),
      revenue: sumsOf(of, ({ revenue }) => revenue),
    }))
    .toSorted((a, b) => b.uses - a.uses);

const ruleUses = (rows: readonly RuleSales[], locale: Locale): RuleUse[] =>
  [...Map.groupBy(rows, ({ id }) => id)]
    .map(([id, of]) => ({
      id,
      name: inLocale(locale, of[0]!.name, of[0]!.name_es),
      bookings: sumOf(of, ({ bookings }) => bookings),
      guests: sumOf(of, ({ guests }) => guests),
      discounts: sumsOf(of, ({ discount }) => discount),
      revenue: sumsOf(of, ({ revenue }) => revenue),
    }))
    .toSorted((a, b) => b.bookings - a.bookings || byLetters(a.name, b.name));

const addOnsSold = (rows: readonly AddOnSales[], locale: Locale): AddOnsSold[] =>
  [...Map.groupBy(rows, ({ id }) => id)]
    .map(([id, of]) => ({
      id,
      name: inLocale(locale, of[0]!.name, of[0]!.name_es),
      sold: sumOf(of, ({ sold }) => sold),
      redeemed: sumOf(of, ({ redeemed }) => redeemed),
      back: sumOf(of, ({ back }) => back),
      revenue: sumsOf(of, ({ revenue }) => revenue),
    }))
    .toSorted((a, b) => b.sold - a.sold || byLetters(a.name, b.name));

/** What was brought by partners or campaigns, most bookings first. */
const sentBy = (rows: readonly Brought[], kind: Brought["kind"], most: number | null): SentGuests[] =>
  rows
    .flatMap(({ kind: own, ...sent }) => (own === kind ? [sent] : []))
    .toSorted((a, b) => b.bookings - a.bookings || b.guests - a.guests || byLetters(a.name, b.name))
    .slice(0, most ?? undefined);
