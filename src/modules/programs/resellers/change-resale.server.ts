import { randomUUID } from "node:crypto";
import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { nameGuests as nameTickets } from "#src/modules/evening/tickets/name-guests.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { dropChange } from "#src/modules/changes/change/drop-change.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { recordTaken } from "#src/modules/money/payments/take-payment.server.ts";
import { lockPartnerCash } from "#src/modules/partners/commission/note-sale.server.ts";
import { agreedRule } from "#src/modules/partners/commission/queries.server.ts";
import { resaleNoted } from "#src/modules/programs/resellers/events.ts";
import { extendResale } from "#src/modules/programs/resellers/extend-resale.server.ts";
import { holdPlaces, roomFor } from "#src/modules/programs/resellers/resell-places.server.ts";
import { owePayment } from "#src/modules/programs/resellers/owe-payment.server.ts";
import { findResale } from "#src/modules/programs/resellers/queries.server.ts";
import {
  contactWith,
  isKnown,
  nameOf,
  namesOf,
  otherNames,
  otherPeople,
  statusOf,
  type StoredPerson,
  storedPeople,
} from "#src/modules/programs/resellers/rules/resale.ts";
import { everyResale, type Reseller, resellerOf } from "#src/modules/programs/resellers/rules/reseller.ts";
import type { ChangeResale } from "#src/modules/programs/resellers/schema.ts";
import {
  dropWish,
  heldByReseller,
  lockHeld,
  nightForKey,
  noteWish,
  resaleByUuid,
  resaleForUpdate,
  type ResaleRow,
  setBooking,
  updateResale,
} from "#src/modules/programs/resellers/store.server.ts";
import { tryChanging } from "#src/modules/programs/resellers/try-resale.server.ts";
import { endHold } from "#src/modules/programs/resellers/cancel-resale.server.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { nameGuests } from "#src/modules/sales/booking/name-guests.server.ts";
import { priceForPartner } from "#src/modules/sales/booking/queries.server.ts";
import { recordGuests } from "#src/modules/sales/booking/record-guests.server.ts";
import { resizeUnpaid } from "#src/modules/sales/booking/resize-unpaid.server.ts";
import { changeRef } from "#src/modules/sales/booking/rules/purchase.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import { writeContact } from "#src/modules/sales/booking/write-contact.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/**
 * Changes a resale that is on hold, or confirmed as long as it may be cancelled: the night first, then who comes, then the rest; each as a
 * whole or not at all. What it costs more the reseller owes, what it costs less it doesn't. Sent again it changes nothing. Refusals:
 * not_a_reseller, resale_not_found, resale_expired, resale_cancelled, not_changeable {status}, contact_needed (of a confirmed one), credit_limit {left: centavos}, sold_out
 * {left}, those of `resellPlaces` on hold, of `changeBooking` after it, and of `extendResale` but hold_limit: it is held no longer then.
 */
export async function changeResale(ctx: Context, uuid: string, input: ChangeResale) {
  const reseller = resellerOf(ctx.actor);
  if (!reseller.ok) return reseller;
  if (!isUuid(uuid)) return fail("resale_not_found");
  if (reseller.test) return tryChanging(ctx, reseller, uuid.toLowerCase(), input);
  const found = await findResale(ctx, uuid);
  if (!found.ok) return found;
  const { status, cancellable } = found.resale;
  if (status === "expired" || status === "cancelled") return fail(`resale_${status}`);
  if (!cancellable) return fail("not_changeable", { status });
  const read = async () => (await resaleByUuid(ctx.db, everyResale(reseller), uuid.toLowerCase()))!;
  const row = await read();
  const isHeld = status === "on_hold";
  if (!isHeld && !isKnown(contactWith(row.contact, input.contact))) return fail("contact_needed");
  const { departure_id: to = row.departure_id, people: sent } = input;
  const people = sent ? storedPeople(sent, row.people, randomUUID) : row.people;
  if (to !== row.departure_id) {
    const night = await nightForKey(ctx, to);
    if (!night) return fail("departure_not_found");
    const moved = await (isHeld
      ? holdElsewhere(ctx, reseller, row, { night, people })
      : changeSold(ctx, row, { kind: "date", departure_id: to }));
    if (!moved.ok) return moved;
  }
  if (sent) {
    const now = await read();
    const other = await (isHeld ? resizeResale(ctx, now, people) : changePeople(ctx, now, people));
    if (!other.ok) return other;
  }
  await writeRest(ctx, await read(), input);
  if (isHeld && input.minutes !== undefined) {
    const extended = await extendResale(ctx, uuid, input);
    // the rest is done by now: it is held for as long as it may be, as before
    if (extended.ok || extended.reason !== "hold_limit") return extended;
  }
  return findResale(ctx, uuid);
}

