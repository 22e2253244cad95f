import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { clockIn, hours, longDate } from "#src/kernel/local-time.ts";
import { ok } from "#src/kernel/result.ts";
import { type Column, moneyCell, sheetOf } from "#src/kernel/sheet.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { drawnPaper } from "#src/modules/site/media/keep-papers.server.ts";
import type { PaperList } from "#src/modules/office/night/draw-list.server.ts";
import { readNight } from "#src/modules/office/night/queries.server.ts";
import { guestState } from "#src/modules/office/night/rules/guest-list.ts";
import type { Guest, Night, Party } from "#src/modules/office/night/schema.ts";
import { type BookingRow, bookingRows } from "#src/modules/office/night/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const confirmedOf = ({ parties }: Night): Party[] => parties.filter(({ state }) => state === "confirmed");
const fileOf = ({ date, start, id }: Night, ending: string) =>
  `night-${date}-${start.replace(":", "")}-${id.slice(-4)}.${ending}`;

const personOf = (t: Text, party: Party, guest: Guest): string =>
  guest.name || (guest.position === 1 ? party.name : "") || t("night.guest", { n: guest.position });

/**
 * The guest list of a night on A4 paper, in the page's language: names, party sizes, languages, notes and ticket codes, which is
 * what a guide may see. Refusals: forbidden {missing}, departure_not_found.
 */
export async function printList(ctx: Context, id: string) {
  const snapshot = await readNight(ctx, id);
  if (!snapshot.ok) return snapshot;
  const { night } = snapshot;
  const [{ t }, { brand }] = await Promise.all([i18nFor(ctx.locale), appSettings(ctx)]);
  const parties = confirmedOf(night);
  const list: PaperList = {
    title: `${night.title}, ${night.date} · ${brand}`,
    heading: night.title,
    lines: [
      `${longDate(night.date, ctx.locale)}, ${hours(night.start, night.end, ctx.locale)}, ${night.city}`,
      t("night.paper.count", {
        people: night.seats.booked,
        parties: parties.length,
        time: clockIn(ctx.now, night.zone),
      }),
    ],
    empty: t("night.empty"),
    page: t("night.paper.page", { n: "{n}", of: "{of}" }),
    parties: parties.map((party) => ({
      name: party.name || t("night.noName"),
      people: `${t("night.people", { count: party.people })} · ${t(`night.language.${party.language}`)}`,
      note: party.note,
      guests: party.guests.map((guest) => ({
        name: personOf(t, party, guest),
        code: guest.code,
        isIn: guest.entry !== null,
      })),
    })),
  };
  return ok({ content: await drawnPaper("list", list), name: fileOf(night, "pdf") });
}

/** A guest as a row of the file; `booking` only for whoever may read bookings. */
type ListedGuest = { party: Party; guest: Guest; booking: BookingRow | undefined };

/**
 * The same as a sheet with a row per guest; contact and money are in it only for whoever may read bookings. Refusals: forbidden
 * {missing}, departure_not_found.
 */
export async function writeList(ctx: Context, id: string) {
  const snapshot = await readNight(ctx, id);
  if (!snapshot.ok) return snapshot;
  const { night } = snapshot;
  const { t } = await i18nFor(ctx.locale);
  const seesBookings = can(ctx.actor, "bookings.read");
  const bookings = new Map((seesBookings ? await bookingRows(ctx.db, id) : []).map((one) => [one.id, one]));
  const guests = confirmedOf(night).flatMap((party) =>
    party.guests.map((guest): ListedGuest => ({ party, guest, booking: bookings.get(party.id) })),
  );
  const columns = [...guestColumns(t, night), ...(seesBookings ? bookingColumns(t) : [])];
  return ok({ sheet: sheetOf(columns, [guests]), name: fileOf(night, "csv") });
}

const guestColumns = (t: Text, night: Night): Column<ListedGuest>[] => [
  [t("night.csv.party"), ({ party }) => party.name],
  [t("night.csv.guest"), ({ party, guest }) => personOf(t, party, guest)],
  [t("night.csv.code"), ({ guest }) => guest.code],
  [t("night.csv.people"), ({ party }) => party.people],
  [t("night.csv.language"), ({ party }) => t(`night.language.${party.language}`)],
  [t("night.csv.note"), ({ party }) => party.note],
  [t("night.csv.state"), ({ party, guest }) => t(`night.state.${guestState(guest, party, night.phase.is === "over")}`)],
  [t("night.csv.entered"), ({ guest: { entry } }) => (entry ? clockIn(new Date(entry.at), night.zone) : "")],
  [t("night.csv.by"), ({ guest }) => guest.entry?.by ?? ""],
];

const bookingColumns = (t: Text): Column<ListedGuest>[] => [
  [t("night.csv.reference"), ({ booking }) => booking?.reference ?? null],
  [t("night.csv.email"), ({ booking }) => booking?.email ?? null],
  [t("night.csv.phone"), ({ booking }) => booking?.phone ?? null],
  [t("night.csv.total"), ({ booking }) => moneyCell(booking?.total ?? null)],
  [t("night.csv.owed"), ({ booking }) => moneyCell(booking?.owed ?? null)],
  [t("night.csv.currency"), ({ booking }) => booking?.currency ?? null],
];
