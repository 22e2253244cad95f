import { isUuid } from "#src/kernel/codes.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { unseenHere } from "#src/modules/site/catalog/queries.server.ts";
import { sayingWalkIns } from "#src/modules/evening/door/queries.server.ts";
import { mayOpenNight, nightsAccepted } from "#src/modules/evening/guides/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { isTimeToCall } from "#src/modules/office/night/rules/call.ts";
import { insideOf, undoableFor } from "#src/modules/office/night/rules/guest-list.ts";
import { moneyOf } from "#src/modules/office/night/rules/money.ts";
import { phaseOf } from "#src/modules/office/night/rules/phase.ts";
import type { Guest, Night, NightEmails, Party } from "#src/modules/office/night/schema.ts";
import {
  alertRows,
  type BookingRow,
  bookingRows,
  emailRows,
  type GuestRow,
  guestRows,
  moneyRows,
  nightRow,
  type PartyRow,
  partyRows,
} from "#src/modules/office/night/store.server.ts";
import { LOG_STATES, logStateOf } from "#src/modules/mail/notifications/rules/email-log.ts";
import { groupsOfNight } from "#src/modules/changes/groups/queries.server.ts";
import { tablesOf } from "#src/modules/sales/booking/read-table.server.ts";
import { readableCode } from "#src/modules/evening/tickets/rules/ticket.ts";
import type { Context } from "#src/platform/context.server.ts";

type Refusal = (Failure<"forbidden"> & { missing: "manifest.read" | "schedule.read" }) | Failure<"departure_not_found">;

const WEEK_MS = 7 * 86_400_000;

/**
 * A night with its guests, which a guide sees of tonight, of the dates beside it and of what they have accepted (`mayOpenNight`).
 * Needs `manifest.read`, which shows the confirmed parties: names, sizes, languages and notes; other bookings, references, phones
 * and what is owed are read only for `bookings.read` (whose night it is asks for one phone at a time, `revealPhone`), money for `payments.read`, emails for `emails.read`. Refusals: forbidden
 * {missing}, departure_not_found.
 */
export async function readNight(ctx: Context, id: string): Promise<Ok<{ night: Night }> | Refusal> {
  if (!can(ctx.actor, "manifest.read")) return fail("forbidden", { missing: "manifest.read" as const });
  const row = isUuid(id) ? await nightRow(ctx.db, id, ctx.now) : undefined;
  if (!row) return fail("departure_not_found");
  if (!(await mayOpenNight(ctx, row.id))) return fail("forbidden", { missing: "schedule.read" as const });
  const [readsBookings, readsMoney, readsEmails] = [
    can(ctx.actor, "bookings.read"),
    can(ctx.actor, "payments.read"),
    can(ctx.actor, "emails.read"),
  ];
  // practice payments count only with the demo data, where there are no others
  const tests = ctx.settings.RONDA_SEED === "demo";
  const mayCall = !readsBookings && isTimeToCall(row, ctx.now) && (await nightsAccepted(ctx, [row.id])).has(row.id);
  const [partyList, guests, bookings, money, emails, alerts] = await Promise.all([
    partyRows(ctx.db, id, { now: ctx.now, all: readsBookings }),
    guestRows(ctx.db, id),
    readsBookings || readsMoney ? bookingRows(ctx.db, id) : [],
    readsMoney ? moneyRows(ctx.db, id, tests) : null,
    readsEmails ? emailRows(ctx.db, id) : null,
    alertRows(ctx.db, id),
  ]);
  const parties = partiesOf(
    { now: ctx.now, say: await sayingWalkIns(ctx.locale) },
    partyList,
    guests,
    readsBookings ? bookings : null,
  );
  const confirmed = parties.filter(({ state }) => state === "confirmed");
  const booked = confirmed.reduce((sum, { people }) => sum + people, 0);
  const inside = confirmed.reduce((sum, party) => sum + insideOf(party), 0);
  const since = +ctx.now - WEEK_MS;
  const lately = partyList.filter(({ status, confirmed_at: at }) => status === "confirmed" && at && +at > since);
  const owing = bookings.filter(
    (booking) => confirmed.some((party) => party.id === booking.id) && (tests || !booking.test),
  );
  const title = inLocale(ctx.locale, row.title, row.title_es);
  const unseen = can(ctx.actor, "schedule.read") ? unseenHere(ctx, row) : null;
  return ok({
    night: {
      at: ctx.now.toISOString(),
      id: row.id,
      crawlId: row.crawl_id,
      title,
      unseen: unseen && { id: row.crawl_id, city_id: row.city_id, title, unseen },
      colour: row.colour,
      city: inLocale(ctx.locale, row.city, row.city_es),
      zone: row.zone,
      date: row.date,
      start: row.start_time,
      end: row.end_time,
      startsAt: row.starts_at.toISOString(),
      endsAt: row.ends_at.toISOString(),
      phase: phaseOf(row, ctx.now),
      seats: {
        total: row.total,
        inside,
        booked,
        held: row.held,
        free: Math.max(0, row.total - booked - row.held),
      },
      tables: readsBookings ? (await tablesOf(ctx, id)).filter(({ is_open: isOpen }) => isOpen) : null,
      groups: readsBookings ? await groupsOfNight(ctx, id) : null,
      previous: row.previous,
      next: row.next,
      sales: {
        bookings: confirmed.length,
        people: booked,
        lately: lately.reduce((sum, { people }) => sum + people, 0),
      },
      parties,
      alerts: alerts.map(({ at, booking_id: bookingId, ...alert }) => ({
        ...alert,
        at: at.toISOString(),
        bookingId: readsBookings ? bookingId : null,
      })),
      emails: emails && emailsOf(emails),
      money:
        money &&
        moneyOf(
          money,
          owing.map(({ currency, owed: amount }) => ({ currency, amount })),
        ),
      may: {
        checkIn: can(ctx.actor, "checkins.record") && row.status === "scheduled",
        readBookings: readsBookings,
        call: mayCall,
        sell: can(ctx.actor, "sales.door"),
        book: can(ctx.actor, "bookings.change"),
        write: can(ctx.actor, "bookings.change"),
        readSchedule: can(ctx.actor, "schedule.read"),
        cancel: can(ctx.actor, "schedule.change"),
        readEmails: readsEmails,
      },
    },
  });
}