type Night = NonNullable<Awaited<ReturnType<typeof nightForKey>>>;

/**
 * On hold for another night: places there are another booking under the same id, and the first's are free. Stopped between the two, the
 * first's lapse by themselves.
 */
async function holdElsewhere(
  ctx: Context,
  reseller: Reseller,
  row: ResaleRow,
  { night: { id: to, crawl_id: crawlId, date }, people }: { night: Night; people: readonly StoredPerson[] },
) {
  const rule = await agreedRule(ctx, { partnerId: row.partner_id, crawlId, date });
  const held = await holdPlaces(ctx, reseller, {
    uuid: row.uuid,
    departureId: to,
    people,
    language: row.language,
    contact: row.contact,
    notes: row.notes,
    until: row.hold_expires_at,
    key: `resale.${row.booking_id}.${to}.${people.length}`,
    lock: (on) => lockHeld(on, { id: row.id, from: row.booking_id }),
    write: (on, bookingId) =>
      setBooking(on, { id: row.id, from: row.booking_id, to: bookingId, people, rule, now: ctx.now }),
  });
  return held.ok ? endHold(ctx, row) : held;
}

/** Other people on hold: as many places, at the price of now for so many. Also takes over what is details of them. */
export async function resizeResale(ctx: Context, row: ResaleRow, people: StoredPerson[]) {
  const { booking_id: bookingId, departure_id: departureId, partner_id: partnerId, uuid } = row;
  const count = people.length;
  const wish = { departureId, people: count, currency: row.currency, partnerId };
  const priced = count === row.number_of_people ? null : await priceForPartner(ctx, wish);
  if (priced && !priced.ok) return priced;
  const settings = await appSettings(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const now = await resaleForUpdate(tx, row.id);
    const isHeld = now && statusOf({ ...now, redeemed_at: null }, ctx.now) === "on_hold";
    // of other people, or for another night, since it was read and priced
    if (!isHeld || now.booking_id !== bookingId || booking.number_of_people !== row.number_of_people)
      return fail("busy");
    if (priced && count > booking.number_of_people) {
      await lockPartnerCash(statementsOf(tx), partnerId);
      const held = await heldByReseller(statementsOf(tx), { partnerId, now: ctx.now, departureId, uuid });
      const left = roomFor(settings, held);
      if (count > left) return fail("resale_limit", { left });
    }
    if (priced) {
      const { total, rule } = priced.quote;
      const resized = await resizeUnpaid(ctx, tx, { bookingId, people: count, total, rule, byStaff: false });
      if (!resized.ok) return resized.reason === "sold_out" ? fail("sold_out", { left: priced.left }) : fail("busy");
    }
    // whoever is on it no longer is named nowhere
    await recordGuests(ctx, tx, bookingId, people.slice(1).map(nameOf), false);
    await updateResale(tx, row.id, { people }, ctx.now);
    return ok({});
  });
}

/** Other people after it was confirmed: who leaves makes room for who comes, and the rest are more or fewer. */
async function changePeople(ctx: Context, row: ResaleRow, wished: readonly StoredPerson[]) {
  const { people, removed, added } = otherPeople(row.people, wished);
  if (added.length === 0 && removed.length === 0) {
    const renamed = await renameGuests(ctx, row, people);
    return renamed.ok ? writePeople(ctx, row, people) : renamed;
  }
  // `followResold` makes it so, in the transaction of the change
  await noteWish(ctx.db, row.id, people);
  const change: Change =
    added.length > 0 ? { kind: "add", names: added.map(nameOf) } : { kind: "remove", positions: removed };
  const changed = await changeSold(ctx, row, change);
  if (!changed.ok) await dropWish(ctx.db, row.id, people);
  return changed;
}

