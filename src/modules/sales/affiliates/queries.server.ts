import { CODE } from "#src/modules/sales/affiliates/rules/capture.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { randomUUID } from "node:crypto";
import { isUuid } from "#src/kernel/codes.ts";
import { dateIn, HOME_ZONE, instantOf } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { partnerFormOf } from "#src/modules/sales/affiliates/rules/partner-values.ts";
import { bankOf, lastFour } from "#src/modules/sales/affiliates/rules/payout.ts";
import { partnerById, partnerCities } from "#src/modules/sales/affiliates/store/partner-admin.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { PIXEL_HOSTS } from "#src/modules/sales/affiliates/rules/pixel.ts";
import { activeCode, type PartnerChoice, partnerChoices } from "#src/modules/sales/affiliates/store/partners.server.ts";
import { daysOf, newQrId, type Period, type Target, targetsOf } from "#src/modules/sales/affiliates/rules/qr-code.ts";
import type { ListedQrCode, QrCode } from "#src/modules/sales/affiliates/schema.ts";
import type { QrFilter } from "#src/modules/sales/affiliates/rules/qr-list.ts";
import {
  listedQrCodes,
  qrCode,
  qrCodesOfPartner,
  scansByDay,
} from "#src/modules/sales/affiliates/store/qr-codes.server.ts";
export { partnerNames } from "#src/modules/sales/affiliates/store/partners.server.ts";
export { visitsIn } from "#src/modules/sales/affiliates/store/visit-months.server.ts";
import { partnerSites, widgetReports } from "#src/modules/sales/affiliates/store/widgets.server.ts";
import { listCities, listCrawls } from "#src/modules/site/catalog/queries.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The operator's advertising pixel id; null if there is none. Anyone may read it. */
export const pixelId = async (ctx: Pick<Context, "db">): Promise<string | null> => (await appSettings(ctx)).fbPixelId;

/** Partners to choose from, those switched off last; the caller checks permissions. */
export const listPartnerChoices = (ctx: Pick<Context, "db">): Promise<PartnerChoice[]> => partnerChoices(ctx.db);

/** A typed partner code as its active partner writes it, with spaces for dashes too; null where it is none. Anyone may ask. */
export async function partnerCode(ctx: Pick<Context, "db">, typed: string): Promise<string | null> {
  const code = typed.trim().replaceAll(/\s+/g, "-");
  return CODE.test(code) ? activeCode(ctx.db, code) : null;
}

/** Hosts that a page's CSP must allow besides our own: none without a pixel, or while the settings can't be read. */
export const pixelHosts = async (ctx: Pick<Context, "db">): Promise<readonly string[]> =>
  (await pixelId(ctx).catch(() => null)) === null ? [] : PIXEL_HOSTS;

/** What a new partner's form needs: the id under which it is added, and the choices. Refusal: forbidden {missing}. */
export async function partnerToAdd(ctx: Context) {
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" });
  const cities = named(ctx, await partnerCities(ctx.db));
  return ok({ id: randomUUID(), cities, mayPay: can(ctx.actor, "payments.change") });
}

/**
 * A partner for its form; where it is paid only for whoever has `payments.change`, else its last four characters. Refusals: forbidden {missing}, partner_not_found.
 */
export async function openPartner(ctx: Context, id: string) {
  if (!can(ctx.actor, "affiliates.read")) return fail("forbidden", { missing: "affiliates.read" });
  const row = isUuid(id) ? await partnerById(ctx.db, id) : undefined;
  if (!row) return fail("partner_not_found");
  const mayPay = can(ctx.actor, "payments.change");
  return ok({
    partner: {
      id,
      version: row.version,
      isActive: row.is_active,
      values: partnerFormOf(row, mayPay),
      account: { clabe: lastFour(row.clabe), rfc: lastFour(row.rfc), bank: row.clabe && bankOf(row.clabe) },
    },
    cities: named(ctx, await partnerCities(ctx.db)),
    mayChange: can(ctx.actor, "affiliates.change"),
    mayPay,
  });
}

const named = (ctx: Context, cities: readonly { id: string; name: string; name_es: string | null }[]) =>
  cities.map(({ id, name, name_es }) => ({ id, name: inLocale(ctx.locale, name, name_es) }));

/** The pages that a QR code may lead to, in the reader's language. */
export async function chosenTargets(ctx: Context): Promise<Target[]> {
  const [cities, crawls] = await Promise.all([listCities(ctx), listCrawls(ctx)]);
  return targetsOf(cities, crawls);
}

type QrRow = Omit<QrCode, "address">;

/** A code as it is shown, with the address that is printed. */
const toQrCode = (ctx: Pick<Context, "origin">, row: QrRow): QrCode => ({
  id: row.id,
  address: `${ctx.origin}/q/${row.id}`,
  partner_id: row.partner_id,
  partner: row.partner,
  campaign: row.campaign,
  placement: row.placement,
  target: row.target,
  foreground: row.foreground,
  background: row.background,
  is_active: row.is_active,
  version: row.version,
});

