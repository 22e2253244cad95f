import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { cancelDepartureBookings } from "#src/modules/changes/cancellation/cancel-departure-bookings.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { validTickets } from "#src/modules/evening/tickets/queries.server.ts";
import { sendEmail } from "#src/modules/mail/notifications/send-email.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { changeResale } from "#src/modules/programs/resellers/change-resale.server.ts";
import { confirmResale } from "#src/modules/programs/resellers/confirm-resale.server.ts";
import { findResale } from "#src/modules/programs/resellers/queries.server.ts";
import { resellPlaces } from "#src/modules/programs/resellers/resell-places.server.ts";
import { contactWith } from "#src/modules/programs/resellers/rules/resale.ts";
import type { Resale, ResalePerson } from "#src/modules/programs/resellers/schema.ts";
import { dropWish, noteWish } from "#src/modules/programs/resellers/store.server.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { changeRef } from "#src/modules/sales/booking/rules/purchase.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import { writeContact } from "#src/modules/sales/booking/write-contact.server.ts";
import type { KeyGrant } from "#src/platform/context.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addRule, dropRules } from "#tests/price-rule.ts";
import { addReseller, asKey } from "#tests/resellers.ts";
import { addCrawl, addDeparture, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
const db = () => database.services.db;
let crawl: string;

beforeAll(async () => {
  await seedMinimal(db());
  crawl = await addCrawl(db(), {});
});

const staff = (minutes: number) => stage.at(minutes, { kind: "user", role: "admin" });
const night = async (over: Parameters<typeof addDeparture>[2] = {}) =>
  addDeparture(db(), crawl, { prices: { MXN: 40_000 }, ...over });
const GUEST = { contact: { full_name: "Ana Ruiz", email: "ana@example.test", phone: "+49 151 2345678" } };

function sold(answer: { ok: true; resale: Resale } | { ok: false; reason: string }): Resale {
  if (!answer.ok) throw new Error(answer.reason);
  return answer.resale;
}
const held = async (seller: KeyGrant, departure_id: string, people: ResalePerson[] = [{}, {}], contact = {}) =>
  sold(
    await resellPlaces(asKey(stage.at(0), seller), {
      departure_id,
      uuid: randomUUID(),
      people,
      currency: "MXN",
      language: "en",
      contact,
    }),
  );
const confirmed = async (seller: KeyGrant, departure: string, people?: ResalePerson[]) => {
  const { uuid } = await held(seller, departure, people);
  return sold(await confirmResale(asKey(stage.at(1), seller), uuid, { ...GUEST, email_receipt: true }));
};
const bookingOf = async ({ reference }: Pick<Resale, "reference">) =>
  db().selectFrom("bookings").selectAll().where("reference", "=", reference).executeTakeFirstOrThrow();

test("a contact that was corrected stays so, but for what the reseller sends of it", async () => {
  const seller = await addReseller(db());
  const resale = await confirmed(seller, await night());
  const { id } = await bookingOf(resale);
  const contact = { first_name: "Anna", last_name: "Ruiz", email: "anna@example.test", phone: "+49 30 111111" };
  await db()
    .transaction()
    .execute(async (tx) => {
      const booking = await lockBooking(tx, id);
      await writeContact(staff(2), tx, booking, { contact, key: randomUUID(), byGuest: false });
    });
  const key = (minutes: number) => asKey(stage.at(minutes), seller);
  sold(await changeResale(key(3), resale.uuid, { contact: { notes: "vegan" } }));
  expect(await bookingOf(resale)).toMatchObject(contact);
  sold(await changeResale(key(4), resale.uuid, { contact: { phone: "+49 40 222222" } }));
  expect(await bookingOf(resale)).toMatchObject({ ...contact, phone: "+49 40 222222" });
  sold(await changeResale(key(5), resale.uuid, { contact: { full_name: "Eva Sol", email: "eva@example.test" } }));
  expect(await bookingOf(resale)).toMatchObject({ first_name: "Eva", last_name: "Sol", email: "eva@example.test" });
});

test("what its reseller notes of it is told to its other programs, and told once", async () => {
  const seller = await addReseller(db());
  await db()
    .insertInto("webhook_endpoints")
    .values({ id: randomUUID(), url: "https://system.test/", types: ["booking.changed"], created_at: NOON })
    .execute();
  const { uuid, reference } = await confirmed(seller, await night());
  const booking = await bookingOf({ reference });
  const count = () =>
    db()
      .selectFrom("webhook_events")
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .where("subject", "=", booking.id)
      .where("type", "=", "booking.changed")
      .executeTakeFirstOrThrow();
  const noted = [{ reseller_reference: "A-7" }, { notes: "Window seat" }, { contact: { country: "DE" } }];
  for (const [at, note] of noted.entries())
    for (const minutes of [2, 3]) {
      await changeResale(asKey(stage.at(2 * at + minutes), seller), uuid, note);
      expect((await count()).n, JSON.stringify(note)).toBe(at + 1);
    }
  const again = sold(await confirmResale(asKey(stage.at(9), seller), uuid, GUEST));
  expect(again).toMatchObject({ reseller_reference: "A-7", notes: "Window seat", contact: { country: "DE" } });
  const people = [{ contact: { full_name: "Eva Paz" } }, {}];
  expect(await confirmResale(asKey(stage.at(9), seller), uuid, { ...GUEST, people })).toMatchObject({
    reason: "resale_confirmed",
  });
});

test("who comes in place of another has the ticket in their own name, and nobody else's changes", async () => {
  const seller = await addReseller(db());
  const named = (full_name: string) => ({ uuid: randomUUID(), contact: { full_name } });
  const [ana, ben, cyd] = [named("Ana Ruiz"), named("Ben Ray"), named("Cyd Lee")];
  const resale = await confirmed(seller, await night(), [ana, ben, cyd]);
  const { id } = await bookingOf(resale);
  const names = async () => (await validTickets({ db: db() }, id)).map(({ guest_name }) => guest_name);
  expect(await names()).toEqual(["Ana Ruiz", "Ben Ray", "Cyd Lee"]);
  const key = (minutes: number) => asKey(stage.at(minutes), seller);
  const [dora, eli] = [named("Dora Paz"), { uuid: randomUUID() }];
  sold(await changeResale(key(3), resale.uuid, { people: [ana, dora, cyd] }));
  expect(await names()).toEqual(["Ana Ruiz", "Dora Paz", "Cyd Lee"]);
  sold(await changeResale(key(4), resale.uuid, { people: [eli, dora] }));
  expect(await names(), "nobody named them").toEqual(["Ana Ruiz", "Dora Paz"]);
  sold(
    await changeResale(key(5), resale.uuid, { people: [eli, { uuid: dora.uuid, contact: { full_name: "Dora P" } }] }),
  );
  expect(await names()).toEqual(["Ana Ruiz", "Dora P"]);
  expect(await bookingOf(resale)).toMatchObject({ additional_names: ["Dora P"] });
});

test("who another of its programs wishes for at the same moment isn't who comes", async () => {
  const seller = await addReseller(db());
  const named = (full_name: string) => ({ uuid: randomUUID(), contact: { full_name } });
  const [ana, ben] = [named("Ana Ruiz"), named("Ben Ray")];
  const resale = await confirmed(seller, await night(), [ana, ben]);
  const { id, link_version } = await bookingOf(resale);
  const wishFor = (names: readonly string[]) =>
    noteWish(
      db(),
      resale.id,
      names.map((name, i) => ({
        uuid: randomUUID(),
        position: i < 2 ? i + 1 : 0,
        reseller_reference: null,
        contact: contactWith(null, { full_name: name }),
      })),
    );
  const key = asKey(stage.at(3), seller);
  const token = accessToken(key.secret, id, link_version);
  // what the one has made has the other's wish noted beside it
  const makes = async (change: Change) => {
    const priced = await priceChange(key, { booking_id: id, token, change, mayAlready: true });
    if (!priced.ok) throw new Error(priced.reason);
    const { version, difference } = priced.quote;
    const expected = { version, difference_minor: difference.amount_minor, currency: "MXN" as const };
    const wish = { booking_id: id, token, change, mayAlready: true as const, expected };
    expect(await changeBooking(key, wish, randomUUID())).toMatchObject({ ok: true, state: "applied" });
  };
  await wishFor(["Dora Paz", "Ben Ray", "Cyd Lee"]);
  await makes({ kind: "remove", positions: [2] });
  const { people } = sold(await findResale(key, resale.uuid));
  expect(people.map(({ uuid }) => uuid)).toEqual([ana.uuid]);
  expect((await validTickets({ db: db() }, id)).map(({ guest_name }) => guest_name)).toEqual(["Ana Ruiz"]);

  const noted = async () =>
    (await db().selectFrom("resales").select("wish").where("id", "=", resale.id).executeTakeFirstOrThrow()).wish;
  await wishFor(["Eli Sol"]);
  await dropWish(db(), resale.id, []);
  expect(await noted()).toMatchObject([{ contact: { full_name: "Eli Sol" } }]);
  await dropWish(db(), resale.id, (await noted()) as never);
  expect(await noted()).toBeNull();
});

test("on hold it isn't for more people before those who wait for places", async () => {
  const seller = await addReseller(db());
  const departure = await night({ seats: 6 });
  const { uuid } = await held(seller, departure);
  const waits = { people: 2, first_name: "Luz", email: "luz@example.test", language: "es", site_tag: "cdmx" };
  const entry = { departure_id: departure, ...waits, currency: "MXN", unit_price: 40_000, test: true, asked_at: NOON };
  await db().insertInto("waiting_entries").values(entry).execute();
  const key = asKey(stage.at(1), seller);
  expect(await changeResale(key, uuid, { people: [{}, {}, {}] })).toMatchObject({ reason: "sold_out" });
  expect(await seatsOf(db(), departure)).toMatchObject({ available: 4, held: 2 });
  expect(sold(await changeResale(key, uuid, { people: [{}] }))).toMatchObject({ total: 40_000 });
});

test("for other people on hold it keeps no rule that its price of now doesn't come from", async () => {
  const seller = await addReseller(db());
  await addRule(db(), { people_from: 4 });
  const departure = await night();
  const resale = await held(seller, departure, [{}, {}, {}, {}]);
  expect(resale.total).toBe(136_000);
  expect(await bookingOf(resale)).toMatchObject({ price_rule: { percent: 15 } });
  const key = asKey(stage.at(1), seller);
  expect(sold(await changeResale(key, resale.uuid, { people: [{}, {}] })).total).toBe(80_000);
  expect(await bookingOf(resale)).toMatchObject({ price_rule: null });
  expect(sold(await changeResale(key, resale.uuid, { people: [{}, {}, {}, {}] })).total).toBe(136_000);
  expect(await bookingOf(resale)).toMatchObject({ price_rule: { percent: 15 } });
  await dropRules(db());
});

test("moved by staff it has the commission that is agreed for its night", async () => {
  const seller = await addReseller(db(), { percent: 20 });
  const { partnerId } = seller;
  const terms = { partner_id: partnerId, version: 2, valid_from: "2026-12-25", basis: "confirmed", kind: "percentage" };
  await db()
    .insertInto("partner_terms")
    .values({ ...terms, value: 3000, created_at: NOON })
    .execute();
  const resale = await confirmed(seller, await night({ date: "2026-12-20" }));
  expect(resale.net).toBe(64_000);
  const booking = await bookingOf(resale);
  const change: Change = { kind: "date", departure_id: await night({ date: "2026-12-27" }) };
  await changes(booking.id, change, { admin: { keeps: false } });
  expect(sold(await findResale(asKey(stage.at(3), seller), resale.uuid))).toMatchObject({ net: 56_000 });
});

/** Changes a booking as staff, or as its guest. */
async function changes(id: string, change: Change, by: { admin: { keeps: boolean } } | { token: string }) {
  const wish = { booking_id: id, token: null, change, ...by };
  const ctx = "admin" in by ? staff(2) : stage.at(2);
  const priced = await priceChange(ctx, wish);
  if (!priced.ok) throw new Error(priced.reason);
  const { version, difference } = priced.quote;
  const expected = { version, difference_minor: difference.amount_minor, currency: "MXN" as const };
  const changed = await changeBooking(ctx, { ...wish, expected }, randomUUID());
  if (!changed.ok) throw new Error(changed.reason);
  return changed;
}

test("of which its guest paid a part: all of it goes back at once where its night is cancelled", async () => {
  const seller = await addReseller(db());
  const departure = await night();
  const resale = await confirmed(seller, departure);
  const { id, link_version } = await bookingOf(resale);
  const token = accessToken(stage.at(2).secret, id, link_version);
  const changed = await changes(id, { kind: "add", names: ["Zoe"] }, { token });
  if (changed.state !== "to_pay") throw new Error(changed.state);
  const wish = { of: changeRef(id, changed.change_id), provider: "sandbox", method: "card" } as const;
  const started = await startPayment(stage.at(3), wish, randomUUID());
  if (!started.ok) throw new Error(started.reason);
  stage.provider.pays(`sandbox_${started.payment_id}`);
  await stage.webhook(`sandbox_${started.payment_id}`, 4);
  // guests of ours may choose until tomorrow
  const off = { asked_at: stage.at(5).now, fingerprint: "-", note_en: "", note_es: "" };
  await db()
    .insertInto("departure_cancellations")
    .values({ departure_id: departure, ...off, choose_until: stage.at(60 * 24).now })
    .execute();
  expect(await cancelDepartureBookings(staff(5), { departure_id: departure })).toMatchObject({ ok: true });
  const refunds = await stage.refunds(id);
  expect(refunds.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([40_000, 80_000]);
  for (const { due_at } of refunds) expect(due_at).toEqual(stage.at(5).now);
});

test("on hold it leaves its guest's phone and mailbox to themselves: what they may keep unpaid isn't less", async () => {
  const seller = await addReseller(db());
  const resale = await held(seller, await night(), [{}, {}], GUEST.contact);
  expect(await bookingOf(resale)).toMatchObject({
    phone: GUEST.contact.phone,
    held_email: null,
    held_phone: null,
    held_domain: null,
  });
});

test("for fewer people its guest is told that the reseller pays back, and no amount", async () => {
  const seller = await addReseller(db());
  const resale = await confirmed(seller, await night());
  const { id } = await bookingOf(resale);
  sold(await changeResale(asKey(stage.at(2), seller), resale.uuid, { people: [{}] }));
  const emails = () =>
    db().selectFrom("emails").select(["id", "text"]).where("booking_id", "=", id).orderBy("id").execute();
  const { id: last } = (await emails()).at(-1)!;
  await sendEmail(stage.at(3), { id: last });
  const { text } = (await emails()).at(-1)!;
  expect(text).toContain("What comes back to you is paid by whoever sold you the booking");
  expect(text).not.toMatch(/MX\$400, |bank/);
});
