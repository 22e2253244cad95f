import { isUuid } from "#src/kernel/codes.ts";
import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { inLocale, type Locale, localizedPath } from "#src/kernel/localized.ts";
import type { Currency } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { type Column, momentCell, moneyCell, sheetOf } from "#src/kernel/sheet.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { can, reaches } from "#src/modules/base/identity/rules/permissions.ts";
import { crawlInCity } from "#src/modules/site/catalog/rules/crawl-name.ts";
import { bookingLink } from "#src/modules/sales/booking/grant-access.server.ts";
import type { ListedEntry, OwnEntry } from "#src/modules/sales/waiting/schema.ts";
import { entriesBeside, entriesById, listOf, nightOf, type OwnRow } from "#src/modules/sales/waiting/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { sameToken, sign } from "#src/platform/secrets.server.ts";

const listToken = (secret: string, entryId: string): string => sign(secret, "waiting", entryId);

/** Whether a link opens the list of an entry's address. */
export const opensList = ({ secret }: Pick<Context, "secret">, entryId: string, token: string | null): boolean =>
  isUuid(entryId) && token !== null && sameToken(token, listToken(secret, entryId));

/** The page on which somebody sees what they wait for, and leaves. Whoever has the link is treated as them. */
export const listLink = (ctx: Pick<Context, "settings" | "secret">, entryId: string, locale: Locale): string =>
  `${ctx.settings.BASE_URL}${localizedPath(`/waiting-list/${entryId}`, locale)}?token=${listToken(ctx.secret, entryId)}`;

function entryView(ctx: Pick<Context, "settings" | "secret" | "now">, row: OwnRow, locale: Locale): OwnEntry {
  const { id, state, people, date, start_time, end_time, ahead, booking_id: bookingId, until } = row;
  const isLive = state === "offered" && bookingId !== null && row.status === "pending" && until! > ctx.now;
  return {
    id,
    // its places are free for the next from that moment on
    state: state === "offered" && !isLive ? "lapsed" : state,
    people,
    date,
    start_time,
    end_time,
    zone: row.time_zone,
    title: inLocale(locale, row.title, row.title_es),
    city: inLocale(locale, row.city, row.city_es),
    ahead,
    offer: isLive
      ? {
          href: bookingLink(ctx, { id: bookingId, link_version: row.link_version ?? 0 }, locale),
          until: until!.toISOString(),
          total: { amount_minor: row.total_price!, currency: row.currency! },
        }
      : null,
  };
}

/** What the address behind a link waits for; null where the link opens nothing, or every night is over. */
export async function ownList(ctx: Context, entryId: string, token: string | null): Promise<OwnEntry[] | null> {
  if (!opensList(ctx, entryId, token)) return null;
  const rows = await entriesBeside(ctx.db, entryId, ctx.now);
  return rows.length > 0 ? rows.map((row) => entryView(ctx, row, ctx.locale)) : null;
}

/** Entries for the email that tells of them, as they are now. Checks no access. */
export async function entriesToMail(ctx: Context, ids: readonly string[], locale: Locale) {
  const rows = await entriesById(ctx.db, ids);
  return rows.map((row) => ({
    ...entryView(ctx, row, locale),
    crawl: crawlInCity(inLocale(locale, row.title, row.title_es), inLocale(locale, row.city, row.city_es)),
  }));
}

/**
 * The waiting list of a night, what its parties would pay at the prices they saw, and what staff may do. Needs `bookings.read`.
 * Refusals: forbidden {missing}, departure_not_found.
 */
export async function nightList(ctx: Context, departureId: string) {
  if (!can(ctx.actor, "bookings.read")) return fail("forbidden", { missing: "bookings.read" as const });
  const night = isUuid(departureId) ? await nightOf(ctx.db, departureId) : undefined;
  if (!night || !reaches(ctx.actor, night.city_id)) return fail("departure_not_found");
  const rows = await listOf(ctx.db, departureId);
  const entries = rows.map((row): ListedEntry => ({
    id: row.id,
    state: row.state,
    people: row.people,
    name: row.first_name,
    email: row.email,
    language: row.language,
    asked_at: row.asked_at.toISOString(),
    value: { amount_minor: row.people * row.unit_price, currency: row.currency },
    booking_id: row.booking_id,
    until: row.state === "offered" ? (row.until?.toISOString() ?? null) : null,
  }));
  return ok({ entries, value: valueOf(entries), may: can(ctx.actor, "bookings.change"), zone: night.time_zone, night });
}

/** What those who wait would pay, per currency, with how many people they are. */
function valueOf(entries: readonly ListedEntry[]) {
  const sums = new Map<string, number>();
  const waiting = entries.filter(({ state }) => state === "waiting");
  for (const { value } of waiting) sums.set(value.currency, (sums.get(value.currency) ?? 0) + value.amount_minor);
  return {
    people: waiting.reduce((sum, { people }) => sum + people, 0),
    parties: waiting.length,
    money: [...sums].map(([currency, amount]) => ({ currency: currency as Currency, amount })),
  };
}

/** The waiting list of a night as a sheet. Refusals as `nightList`. */
export async function listSheet(ctx: Context, departureId: string) {
  const list = await nightList(ctx, departureId);
  if (!list.ok) return list;
  const { t } = await i18nFor(ctx.locale);
  const columns: Column<ListedEntry>[] = [
    [t("waiting-admin.csv.name"), ({ name }) => name],
    [t("waiting-admin.csv.email"), ({ email }) => email],
    [t("waiting-admin.csv.people"), ({ people }) => people],
    [t("waiting-admin.csv.language"), ({ language }) => t(`waiting-admin.language.${language === "es" ? "es" : "en"}`)],
    [t("waiting-admin.csv.asked"), (entry) => momentCell(new Date(entry.asked_at), list.zone ?? HOME_ZONE)],
    [t("waiting-admin.csv.state"), ({ state }) => t(`waiting-admin.state.${state}`)],
    [t("waiting-admin.csv.value"), ({ value }) => moneyCell(value.amount_minor)],
    [t("waiting-admin.csv.currency"), ({ value }) => value.currency],
  ];
  return ok({ sheet: sheetOf(columns, [list.entries]), name: `waiting-list-${list.night.date}.csv` });
}
