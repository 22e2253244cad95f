import { pageOf, rowsOf } from "#src/kernel/page-of.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { createHash } from "node:crypto";
import { dateIn } from "#src/kernel/local-time.ts";
import { isUuid } from "#src/kernel/codes.ts";
import { inLocale, type Locale, localizedPath } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { revokedSince } from "#src/modules/evening/door/limit-handover.server.ts";
import { guestState } from "#src/modules/evening/door/rules/guest-state.ts";
import { CLOCK_OFF_MS } from "#src/modules/evening/door/rules/entry.ts";
import { codeIn, isAddress, numberIn, restOf } from "#src/modules/evening/door/rules/guest-list.ts";
import { isStillAllowed } from "#src/modules/evening/door/rules/device.ts";
import { sayWalkIn } from "#src/modules/evening/door/rules/walk-in.ts";
import type {
  DoorAlert,
  DoorDevice,
  DoorGuest,
  DoorList,
  DoorTicket,
  Entry,
  FoundBooking,
} from "#src/modules/evening/door/schema.ts";
import { alertRows } from "#src/modules/evening/door/store/alerts.server.ts";
import { deviceRows, deviceWithHash, storedDevices } from "#src/modules/evening/door/store/devices.server.ts";
import { openEntries } from "#src/modules/evening/door/store/events.server.ts";
import {
  bookingRow,
  bookingsBy,
  type FoundRow,
  isCodeOfOurs,
  type GuestRow,
  guestsOf,
  nightsOn,
  versionOf,
} from "#src/modules/evening/door/store/list.server.ts";
import { nightsAccepted, nightsReached } from "#src/modules/evening/guides/queries.server.ts";
import { staffAtWork } from "#src/modules/base/identity/queries.server.ts";
import { can, readable } from "#src/modules/base/identity/rules/permissions.ts";
import { nightsAround } from "#src/modules/sales/schedule/rules/tonight.ts";
import { publicKeys } from "#src/modules/evening/tickets/queries.server.ts";
import { isReplaced } from "#src/modules/evening/tickets/rules/ticket.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Limit, mayUse, secondsLeft } from "#src/platform/rate-limit.server.ts";
import { hashToken, sign } from "#src/platform/secrets.server.ts";

const HOUR = 3_600_000;

export { CAME } from "#src/modules/evening/door/store/events.server.ts";

/**
 * The device that a secret opens, with its owner as an actor, who may be nobody by now; `revokedAt`: since when it counts no more.
 * Null when there is none.
 */
export async function deviceBySecret(ctx: Context, secret: string | null) {
  const device = secret === null ? undefined : await deviceWithHash(ctx.db, hashToken(secret));
  if (!device) return null;
  const { id, user_id: userId } = device;
  const owner = await staffAtWork(ctx, userId, ctx.actor.address);
  return { id, userId, owner, revokedAt: await revokedSince(ctx, device, can(owner, "checkins.record")) };
}

/** Every date that is yesterday, today or tomorrow in any time zone, and the one before. */
const datesAround = (now: Date): string[] => [
  ...new Set([-60, -48, -36, -24, -12, 0, 12, 24, 38].map((hours) => dateIn(new Date(+now + hours * HOUR), "UTC"))),
];

/** Differs once the guest lists should be loaded again. The caller must check access. */
export const listVersion = (ctx: Pick<Context, "pool" | "now">) => versionOf(ctx.pool, datesAround(ctx.now));

/** Tonight's nights and those beside it that the caller's role reaches. What is tonight doesn't depend on who asks. */
async function nightsHere(ctx: Pick<Context, "db" | "pool" | "now" | "actor">) {
  const nights = nightsAround(await nightsOn(ctx.pool, datesAround(ctx.now), ctx.now), ctx.now);
  return nightsReached(ctx, nights);
}

/** Tonight's departures that the caller's role reaches, those cancelled excluded. The caller must check access. */
export async function tonightsNights(ctx: Pick<Context, "db" | "pool" | "now" | "actor">) {
  const nights = await nightsHere(ctx);
  return nights.filter(({ tonight, status, ends_at }) => tonight && status !== "cancelled" && ends_at > ctx.now);
}

