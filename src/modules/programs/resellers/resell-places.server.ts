import { createHash, randomUUID } from "node:crypto";
import { NOT_ASKED } from "#src/kernel/countries.ts";
import { newReference } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import type { AppSettings } from "#src/modules/base/settings/rules/app-settings.ts";
import { lockPartnerCash } from "#src/modules/partners/commission/note-sale.server.ts";
import { agreedRule } from "#src/modules/partners/commission/queries.server.ts";
import type { Rule } from "#src/modules/partners/commission/rules/commission.ts";
import { findResale } from "#src/modules/programs/resellers/queries.server.ts";
import {
  contactWith,
  heldUntil,
  nameOf,
  namesOf,
  type StoredPerson,
  storedPeople,
} from "#src/modules/programs/resellers/rules/resale.ts";
import { everyResale, type Reseller, resellerOf } from "#src/modules/programs/resellers/rules/reseller.ts";
import type { ReserveResale } from "#src/modules/programs/resellers/schema.ts";
import {
  addResale,
  heldByReseller,
  nightForKey,
  partnerOf,
  resaleByUuid,
} from "#src/modules/programs/resellers/store.server.ts";
import { addTestResale, heldInTests, testResaleByUuid } from "#src/modules/programs/resellers/store/test.server.ts";
import { NO_CREDIT } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { priceForPartner } from "#src/modules/sales/booking/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Statements } from "#src/platform/db.server.ts";

/**
 * Holds places for a reseller, as the site sells them: its prices in pesos for the guests of this partner, its closing of sales, its
 * largest party. Idempotent by `uuid`: sent again it returns the same resale, whatever became of it, and with other content it is an
 * idempotency_conflict. A test key takes no places. Refusals: not_a_reseller, resale_not_found (it was sent before, and is out of the key's reach by now), currency_not_offered (what a reseller owes is in pesos),
 * resale_limit {left: people} (it holds too many unconfirmed), and those of `placeBooking`.
 */
export async function resellPlaces(ctx: Context, input: ReserveResale) {
  const reseller = resellerOf(ctx.actor);
  if (!reseller.ok) return reseller;
  const uuid = input.uuid ?? randomUUID();
  const hash = hashOf(input);
  const before = await storedResale(ctx, reseller, uuid);
  if (before) return before.request_hash === hash ? findResale(ctx, uuid) : fail("idempotency_conflict");
  if (input.currency !== "MXN") return fail("currency_not_offered");
  const night = await nightForKey(ctx, input.departure_id);
  if (!night) return fail("departure_not_found");
  const rule = await agreedRule(ctx, { partnerId: reseller.partnerId, crawlId: night.crawl_id, date: night.date });
  const people = storedPeople(input.people, [], randomUUID);
  const sale = { uuid, hash, rule, people };
  const held = await (reseller.test ? reserveTest(ctx, reseller, input, sale) : reserve(ctx, reseller, input, sale));
  if (!held.ok) return held;
  // one that was sent at the same moment may have come first, with other guests
  const now = (await storedResale(ctx, reseller, uuid))!;
  return now.request_hash === hash ? findResale(ctx, uuid) : fail("idempotency_conflict");
}

/** What a resale is about: for how long it is to be held may differ when it is sent again. */
const hashOf = (content: ReserveResale): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        content.departure_id,
        content.people,
        content.currency,
        content.language,
        content.reseller_reference ?? null,
        content.notes ?? null,
        content.contact ?? null,
      ]),
    )
    .digest("base64url");

const storedResale = (ctx: Context, reseller: Reseller, uuid: string) =>
  (reseller.test ? testResaleByUuid : resaleByUuid)(ctx.db, everyResale(reseller), uuid);

type Sale = { uuid: string; hash: string; rule: Rule | null; people: readonly StoredPerson[] };

async function reserve(ctx: Context, reseller: Reseller, input: ReserveResale, { uuid, hash, rule, people }: Sale) {
  const { partnerId, keyId } = reseller;
  const contact = contactWith(null, input.contact);
  return holdPlaces(ctx, reseller, {
    uuid,
    departureId: input.departure_id,
    people,
    language: input.language,
    contact,
    notes: input.notes ?? null,
    until: heldUntil(ctx.now, ctx.now, input.minutes),
    key: `resale.${partnerId}.${uuid}`,
    write: async (on, booking_id) => {
      const { reseller_reference = null, notes = null } = input;
      const sold = { booking_id, uuid, partner_id: partnerId, key_id: keyId, request_hash: hash };
      const details = { reseller_reference, notes, contact, people, rule };
      await addResale(on, { ...sold, ...details, now: ctx.now });
    },
  });
}

type Held = {
  uuid: string;
  departureId: string;
  people: readonly StoredPerson[];
  language: ReserveResale["language"];
  contact: ReturnType<typeof contactWith>;
  notes: string | null;
  until: Date;
  key: string;
  /** locks what it is instead of; false where that is over */
  lock?: (on: Statements) => Promise<boolean>;
  /** notes what it is of, in the transaction that takes its places */
  write: (on: Statements, bookingId: string) => Promise<void>;
};

