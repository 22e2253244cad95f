import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { type Column, momentCell, moneyCell, sheetOf } from "#src/kernel/sheet.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { isUuid } from "#src/kernel/codes.ts";
import { inLocale, type Locale, localizedPath } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { currenciesToPayIn } from "#src/modules/base/settings/queries.server.ts";
import { endOfDay, lastDay, type Standing, standingOf } from "#src/modules/changes/groups/rules/quote.ts";
import { REQUEST_VIEWS, type RequestFilter, STATES_OF } from "#src/modules/changes/groups/rules/request-list.ts";
import { depositsNow } from "#src/modules/changes/groups/store/deposits.server.ts";
import { quoteById, type QuoteRow, quotesOf, quotesOfNight } from "#src/modules/changes/groups/store/quotes.server.ts";
import { creditIn } from "#src/modules/money/credits/queries.server.ts";
import { bookingLink } from "#src/modules/sales/booking/grant-access.server.ts";
import { crawlsForNights } from "#src/modules/sales/schedule/queries.server.ts";
import { sameToken, sign } from "#src/platform/secrets.server.ts";
import type {
  ListedRequest,
  NightGroup,
  OpenRequest,
  OwnQuote,
  QuoteView,
} from "#src/modules/changes/groups/schema.ts";
import {
  countRequests,
  openedRequest,
  requestById,
  requestsPage,
  requestsToFile,
} from "#src/modules/changes/groups/store.server.ts";
import { can, reaches, readable } from "#src/modules/base/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

const byView = (count: (view: (typeof REQUEST_VIEWS)[number]) => number) =>
  Object.fromEntries(REQUEST_VIEWS.map((view) => [view, count(view)])) as Record<
    (typeof REQUEST_VIEWS)[number],
    number
  >;

const quoteToken = (secret: string, quoteId: string): string => sign(secret, "group", quoteId);

/** Whether a link opens an offer. */
export const opensQuote = ({ secret }: Pick<Context, "secret">, quoteId: string, token: string | null): boolean =>
  isUuid(quoteId) && token !== null && sameToken(token, quoteToken(secret, quoteId));

/** The page on which a group reads what it is offered, and answers. Whoever has the link is treated as its guest. */
export const quoteLink = (ctx: Pick<Context, "settings" | "secret">, quoteId: string, locale: Locale): string =>
  ctx.settings.BASE_URL + quotePath(ctx, quoteId, locale);

/**
 * Until when an offer is good. A change may be accepted after the day of the deposit, which has been paid; once the booking that it would
 * change has ended, it is an offer like any other.
 */
const validUntil = (row: QuoteRow): string =>
  row.changes === null && row.booking_id === null ? lastDay(row) : row.valid_until;

/** How an offer stands now. */
export const standingNow = ({ now }: Pick<Context, "now">, row: QuoteRow): Standing =>
  standingOf(
    {
      isNewest: row.is_newest,
      validEnd: endOfDay(validUntil(row), row.time_zone),
      request: row.request_state,
      booking: row.booking_status,
      deposit: row.deposit_state,
      isChange: row.changes !== null,
    },
    now,
  );

type Money = QuoteView["total"];

const depositOf = (
  { deposit, deposit_by: by, deposit_state: state, deposit_id: id, ...row }: QuoteRow,
  due: Money | null,
) =>
  deposit === null || by === null
    ? null
    : {
        id,
        state,
        amount: { amount_minor: deposit, currency: row.currency },
        balance:
          due !== null && state !== "unpaid"
            ? due
            : { amount_minor: state === "returned" ? row.total : row.total - deposit, currency: row.currency },
        kept: { amount_minor: row.deposit_kept, currency: row.currency },
        left: { amount_minor: row.deposit_left, currency: row.currency },
        by,
      };

/** What is left to pay of the booking of an offer, without what credit, its deposit first, pays of it. */
async function dueOf({ db }: Pick<Context, "db">, row: QuoteRow): Promise<Money | null> {
  const { booking_id: id, booking_status: status, booking_total: total, currency } = row;
  if (id === null || total === null || status !== "pending") return null;
  const used = (await creditIn({ db }, id))?.amount ?? 0;
  return { amount_minor: total - used, currency };
}

async function viewOf(ctx: Pick<Context, "db" | "now">, row: QuoteRow, locale: Locale): Promise<QuoteView> {
  const base = row.changes === null ? undefined : await quoteById(ctx.db, row.changes);
  const now = base && (await viewOf(ctx, base, locale));
  const change = base && now ? await changeOf(ctx, { base, now }, row) : null;
  const due = await dueOf(ctx, row);
  return {
    id: row.id,
    version: row.version,
    standing: standingNow(ctx, row),
    crawl: inLocale(locale, row.title, row.title_es),
    city: inLocale(locale, row.city, row.city_es),
    people: row.people,
    date: row.date,
    start_time: row.start_time,
    end_time: row.end_time,
    total: { amount_minor: row.total, currency: row.currency },
    deposit: now ? withBalance(now.deposit, change) : depositOf(row, due),
    due,
    change,
    places: row.places,
    pay_by: row.pay_by,
    valid_until: validUntil(row),
    included: row.included,
    at: row.created_at.toISOString(),
  };
}