/** How long somebody who didn't pay stays on the list, so that they are found at the door. */
const LAPSED_FOR_MS = 24 * HOUR;

/**
 * The guest lists of tonight and the nights before and after it, in the page's language, with what a phone needs to check tickets
 * by itself: names, party size, language and notes, no addresses and no money (rule door-6). Needs `checkins.record`. Refusal:
 * forbidden.
 */
export async function guestList(ctx: Context) {
  if (!can(ctx.actor, "checkins.record")) return fail("forbidden", { missing: "checkins.record" as const });
  const version = await listVersion(ctx);
  const nights = await nightsHere(ctx);
  const ids = nights.map(({ id }) => id);
  const guests = await guestsOf(ctx.pool, ids, new Date(+ctx.now - LAPSED_FOR_MS));
  const tickets = guests.flatMap((guest) => guest.tickets.map(({ id }) => id));
  const [entries, keys, own] = await Promise.all([
    openEntries(ctx.pool, tickets),
    publicKeys(ctx),
    nightsAccepted(ctx, ids),
  ]);
  const salt = sign(ctx.secret, "door-list", dateIn(ctx.now, "UTC")).slice(0, 22);
  const parties = Map.groupBy(guests, ({ departure_id }) => departure_id);
  const isReal = !practises(ctx);
  const saying = { now: ctx.now, salt, entries, isReal, say: await sayingWalkIns(ctx.locale) };
  const list: DoorList = {
    version,
    now: ctx.now.toISOString(),
    salt,
    keys,
    departures: nights.map((night) => ({
      id: night.id,
      title: inLocale(ctx.locale, night.title, night.title_es),
      city: inLocale(ctx.locale, night.city, night.city_es),
      date: night.date,
      start: night.start.slice(0, 5),
      starts_at: night.starts_at.toISOString(),
      ends_at: night.ends_at.toISOString(),
      zone: night.zone,
      cancelled: night.status === "cancelled",
      total: night.total,
      free: night.free,
      on_sale_until: night.on_sale_until?.toISOString() ?? null,
      tonight: night.tonight,
      ...(own.has(night.id) ? { own: true as const } : {}),
      guests: (parties.get(night.id) ?? []).map((row) => guestOf(row, saying)),
    })),
  };
  return ok({ list, etag: etagOf(list) });
}

/** Differs once anything on the list does, entries included; the time of asking is nothing on it. */
const etagOf = (list: DoorList): string =>
  `"${createHash("sha256")
    .update(JSON.stringify({ ...list, now: "" }))
    .digest("base64url")
    .slice(0, 22)}"`;

type Saying = {
  now: Date;
  salt: string;
  entries: ReadonlyMap<string, Entry>;
  /** whether the business sells for real */
  isReal: boolean;
  say: (name: string) => string;
};

/** Says the name of who gave none in the reader's language: it was written down in the seller's. For other modules too. */
export async function sayingWalkIns(locale: Locale): Promise<(name: string) => string> {
  const [en, es, own] = await Promise.all(
    (["en", "es", locale] as const).map(async (one) => (await i18nFor(one)).t("till.walkIn")),
  );
  return (name) => sayWalkIn(name, [en!, es!], own!);
}

function guestOf(row: GuestRow, { now, salt, entries, isReal, say }: Saying): DoorGuest {
  const state = guestState(row, now);
  const rest = restOf(row.phone);
  const until =
    state === "confirmed"
      ? null
      : state === "pending"
        ? row.hold_expires_at
        : (row.cancelled_at ?? row.hold_expires_at);
  return {
    id: row.id,
    reference: row.reference,
    name: say(`${row.first_name} ${row.last_name}`.trim()),
    people: row.people,
    language: row.language,
    note: row.note,
    state,
    ...(row.test ? { practice: isReal ? ("invalid" as const) : ("valid" as const) } : {}),
    ...(until ? { until: until.toISOString() } : {}),
    mail: mailHash(salt, row.email),
    ...(rest === null ? {} : { rest }),
    tickets: row.tickets.map(({ name, ...ticket }) =>
      ticketOf({ ...ticket, name: say(name) }, state, entries.get(ticket.id)),
    ),
  };
}