/** The part of a night that one reseller's holds leave to everybody else. */
const LEFT_TO_OTHERS = 1 / 2;

/**
 * For how many more people a reseller may hold places, with those that it holds, of all nights and of one with so many `seats`; one
 * whole booking fits where it holds nothing else. A cap of 0 is none, but the half of a night stays.
 */
export function roomFor(
  {
    unpaid,
    maxPeople,
  }: { unpaid: Pick<AppSettings["unpaid"], "reseller" | "resellerNight"> } & Pick<AppSettings, "maxPeople">,
  held: { all: number; night: number; seats: number },
): number {
  const capped = (cap: number) => (cap === 0 ? Infinity : cap);
  // whoever has some of it already gets no more by small parties than by one
  const within = (most: number, people: number) => (people === 0 ? Math.max(most, maxPeople) : most) - people;
  const share = Math.floor(held.seats * (1 - LEFT_TO_OTHERS));
  const ofNight = Math.min(capped(unpaid.resellerNight), share);
  return Math.max(0, Math.min(within(capped(unpaid.reseller), held.all), within(ofNight, held.night)));
}

/** Takes places of a night for a resale, within what its reseller may hold unconfirmed. Refusals: resale_limit {left}, busy (what it is instead of is over), those of `placeBooking`. */
export async function holdPlaces(ctx: Context, { partnerId }: Reseller, hold: Held) {
  const { uuid, departureId, people, contact } = hold;
  const settings = await appSettings(ctx);
  const { first_name: named, last_name } = namesOf(contact);
  // until somebody is named it is the reseller's
  const first_name = named === "" ? (await partnerOf(ctx.db, partnerId)).name.slice(0, 80) : named;
  let left = Infinity;
  let isOver = false;
  const placed = await placeBooking(
    ctx,
    {
      scheduled_crawl_id: departureId,
      number_of_people: people.length,
      customer: { first_name, last_name, email: "", phone: contact.phone ?? "", country: NOT_ASKED },
      additional_names: people.slice(1).map(nameOf),
      special_requests: hold.notes ?? "",
      currency: "MXN",
      language: hold.language,
      agreed_to_terms: true,
    },
    hold.key,
    {
      seller: { kind: "reseller", until: hold.until },
      credit: { ...NO_CREDIT, partnerId, reason: "reseller", at: ctx.now },
      alongside: {
        // before the partner's, as who confirms does
        lock: async (on) => {
          isOver = hold.lock !== undefined && !(await hold.lock(on));
        },
        // counted under the partner's lock: two of its programs can't pass the cap together
        tooMany: async (on) => {
          if (isOver) return 0;
          await lockPartnerCash(on, partnerId);
          const held = await heldByReseller(on, { partnerId, now: ctx.now, departureId, uuid });
          left = roomFor(settings, held);
          return people.length > left ? held.all : null;
        },
        write: hold.write,
      },
    },
  );
  if (placed.ok) return ok({ bookingId: placed.booking.id });
  if (placed.reason !== "unpaid_places") return placed;
  return isOver ? fail("busy") : fail("resale_limit", { left });
}

/** So many of a partner's tests are stored at once; they go after a month. */
const MOST_TESTS = 5000;

/** The same with a test key: priced as it is, refused where it is sold out or beyond a hold's caps, and nobody has fewer places. */
async function reserveTest(ctx: Context, reseller: Reseller, input: ReserveResale, { uuid, hash, rule, people }: Sale) {
  const { partnerId, keyId } = reseller;
  const wish = { departureId: input.departure_id, people: people.length, currency: "MXN" as const, partnerId };
  const priced = await priceForPartner(ctx, wish);
  if (!priced.ok) return priced;
  const { quote, left, crawlId } = priced;
  if (left < people.length) return fail("sold_out", { left });
  const settings = await appSettings(ctx);
  const held = await heldInTests(ctx.db, { partnerId, now: ctx.now, departureId: input.departure_id, uuid });
  const room = held.tests < MOST_TESTS ? roomFor(settings, held) : 0;
  if (people.length > room) return fail("resale_limit", { left: room });
  await addTestResale(ctx.db, {
    uuid,
    partner_id: partnerId,
    key_id: keyId,
    request_hash: hash,
    reference: newReference(settings.referencePrefix),
    reseller_reference: input.reseller_reference ?? null,
    notes: input.notes ?? null,
    contact: contactWith(null, input.contact),
    people,
    rule,
    departure_id: input.departure_id,
    crawl_id: crawlId,
    language: input.language,
    unit_price: quote.price_per_person,
    total: quote.total,
    hold_expires_at: heldUntil(ctx.now, ctx.now, input.minutes),
    now: ctx.now,
  });
  return ok({});
}
