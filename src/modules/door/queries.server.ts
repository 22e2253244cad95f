import { createHash } from "node:crypto";
import { dateIn } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { guestState } from "#src/modules/door/rules/guest-state.ts";
import type { DoorGuest, DoorList, DoorTicket, Entry } from "#src/modules/door/schema.ts";
import { openEntries } from "#src/modules/door/store/events.server.ts";
import { type GuestRow, guestsOf, nightsOn, versionOf } from "#src/modules/door/store/list.server.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { nightsAround } from "#src/modules/schedule/rules/tonight.ts";
import { publicKeys } from "#src/modules/tickets/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

const HOUR = 3_600_000;

/** Every date that is yesterday, today or tomorrow in any time zone, and the one before. */
const datesAround = (now: Date): string[] => [
  ...new Set([-60, -48, -36, -24, -12, 0, 12, 24, 38].map((hours) => dateIn(new Date(+now + hours * HOUR), "UTC"))),
];

/** Differs once the guest lists should be loaded again. The caller must check access. */
export const listVersion = (ctx: Pick<Context, "pool" | "now">) => versionOf(ctx.pool, datesAround(ctx.now));

/** How long somebody who didn't pay stays on the list, so that they are found at the door. */
const LAPSED_FOR_MS = 24 * HOUR;

/**
 * The guest lists of tonight and the nights before and after it, in the page's language, with what a phone needs to check tickets
 * by itself: names, party size, language and notes, no addresses and no money (mechanics 10). Needs `checkins.record`. Refusal:
 * forbidden.
 */
export async function guestList(ctx: Context) {
  if (!can(ctx.actor, "checkins.record")) return fail("forbidden", { missing: "checkins.record" as const });
  const version = await listVersion(ctx);
  const nights = nightsAround(await nightsOn(ctx.pool, datesAround(ctx.now), ctx.now), ctx.now);
  const ids = nights.map(({ id }) => id);
  const guests = await guestsOf(ctx.pool, ids, new Date(+ctx.now - LAPSED_FOR_MS));
  const tickets = guests.flatMap((guest) => guest.tickets.map(({ id }) => id));
  const [entries, keys] = await Promise.all([openEntries(ctx.pool, tickets), publicKeys(ctx)]);
  const salt = sign(ctx.secret, `door-list:${dateIn(ctx.now, "UTC")}`).slice(0, 22);
  const parties = Map.groupBy(guests, ({ departure_id }) => departure_id);
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
      tonight: night.tonight,
      guests: (parties.get(night.id) ?? []).map((row) => guestOf(row, { now: ctx.now, salt, entries })),
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

type Saying = { now: Date; salt: string; entries: ReadonlyMap<string, Entry> };

function guestOf(row: GuestRow, { now, salt, entries }: Saying): DoorGuest {
  const state = guestState(row, now);
  const until =
    state === "confirmed"
      ? null
      : state === "pending"
        ? row.hold_expires_at
        : (row.cancelled_at ?? row.hold_expires_at);
  return {
    id: row.id,
    reference: row.reference,
    name: `${row.first_name} ${row.last_name}`.trim(),
    people: row.people,
    language: row.language,
    note: row.note,
    state,
    ...(until ? { until: until.toISOString() } : {}),
    mail: mailHash(salt, row.email),
    tickets: row.tickets.map((ticket) => ticketOf(ticket, state, entries.get(ticket.id))),
  };
}

function ticketOf({ id, code, name, status }: GuestRow["tickets"][number], state: DoorGuest["state"], entry?: Entry) {
  const ticket: DoorTicket = { id, code, name };
  // all tickets of a cancelled booking are void, which its state says better
  if (status === "void" && state === "confirmed") ticket.void = true;
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