/**
 * What an offer would change of an accepted one, and what is left to pay then: its deposit goes on paying, and codes are taken off
 * (`resizeUnpaid`).
 */
async function changeOf(
  { db }: Pick<Context, "db">,
  { base, now: { people, total, standing } }: { base: QuoteRow; now: QuoteView },
  { total: next, currency }: QuoteRow,
): Promise<QuoteView["change"]> {
  const parts = (base.booking_id && (await creditIn({ db }, base.booking_id))?.parts) || [];
  const deposit = parts.reduce((sum, { amount, isDeposit }) => sum + (isDeposit ? amount : 0), 0);
  const hasCodes = parts.some(({ isDeposit }) => !isDeposit);
  return { people, total, standing, due: { amount_minor: next - deposit, currency }, hasCodes };
}

/** A deposit that stays, beside what would be left to pay after it. */
function withBalance(deposit: QuoteView["deposit"], change: QuoteView["change"]): QuoteView["deposit"] {
  if (deposit === null || change === null) return deposit;
  const { amount_minor: due, currency } = change.due;
  const rest = deposit.state === "unpaid" ? due - deposit.amount.amount_minor : due;
  return { ...deposit, balance: { amount_minor: rest, currency } };
}

/** What a link's group is offered; null where the link opens nothing. */
export async function ownQuote(ctx: Context, id: string, token: string | null): Promise<OwnQuote | null> {
  const row = opensQuote(ctx, id, token) ? await quoteById(ctx.db, id) : undefined;
  if (!row) return null;
  const { booking_id: bookingId, link_version: version, language } = row;
  const booking = bookingId && bookingLink(ctx, { id: bookingId, link_version: version ?? 0 }, ctx.locale);
  return { ...(await viewOf(ctx, row, ctx.locale)), language, booking };
}

/** The page of an offer, which is opened by its link, on this site. */
export const quotePath = ({ secret }: Pick<Context, "secret">, quoteId: string, locale: Locale): string =>
  `${localizedPath(`/private-groups/${quoteId}`, locale)}?token=${quoteToken(secret, quoteId)}`;

/** An offer for an email about it. Checks no access. */
export async function quoteToMail(ctx: Context, id: string, locale: Locale) {
  const row = await quoteById(ctx.db, id);
  return row && { ...(await viewOf(ctx, row, locale)), requestId: row.request_id };
}

/** The groups that have booked a night, with what is left to pay of each; checks no access. */
export const groupsOfNight = async (ctx: Pick<Context, "db" | "now">, departureId: string): Promise<NightGroup[]> =>
  Promise.all((await quotesOfNight(ctx.db, departureId)).map((row) => groupOf(ctx, row)));

async function groupOf(ctx: Pick<Context, "db" | "now">, row: QuoteRow): Promise<NightGroup> {
  const { standing, deposit, due, pay_by } = await viewOf(ctx, row, "en");
  const about = { requestId: row.request_id, name: row.name };
  if (standing === "deposit" && deposit) return { ...about, state: "deposit", due: deposit.amount, by: deposit.by };
  return { ...about, state: due === null ? "paid" : deposit?.state === "paid" ? "balance" : "unpaid", due, by: pay_by };
}

/** Whom an email about an offer goes to. Checks no access. */
export async function guestOfQuote(tx: Tx, id: string) {
  const row = await quoteById(tx, id);
  return row && { email: row.email, language: row.language === "es" ? ("es" as const) : ("en" as const) };
}

/** The crawls of which a group may be offered a night, with their city. */
export const crawlsToQuote = async (ctx: Pick<Context, "db">) =>
  (await crawlsForNights(ctx)).filter((crawl) => crawl.is_active && crawl.is_city_active && !crawl.is_deleted);

/** The deposits of bookings: purchases of their own, by which the bookings are kept. Checks no access. */
export const depositsOf = (on: Db | Tx, bookingIds: readonly string[]) => depositsNow(on, bookingIds);

/** Requests per page. */
const PAGE = 50;

/** A request, or undefined. For other modules' use cases; checks no access. */
export const requestOf = (on: Db | Tx, id: string) => requestById(on, id);
export type StoredRequest = NonNullable<Awaited<ReturnType<typeof requestById>>>;