function ticketOf(
  { id, position, code, name, status }: GuestRow["tickets"][number],
  state: DoorGuest["state"],
  entry?: Entry,
) {
  const ticket: DoorTicket = { id, code, name };
  // all tickets of a cancelled booking are void, which its state says better
  if (status === "void" && state === "confirmed") {
    ticket.void = true;
    if (isReplaced({ position })) ticket.replaced = true;
  }
  if (entry) ticket.in = entry;
  return ticket;
}

/** The first 6 bytes (base64url) of an address's hash: enough to find its booking, too few to tell it from others. */
const mailHash = (salt: string, email: string): string =>
  email === ""
    ? ""
    : createHash("sha256")
        .update(salt + email.trim().toLowerCase())
        .digest()
        .subarray(0, 6)
        .toString("base64url");

const MOST_FOUND = 10;
/** With those of cities that aren't the caller's, which aren't told. */
const MOST_READ = 50;

// as many guests as come to several doors at once, but no walk through an address book
const FINDS: Limit = { max: 60, seconds: 600 };
const DAY_MS = 24 * HOUR;

/**
 * The bookings of nights near by their reference, a ticket's code, their whole email address or phone number, which aren't told: from those that
 * have just ended to those in four weeks, with their notes only where the phone's list has them too. Of a code of ours that is of
 * no such night only that is told (`elsewhere`). Needs `checkins.record`. Refusals: forbidden {missing}, too_many_attempts {retry_after}.
 */
export async function findGuest(ctx: Context, words: string) {
  if (!can(ctx.actor, "checkins.record")) return fail("forbidden", { missing: "checkins.record" as const });
  if (!(await mayUse(ctx.pool, [`door-find:${ctx.actor.userId}`], FINDS, ctx.now)))
    return fail("too_many_attempts", { retry_after: secondsLeft(FINDS, ctx.now) });
  const search = words.trim().slice(0, 320);
  const number = numberIn(search);
  const by = isAddress(search)
    ? { email: search.toLowerCase() }
    : number === null
      ? { code: codeIn(search) }
      : { number };
  const span = { from: new Date(+ctx.now - 1.5 * DAY_MS), to: new Date(+ctx.now + 28 * DAY_MS) };
  const [rows, near] = await Promise.all([bookingsBy(ctx.pool, by, { ...span, most: MOST_READ }), nightsHere(ctx)]);
  const listed = new Set(near.map(({ id }) => id));
  const found = (await ofNightsReached(ctx, rows))
    .slice(0, MOST_FOUND)
    .map((row) => foundBooking(listed.has(row.departure_id) ? row : { ...row, note: "" }, ctx));
  // whoever shows it is no cheat: it is only of another time
  const isOurs = found.length === 0 && by.code !== undefined && (await isCodeOfOurs(ctx.pool, by.code));
  return ok({ found, ...(isOurs ? { elsewhere: true as const } : {}) });
}

/** Those of some bookings whose nights the caller's role reaches. */
async function ofNightsReached(ctx: Pick<Context, "db" | "actor">, rows: readonly FoundRow[]): Promise<FoundRow[]> {
  const nights = await nightsReached(
    ctx,
    rows.map(({ departure_id: id, city_id }) => ({ id, city_id })),
  );
  return rows.filter(({ departure_id: id }) => nights.some((night) => night.id === id));
}

function foundBooking(row: FoundRow, { now, locale }: Context): FoundBooking {
  const { id, reference, people, language, note, departure_id, date } = row;
  return {
    id,
    reference,
    name: `${row.first_name} ${row.last_name}`.trim(),
    people,
    language,
    note,
    state: guestState(row, now),
    departure: {
      id: departure_id,
      title: inLocale(locale, row.title, row.title_es),
      city: inLocale(locale, row.city, row.city_es),
      date,
      start: row.start.slice(0, 5),
    },
  };
}

