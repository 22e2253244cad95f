import { fail, ok } from "#src/kernel/result.ts";
import { NOT_ASKED } from "#src/kernel/countries.ts";
import { NO_CREDIT } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import type { CreateBooking } from "#src/modules/sales/booking/schema.ts";
import { can, reaches } from "#src/modules/base/identity/rules/permissions.ts";
import { storedSettings } from "#src/modules/base/settings/queries.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { placesOffered } from "#src/modules/sales/waiting/events.ts";
import { MOST_LAPSED, nextInTurn, offerMinutes, untilWhen } from "#src/modules/sales/waiting/rules/turn.ts";
import {
  closeOver,
  closeUnanswered,
  endEntry,
  entryById,
  freeOf,
  markOffered,
  markTold,
  nightsToOffer,
  offersToTell,
  type TurnRow,
  waitingFor,
} from "#src/modules/sales/waiting/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { eachInTurn } from "#src/platform/each-in-turn.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";

/**
 * Job: offers the free places of every night to those who wait for them, in turn, until nobody fits what is left, and removes
 * entries for past nights and those that don't respond. Until then nobody else gets those places (docs/decisions/169). Safe to
 * run at once with others.
 */
export async function offerPlaces(ctx: Context): Promise<void> {
  await closeOver(ctx.db, ctx.now);
  await closeUnanswered(ctx, MOST_LAPSED);
  const nights = await nightsToOffer(ctx.db, practises(ctx), ctx.now);
  const naming = { event: "waiting.not_offered", about: (departure: string) => ({ departure }) };
  await eachInTurn(nights, naming, async (departureId) => {
    while (await offerNext(ctx, departureId));
  });
  await tellOffers(ctx);
}

/** Queues the job in a transaction that may have freed places somebody waits for. */
export async function queueOffers(ctx: Context, tx: Tx, key: string): Promise<void> {
  const nights = await nightsToOffer(tx, practises(ctx), ctx.now);
  if (nights.length > 0) await addJob(tx, "waiting.offer", {}, { key: `waiting.offer.${key}`, maxAttempts: 3 });
}

/** Offers places to whoever is next; whether there may be somebody after them. */
async function offerNext(ctx: Context, departureId: string): Promise<boolean> {
  const [list, night] = [
    await waitingFor(ctx.db, departureId, practises(ctx)),
    await freeOf(ctx.db, departureId, ctx.now),
  ];
  const next = nextInTurn(list, night?.free ?? 0);
  if (!next) return false;
  const offered = await offerTo(ctx, { departureId, salesCloseAt: night!.sales_close_at }, next, true);
  // another round was faster, or somebody before them fits now
  if (offered.ok || offered.reason === "not_in_turn") return true;
  if (untilWhen(offered.reason) === "later") return false;
  await endEntry(ctx.db, { id: next.id, from: ["waiting"], to: "closed", now: ctx.now });
  return true;
}

const NOT_IN_TURN = new Error("not in turn");

type Night = { departureId: string; salesCloseAt: Date };

/** Holds places for a party: the offer is a booking that waits to be paid. One party is offered places of a night once. */
async function offerTo(ctx: Context, { departureId, salesCloseAt }: Night, entry: TurnRow, inTurn: boolean) {
  const { waitingMinutes } = await storedSettings(ctx);
  const forThem: Context = { ...ctx, site: entry.site_tag as Context["site"] };
  const wish: CreateBooking = {
    scheduled_crawl_id: departureId,
    number_of_people: entry.people,
    customer: { first_name: entry.first_name, last_name: "", email: entry.email, phone: "", country: NOT_ASKED },
    additional_names: [],
    special_requests: "",
    currency: entry.currency as CreateBooking["currency"],
    language: entry.language === "es" ? "es" : "en",
    agreed_to_terms: true,
  };
  const write = async (on: Parameters<typeof markOffered>[0], bookingId: string) => {
    if (!(await markOffered(on, ctx, { id: entry.id, bookingId, inTurn }))) throw NOT_IN_TURN;
  };
  const sale = {
    seller: { kind: "list", minutes: offerMinutes(waitingMinutes, salesCloseAt, ctx.now) } as const,
    alongside: { write },
    credit: NO_CREDIT,
    agreed: { terms: entry.terms_version, privacy: entry.privacy_version },
  };
  try {
    return await placeBooking(forThem, wish, `waiting.${entry.id}`, sale);
  } catch (error) {
    if (error === NOT_IN_TURN) return fail("not_in_turn");
    throw error;
  }
}

/** Tells whoever was offered places and doesn't know yet: also where a process ended between the two. */
async function tellOffers(ctx: Context): Promise<void> {
  const untold = await offersToTell(ctx.db);
  const naming = { event: "waiting.not_told", about: ({ id }: { id: string }) => ({ entry: id }) };
  await eachInTurn(untold, naming, async ({ id }) => {
    await ctx.db.transaction().execute((tx) => tell(ctx, tx, id));
  });
}

async function tell(ctx: Context, tx: Tx, entryId: string): Promise<void> {
  const isMarked = await markTold(tx, entryId, ctx.now);
  if (!isMarked) return;
  await ctx.publish(
    ctx,
    tx,
    placesOffered({ entryId, bookingId: isMarked.booking_id, until: isMarked.until.toISOString() }),
  );
}

/**
 * Staff offer places to a party whose turn it isn't. Needs `bookings.change`. Refusals: forbidden, entry_not_found, not_waiting
 * (they have an offer, or have left), and those of `placeBooking`, sold_out {left} among them.
 */
export async function offerByHand(ctx: Context, entryId: string) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" as const });
  const found = await entryById(ctx.db, entryId);
  if (!found || !reaches(ctx.actor, found.city_id)) return fail("entry_not_found");
  const waiting = await waitingFor(ctx.db, found.departure_id, found.test);
  const entry = waiting.find(({ id }) => id === entryId);
  if (!entry || found.test !== practises(ctx)) return fail("not_waiting");
  const night = (await freeOf(ctx.db, found.departure_id, ctx.now))!;
  const offered = await offerTo(
    ctx,
    { departureId: found.departure_id, salesCloseAt: night.sales_close_at },
    entry,
    false,
  );
  if (!offered.ok) return offered.reason === "not_in_turn" ? fail("not_waiting") : offered;
  await ctx.db.transaction().execute((tx) => tell(ctx, tx, entryId));
  return ok({ booking_id: offered.booking.id });
}