function partiesOf(
  { now, say }: { now: Date; say: (name: string) => string },
  rows: readonly PartyRow[],
  guests: readonly GuestRow[],
  bookings: readonly BookingRow[] | null,
): Party[] {
  const guestsOf = Map.groupBy(guests, ({ booking_id: of }) => of);
  const bookingOf = new Map((bookings ?? []).map((booking) => [booking.id, booking]));
  return rows.map((row, index) => ({
    undoableMs: undoableFor((guestsOf.get(row.id) ?? []).map(shownGuest), now),
    id: bookings ? row.id : (guestsOf.get(row.id)?.[0]?.id ?? String(index)),
    name: say(row.name),
    people: row.people,
    language: row.language === "es" ? "es" : "en",
    note: row.note,
    state: stateOf(row, now),
    until: untilOf(row)?.toISOString() ?? null,
    noShow: row.no_show,
    wasThere: row.was_there,
    guests: (guestsOf.get(row.id) ?? []).map((guest) => shownGuest({ ...guest, name: say(guest.name) })),
    booking: shownBooking(bookingOf.get(row.id)),
  }));
}

function stateOf({ status, kept_for: keptFor, voucher_until: voucher }: PartyRow, now: Date): Party["state"] {
  if (status === "confirmed" || status === "cancelled") return status;
  if (keptFor === "bank" || keptFor === "by_hand") return keptFor;
  return voucher && voucher > now ? "voucher" : "hold";
}

const untilOf = (row: PartyRow): Date | null =>
  row.status === "pending" ? row.hold_expires_at : row.status === "cancelled" ? row.cancelled_at : null;

const shownGuest = (row: GuestRow): Guest => ({
  id: row.id,
  position: row.position,
  name: row.name,
  code: readableCode(row.code),
  entry:
    row.entry && row.at
      ? { id: row.entry, at: row.at.toISOString(), by: row.by, device: row.device, idSeen: row.id_seen }
      : null,
});

const shownBooking = (row: BookingRow | undefined): Party["booking"] =>
  row
    ? {
        reference: row.reference,
        phone: row.phone,
        owes: row.owed > 0 ? { amount: row.owed, currency: row.currency } : null,
        test: row.test,
      }
    : null;

/** The kinds of email in the order a guest gets them; others follow. */
const KINDS = ["booking_confirmation", "reminder_day_before", "reminder_today", "staff_letter", "booking_cancelled"];

function emailsOf(rows: readonly { kind: string; status: string; count: number }[]): NightEmails[] {
  const place = (kind: string) => (KINDS.indexOf(kind) + KINDS.length + 1) % (KINDS.length + 1);
  return [...Map.groupBy(rows, ({ kind }) => kind)]
    .map(([kind, of]) => ({
      kind,
      states: LOG_STATES.map((state) => ({
        state,
        count: of.reduce((sum, { status, count }) => sum + (logStateOf(status) === state ? count : 0), 0),
      })).filter(({ count }) => count > 0),
    }))
    .toSorted((a, b) => place(a.kind) - place(b.kind) || a.kind.localeCompare(b.kind));
}
