import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { clockIn, hours, longDate } from "#src/kernel/local-time.ts";
import { ok } from "#src/kernel/result.ts";
import { moneyCell, type Row, sheetOf } from "#src/kernel/sheet.ts";
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
  const seen = await readNight(ctx, id);
  if (!seen.ok) return seen;
  const { night } = seen;
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
  const file = await drawnPaper("list", list);
  return ok({ file, name: fileOf(night, "pdf") });
}

const SEEN_BY_ALL = ["party", "guest", "code", "people", "language", "note", "state", "entered", "by"] as const;
const OF_BOOKINGS = ["reference", "email", "phone", "total", "owed", "currency"] as const;

/**
 * The same as a sheet with a row per guest; contact and money are in it only for who may read bookings. Refusals: forbidden
 * {missing}, departure_not_found.
 */
export async function writeList(ctx: Context, id: string) {
  const seen = await readNight(ctx, id);
  if (!seen.ok) return seen;
  const { night } = seen;
  const { t } = await i18nFor(ctx.locale);
  const bookings = can(ctx.actor, "bookings.read")
    ? new Map((await bookingRows(ctx.db, id)).map((booking) => [booking.id, booking]))
    : null;
  const head = [...SEEN_BY_ALL, ...(bookings ? OF_BOOKINGS : [])].map((name) => t(`night.csv.${name}`));
  const rows = confirmedOf(night).flatMap((party) =>
    party.guests.map((guest): Row => [
      ...guestCells(t, night, party, guest),
      ...(bookings ? bookingCells(bookings.get(party.id)) : []),
    ]),
  );
  return ok({ sheet: sheetOf(head, rows), name: fileOf(night, "csv") });
}

function guestCells(t: Text, night: Night, party: Party, guest: Guest): Row {
  return [
    party.name,
    personOf(t, party, guest),
    guest.code,
    party.people,
    t(`night.language.${party.language}`),
    party.note,
    t(`night.state.${guestState(guest, party, night.phase.is === "over")}`),
    guest.entry ? clockIn(new Date(guest.entry.at), night.zone) : "",
    guest.entry?.by ?? "",
  ];
}

const bookingCells = (booking: BookingRow | undefined): Row =>
  booking
    ? [
        booking.reference,
        booking.email,
        booking.phone,
        moneyCell(booking.total),
        moneyCell(booking.owed),
        booking.currency,
      ]
    : OF_BOOKINGS.map(() => null);