/**
 * Where a guest without a place pays on their own phone: their booking's page while its hold lives, which shows strangers only
 * what is to be paid, else the checkout of tonight (`departure`, or without one the first that is free) while guests can still book it.
 * Needs `checkins.record`. Refusals: forbidden, booking_not_found, nothing_to_pay (it is confirmed, or nothing is free or on sale there).
 */
export async function payLink(ctx: Context, { booking, departure }: { booking: string; departure: string | null }) {
  if (!can(ctx.actor, "checkins.record")) return fail("forbidden", { missing: "checkins.record" as const });
  const record = isUuid(booking) ? await bookingRow(ctx.pool, booking) : undefined;
  const [row] = record ? await ofNightsReached(ctx, [record]) : [];
  if (!row) return fail("booking_not_found");
  const state = guestState(row, ctx.now);
  const url = (path: string) => ctx.settings.BASE_URL + localizedPath(path, row.language);
  if (state === "confirmed") return fail("nothing_to_pay");
  if (state === "pending") return ok({ url: url(`/booking-confirmation/${row.id}`) });
  const nights = await tonightsNights(ctx);
  const open = nights.filter(({ free, on_sale_until: until }) => free > 0 && until !== null && until > ctx.now);
  const night =
    departure === null
      ? (open.find(({ crawl_id }) => crawl_id === row.crawl_id) ?? open[0])
      : open.find(({ id }) => id === departure);
  return night ? ok({ url: url(`/checkout?departure=${night.id}`) }) : fail("nothing_to_pay");
}

/** Phones, or entries to look at, on a page. */
const PAGE = 50;

/** The phones of the door: one's own, or everybody's with `users.read`. Needs `checkins.record`. Refusal: forbidden. */
export async function doorDevices(ctx: Context, page = 1) {
  const { actor, settings } = ctx;
  if (!can(actor, "checkins.record")) return fail("forbidden", { missing: "checkins.record" as const });
  const seesAll = can(actor, "users.read");
  const read = await deviceRows(ctx.db, seesAll ? null : actor.userId, rowsOf(page, PAGE));
  const { rows, isMore } = pageOf(read, PAGE);
  const devices = rows.map((row): DoorDevice => {
    const counts = isStillAllowed(row, settings);
    return {
      id: row.id,
      name: row.name,
      owner: row.owner,
      isOwn: row.user_id === actor.userId,
      since: row.created_at.toISOString(),
      seen: row.seen_at.toISOString(),
      clock: Math.abs(row.clock_ahead_ms) < CLOCK_OFF_MS ? 0 : Math.round(row.clock_ahead_ms / 60_000),
      revoked: row.revoked_at?.toISOString() ?? (counts ? null : ""),
      places: row.places ?? 0,
    };
  });
  return ok({ devices, seesAll, isMore });
}

/** Entries that nobody has looked at yet: double ones, and those against what the booking says. Needs `bookings.read`. Refusal: forbidden. */
export async function doorAlerts(ctx: Context, page = 1) {
  if (!can(ctx.actor, "bookings.read")) return fail("forbidden", { missing: "bookings.read" as const });
  const { rows, isMore } = pageOf(await alertRows(ctx.db, rowsOf(page, PAGE), readable(ctx.actor)), PAGE);
  const alerts = rows.map((row): DoorAlert => {
    const { id, concern, guest, reference, booking_id, zone, by, device, date, start, first_at } = row;
    return {
      id,
      concern,
      guest,
      reference,
      booking_id,
      night: { title: inLocale(ctx.locale, row.title, row.title_es), date, start: start.slice(0, 5) },
      zone,
      at: row.at.toISOString(),
      by,
      device,
      first: first_at && { at: first_at.toISOString(), by: row.first_by ?? "", device: row.first_device ?? "" },
    };
  });
  return ok({ alerts, isMore });
}

/** What is stored of somebody's phones at the door. For the owner's data export; checks no access. */
export const storedPhones = (ctx: Pick<Context, "db">, userId: string) => storedDevices(ctx.db, userId);