/** Since when a period counts, and whether trial bookings do: only where all of them are. */
function countedIn(ctx: Context, days: Period) {
  const today = dateIn(ctx.now, HOME_ZONE);
  const first = Temporal.PlainDate.from(today)
    .subtract({ days: days - 1 })
    .toString();
  return { today, from: instantOf(first, "00:00", HOME_ZONE), test: practises(ctx) };
}

const QR_PAGE = 50;
const NOBODY = { booked: 0, came: 0 };

/** A page of the QR codes with what came of them in a period. Refusal: forbidden {missing}. */
export async function listQrCodes(ctx: Context, { partner, days, page }: QrFilter) {
  if (!can(ctx.actor, "affiliates.read")) return fail("forbidden", { missing: "affiliates.read" });
  const { from, test } = countedIn(ctx, days);
  const [rows, partners, targets] = await Promise.all([
    listedQrCodes(ctx.db, { from, partner, offset: (page - 1) * QR_PAGE, limit: QR_PAGE }),
    listPartnerChoices(ctx),
    chosenTargets(ctx),
  ]);
  const people = await ctx.ask.peopleOfCodes(
    ctx.db,
    rows.map(({ id }) => id),
    { from, test },
  );
  const codes: ListedQrCode[] = rows.map((row) => ({
    ...toQrCode(ctx, row),
    scans: row.scans,
    ...(people.get(row.id) ?? NOBODY),
  }));
  const mayChange = can(ctx.actor, "affiliates.change");
  return ok({ codes, total: rows[0]?.total ?? 0, size: QR_PAGE, partners, targets, mayChange });
}

/** A QR code for its page, with its scans by day. Refusals: forbidden {missing}, qr_code_not_found. */
export async function openQrCode(ctx: Context, id: string, days: Period) {
  if (!can(ctx.actor, "affiliates.read")) return fail("forbidden", { missing: "affiliates.read" });
  const { today, from, test } = countedIn(ctx, days);
  const [row, scans, people, partners, targets] = await Promise.all([
    qrCode(ctx.db, id),
    scansByDay(ctx.db, id, from),
    ctx.ask.peopleOfCodes(ctx.db, [id], { from, test }),
    listPartnerChoices(ctx),
    chosenTargets(ctx),
  ]);
  if (!row) return fail("qr_code_not_found");
  const counted = { scans: daysOf(today, days, scans), ...(people.get(id) ?? NOBODY) };
  return ok({ code: toQrCode(ctx, row), counted, partners, targets, mayChange: can(ctx.actor, "affiliates.change") });
}

/** What the form of a new QR code needs: its id, which makes sending it twice harmless, and what to choose from. Refusal: forbidden {missing}. */
export async function qrCodeToAdd(ctx: Context) {
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" });
  const [partners, targets] = await Promise.all([listPartnerChoices(ctx), chosenTargets(ctx)]);
  return ok({ id: newQrId(), partners: partners.filter(({ is_active }) => is_active), targets });
}

/** A partner's QR codes, those in use first, for the partner's own page; the caller checks who asks. */
export const qrCodesOf = async (ctx: Pick<Context, "db" | "origin">, partnerId: string): Promise<QrCode[]> =>
  (await qrCodesOfPartner(ctx.db, partnerId)).map((row) => toQrCode(ctx, row));

/** A QR code by its id; null without one. The caller checks who asks. */
export async function findQrCode(ctx: Pick<Context, "db" | "origin">, id: string): Promise<QrCode | null> {
  const row = await qrCode(ctx.db, id);
  return row ? toQrCode(ctx, row) : null;
}

/** How long a report of a widget is shown, in days. */
const REPORTED_DAYS = 30;

/** A partner's widget for staff: its sites, and where else it was seen in 30 days. Refusals: forbidden {missing}, partner_not_found. */
export async function openPartnerWidget(ctx: Context, partnerId: string) {
  if (!can(ctx.actor, "affiliates.read")) return fail("forbidden", { missing: "affiliates.read" });
  const since = Temporal.PlainDate.from(dateIn(ctx.now, HOME_ZONE)).subtract({ days: REPORTED_DAYS }).toString();
  const [row, page] = isUuid(partnerId)
    ? await Promise.all([partnerSites(ctx.db, partnerId), widgetReports(ctx.db, partnerId, since)])
    : [];
  if (!row) return fail("partner_not_found");
  const { widget_origins: origins, widget_ignored: ignored, ...partner } = row;
  const hidden = [...origins, ...ignored];
  const reports = (page ?? []).filter(({ origin }) => !hidden.includes(origin));
  return ok({ partner, origins, reports, mayChange: can(ctx.actor, "affiliates.change") });
}