/** Notes who comes where the tickets stay; busy where somebody has changed them since they were read. */
const writePeople = (ctx: Context, { id, booking_id: bookingId, people: before }: ResaleRow, people: StoredPerson[]) =>
  ctx.db.transaction().execute(async (tx) => {
    await lockBooking(tx, bookingId);
    const now = await resaleForUpdate(tx, id);
    const places = (list: readonly StoredPerson[]) => list.map(({ uuid, position }) => `${uuid} ${position}`).join();
    if (!now || places(now.people) !== places(before)) return fail("busy");
    await updateResale(tx, id, { people, wish: null }, ctx.now);
    return ok({});
  });

/** Names the tickets of who comes otherwise, where nothing else of them changes. */
async function renameGuests(ctx: Context, row: ResaleRow, people: readonly StoredPerson[]) {
  const names = otherNames(row, people);
  if (names.length === 0) return ok({});
  const { booking_id, version } = row;
  const token = accessToken(ctx.secret, booking_id, row.link_version);
  return nameTickets(ctx, { booking_id, token, version, names });
}

/** A change of a confirmed resale, at the price of now; the difference is the reseller's to pay, or goes back to it. */
async function changeSold(ctx: Context, row: ResaleRow, change: Change) {
  const { booking_id, currency } = row;
  const token = accessToken(ctx.secret, booking_id, row.link_version);
  const priced = await priceChange(ctx, { booking_id, token, change, mayAlready: true });
  if (!priced.ok) return priced;
  const { version, difference } = priced.quote;
  const expected = { version, difference_minor: difference.amount_minor, currency };
  const changed = await changeBooking(ctx, { booking_id, token, change, mayAlready: true, expected }, randomUUID());
  if (!changed.ok || changed.state === "applied") return changed;
  const { change_id } = changed;
  const due = { of: changeRef(booking_id, change_id), way: "reseller" as const, expected: difference };
  const paid = await recordTaken(ctx, due, `resale.${change_id}`, (tx) =>
    owePayment(ctx, tx, row, difference.amount_minor),
  );
  // nobody else pays it
  if (!paid.ok) await dropChange(ctx, { booking_id, token, change_id });
  return paid;
}

const NAMES = ["full_name", "first_name", "last_name"] as const;

/** What is details of a resale, and who is named on its booking. */
async function writeRest(ctx: Context, row: ResaleRow, { reseller_reference, notes, contact: sent }: ChangeResale) {
  const contact = contactWith(row.contact, sent);
  const isOther = (before: unknown, after: unknown) => JSON.stringify(before) !== JSON.stringify(after);
  // what is as it was is told to nobody: a program that answers each event with what it knows would go on for ever
  const details = {
    ...(reseller_reference !== undefined &&
      isOther(row.reseller_reference, reseller_reference) && { reseller_reference }),
    ...(notes !== undefined && isOther(row.notes, notes) && { notes }),
    ...(isOther(contactWith(row.contact, null), contact) && { contact }),
  };
  await ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, row.booking_id);
    let isTold = booking.status !== "confirmed";
    if (sent) {
      // what of it was sent: the rest may have been corrected on the booking since
      const names = namesOf(contact);
      const isNamed = NAMES.some((field) => sent[field] !== undefined) && names.first_name !== "";
      const { first_name, last_name } = isNamed ? names : booking;
      // an address only where we write to the guest already
      const email = booking.email === "" || sent.email === undefined ? booking.email : (contact.email ?? booking.email);
      const phone = sent.phone === undefined ? booking.phone : (contact.phone ?? "");
      const named = { first_name, last_name, email, phone };
      if (booking.status === "confirmed")
        isTold = await writeContact(ctx, tx, booking, { contact: named, key: randomUUID(), byGuest: false });
      else {
        const [, ...others] = row.people.map(nameOf);
        await nameGuests(ctx, tx, booking.id, { contact: named, others });
      }
    }
    if (Object.keys(details).length === 0) return;
    await updateResale(tx, row.id, details, ctx.now);
    // other programs of the reseller read them
    if (!isTold) await ctx.publish(ctx, tx, resaleNoted({ bookingId: booking.id }));
  });
}
