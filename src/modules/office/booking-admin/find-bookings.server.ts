import { respelled } from "#src/kernel/spelling.ts";
import {
  bookingsKnownAs,
  bookingsLike,
  type Call,
  departuresMeant,
  textsNear,
} from "#src/modules/office/booking-admin/store/find.server.ts";
import { can, readable } from "#src/modules/base/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";

/** One letter would find nearly all. */
const SHORTEST = 2;
const MOST = 5;

const reachOf = ({ now, actor }: Context) => ({ now, cities: readable(actor) });

const isTooShort = (search: string): boolean => search.trim().length < SHORTEST;

/**
 * Bookings for the command box whose name, reference or email contain all words of a search, or the name of those on a night, and those that another system knew by that number. At
 * most five; none without permission to read bookings.
 */
export async function findForCommand(ctx: Context, { search, night }: Call) {
  if (isTooShort(search) || !can(ctx.actor, "bookings.read")) return [];
  const departures = await departuresMeant(ctx.db, night, reachOf(ctx));
  const like = await bookingsLike(ctx.db, { search, night }, departures, reachOf(ctx), MOST);
  const foreign = like.length < MOST ? await bookingsKnownAs(ctx.db, search, reachOf(ctx), MOST) : [];
  const rows = [...like, ...foreign.filter(({ id }) => like.every((one) => one.id !== id))].slice(0, MOST);
  return rows.map(({ id, first_name, last_name, reference, number_of_people: people, date, status }) => ({
    id,
    name: `${first_name} ${last_name}`.trim(),
    reference,
    people,
    date,
    state: status,
  }));
}

/**
 * How bookings spell a search, or the name that is searched for on a night, that may be misspelt: see `respelled`. None without
 * permission to read bookings.
 */
export async function spellingsNear(ctx: Context, { search, night }: Call): Promise<string[]> {
  if (isTooShort(search) || !can(ctx.actor, "bookings.read")) return [];
  const departures = await departuresMeant(ctx.db, night, reachOf(ctx));
  const text = night?.name ?? search;
  return respelled(text, await textsNear(ctx.db, text, departures, reachOf(ctx)));
}