/** A page of groups' requests with the numbers of each view. Refusal: forbidden {missing}. */
export async function listRequests(ctx: Context, filter: RequestFilter) {
  if (!can(ctx.actor, "bookings.read")) return fail("forbidden", { missing: "bookings.read" as const });
  const cities = readable(ctx.actor);
  const [rows, counted] = await Promise.all([
    requestsPage(ctx.db, { ...filter, cities }, PAGE),
    countRequests(ctx.db, { q: filter.q, cities }),
  ]);
  const count = (state: string) => counted.find((one) => one.state === state)?.n ?? 0;
  const counts = byView((view) => STATES_OF[view].reduce((sum, state) => sum + count(state), 0));
  return ok({
    requests: rows.map((row) => listed(ctx, row)),
    counts,
    total: counts[filter.view],
    mayChange: can(ctx.actor, "bookings.change"),
  });
}

/** A request with all that its guest wrote. Refusals: forbidden {missing}, request_not_found. */
export async function openRequest(ctx: Context, id: string) {
  if (!can(ctx.actor, "bookings.read")) return fail("forbidden", { missing: "bookings.read" as const });
  const row = isUuid(id) ? await openedRequest(ctx.db, id, readable(ctx.actor)) : undefined;
  if (!row) return fail("request_not_found");
  const quotes = await quotesOf(ctx.db, id);
  const request: OpenRequest = {
    ...listed(ctx, row),
    phone: row.phone,
    language: row.language,
    words: row.words,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: row.closed_by,
    mayRefund: can(ctx.actor, "payments.change"),
    quotes: await Promise.all(
      quotes.map(async (quote) => ({
        ...(await viewOf(ctx, quote, ctx.locale)),
        by: quote.by,
        bookingId: quote.booking_id,
      })),
    ),
  };
  const crawls = (await crawlsToQuote(ctx)).filter(({ city_id: city }) => reaches(ctx.actor, city));
  const choices = crawls.map(({ id: crawl, title, title_es, city_id }) => ({
    id: crawl,
    title: inLocale(ctx.locale, title, title_es),
    isThere: city_id === row.city_id,
  }));
  return ok({ request, choices, currencies: await currenciesToPayIn(ctx) });
}

const cityOf = (
  { locale }: Pick<Context, "locale">,
  row: { city_name: string | null; city_name_es: string | null },
): string | null => (row.city_name === null ? null : inLocale(locale, row.city_name, row.city_name_es));

const listed = ({ locale }: Context, row: Awaited<ReturnType<typeof requestsPage>>[number]): ListedRequest => ({
  id: row.id,
  state: row.state,
  name: row.name,
  email: row.email,
  people: row.people,
  city: cityOf({ locale }, row),
  date: row.date,
  occasion: row.occasion,
  at: row.created_at.toISOString(),
});

/**
 * All groups' requests of the cities that the actor reads, with what was offered last, as a file. Requires `bookings.read`. Refusals:
 * forbidden {missing}.
 */
export async function requestsSheet(ctx: Context) {
  if (!can(ctx.actor, "bookings.read")) return fail("forbidden", { missing: "bookings.read" as const });
  const { t } = await i18nFor(ctx.locale);
  const columns: Column<FiledRequest>[] = [
    [t("groups-admin.when"), ({ created_at: at }) => momentCell(at, HOME_ZONE)],
    [t("groups-admin.state"), ({ state }) => t(`groups-admin.state.${state}`)],
    [t("groups-admin.from"), ({ name }) => name],
    [t("groups.email"), ({ email }) => email],
    [t("groups.phone"), ({ phone }) => phone],
    [t("groups-admin.people"), ({ people }) => people],
    [t("groups-admin.occasion"), ({ occasion }) => t(`groups.occasion.${occasion}`)],
    [t("groups-admin.city"), (row) => cityOf(ctx, row) ?? t("groups.city.other")],
    [t("groups-admin.date"), ({ date }) => date ?? ""],
    [t("groups-admin.words"), ({ words }) => words],
    [t("groups-admin.quote.total"), ({ total }) => (total === null ? "" : moneyCell(total))],
    [t("groups-admin.quote.deposit"), ({ deposit }) => (deposit === null ? "" : moneyCell(deposit))],
    [t("groups-admin.quote.currency"), ({ currency }) => currency ?? ""],
  ];
  return ok({ sheet: sheetOf(columns, requestsInParts(ctx)) });
}

type FiledRequest = Awaited<ReturnType<typeof requestsToFile>>[number];

async function* requestsInParts(ctx: Context): AsyncGenerator<FiledRequest[]> {
  const PART = 500;
  for (let page = 1; ; page++) {
    const rows = await requestsToFile(ctx.db, { page, cities: readable(ctx.actor) }, PART);
    if (rows.length > 0) yield rows;
    if (rows.length < PART) return;
  }
}
