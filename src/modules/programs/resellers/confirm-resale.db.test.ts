import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { QueryConfig } from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { cancelAsAdmin } from "#src/modules/changes/cancellation/cancel-as-admin.server.ts";
import { cancelDepartureBookings } from "#src/modules/changes/cancellation/cancel-departure-bookings.server.ts";
import { verifyTicket } from "#src/modules/evening/tickets/sign-tickets.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { agreeForPartner } from "#src/modules/partners/commission/agree-statement.server.ts";
import { closeMonth } from "#src/modules/partners/commission/close-month.server.ts";
import { payStatement } from "#src/modules/partners/commission/pay-statement.server.ts";
import { ownStatement, ownStatements } from "#src/modules/partners/commission/read-own-statements.server.ts";
import { statementOf } from "#src/modules/partners/commission/queries.server.ts";
import { cancelResale } from "#src/modules/programs/resellers/cancel-resale.server.ts";
import { changeResale } from "#src/modules/programs/resellers/change-resale.server.ts";
import { confirmResale } from "#src/modules/programs/resellers/confirm-resale.server.ts";
import { extendResale } from "#src/modules/programs/resellers/extend-resale.server.ts";
import { beyondLimit } from "#src/modules/programs/resellers/owe-payment.server.ts";
import { findResale, resalesOfBookings } from "#src/modules/programs/resellers/queries.server.ts";
import { resellPlaces } from "#src/modules/programs/resellers/resell-places.server.ts";
import type { Resale, ReserveResale } from "#src/modules/programs/resellers/schema.ts";
import type { KeyGrant } from "#src/platform/context.server.ts";
import { openDb } from "#src/platform/db.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addKey, addReseller, asKey, wholeDatabase } from "#tests/resellers.ts";
import { addCrawl, addDeparture, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
const db = () => database.services.db;
let crawl: string;

beforeAll(async () => {
  await seedMinimal(db());
  crawl = await addCrawl(db(), {});
});

/** Runs what waits, whatever it waits for. */
const work = () => database.work(stage.at(60 * 24 * 76).now);
const staff = (minutes = 0) => stage.at(minutes, { kind: "user", role: "admin" });
const night = async (over: Parameters<typeof addDeparture>[2] = {}) =>
  addDeparture(db(), crawl, { prices: { MXN: 40_000 }, ...over });
const GUEST = { contact: { full_name: "Ana María Ruiz", email: "ana@example.test", phone: "+49 151 2345678" } };

/** What somebody was answered, where it wasn't refused. */
function sold(answer: { ok: true; resale: Resale } | { ok: false; reason: string }): Resale {
  if (!answer.ok) throw new Error(answer.reason);
  return answer.resale;
}
async function held(seller: KeyGrant, departure_id: string, people = 2, minutes = 0): Promise<Resale> {
  const wish: ReserveResale = {
    departure_id,
    uuid: randomUUID(),
    people: Array.from({ length: people }, () => ({})),
    currency: "MXN",
    language: "en",
  };
  return sold(await resellPlaces(asKey(stage.at(minutes), seller), wish));
}
const confirmed = async (seller: KeyGrant, departure: string, people = 2): Promise<Resale> =>
  sold(await confirmResale(asKey(stage.at(1), seller), (await held(seller, departure, people)).uuid, GUEST));
const owed = async (partner: string): Promise<number> => {
  const rows = await db().selectFrom("partner_cash").select("amount").where("partner_id", "=", partner).execute();
  return rows.reduce((sum, { amount }) => sum + amount, 0);
};
const emailsOf = (id: string) => db().selectFrom("emails").select("kind").where("booking_id", "=", id).execute();
const bookingOf = async ({ reference }: Resale) =>
  db().selectFrom("bookings").selectAll().where("reference", "=", reference).executeTakeFirstOrThrow();

describe("a confirmed resale", () => {
  test("is on the reseller's account, with tickets that the door takes and no email; the books agree", async () => {
    const seller = await addReseller(db(), { percent: 20 });
    const departure = await night();
    const { uuid } = await held(seller, departure);
    expect(await confirmResale(asKey(stage.at(1), seller), uuid, {})).toMatchObject({ reason: "contact_needed" });
    const resale = sold(await confirmResale(asKey(stage.at(2), seller), uuid, { ...GUEST, reseller_reference: "V-1" }));
    expect(resale).toMatchObject({
      status: "confirmed",
      reseller_reference: "V-1",
      expires_at: null,
      confirmed_at: stage.at(2).now.toISOString(),
      net: 64_000,
      contact: { full_name: "Ana María Ruiz" },
      people: [{ status: "confirmed" }, { status: "confirmed" }],
    });
    for (const { ticket } of resale.people) expect(await verifyTicket(stage.at(2), ticket!)).not.toBeNull();
    expect(resale.voucher).toBe(resale.people[0]!.ticket);
    expect(sold(await confirmResale(asKey(stage.at(3), seller), uuid, GUEST)), "once more").toEqual(resale);
    const booking = await bookingOf(resale);
    expect(booking).toMatchObject({ first_name: "Ana", email: "", partner_reason: "reseller", source: "web" });
    expect(await emailsOf(booking.id)).toEqual([]);
    expect(await stage.payments(booking.id)).toMatchObject([
      { provider: "hostel", method: "reseller", amount: 80_000 },
    ]);
    expect(await owed(seller.partnerId)).toBe(80_000);
    expect(await checkLedger(staff())).toBe(0);
    expect(await statementOf(stage.at(3), { partnerId: seller.partnerId, month: monthOf(resale) })).toMatchObject({
      statement: { cash: 80_000, commission: 16_000 },
    });
  });

  test("is emailed to its guest where that is wished", async () => {
    const seller = await addReseller(db());
    const { uuid } = await held(seller, await night());
    const resale = sold(await confirmResale(asKey(stage.at(1), seller), uuid, { ...GUEST, email_receipt: true }));
    const booking = await bookingOf(resale);
    expect(booking.email).toBe("ana@example.test");
    expect(await emailsOf(booking.id)).toEqual([{ kind: "booking_confirmation" }]);
  });

  test("is cancelled in time, and owed no more; too late, it isn't", async () => {
    const seller = await addReseller(db(), { percent: 20 });
    const departure = await night();
    const resale = await confirmed(seller, departure);
    const cancelled = sold(await cancelResale(asKey(stage.at(5), seller), resale.uuid, { reason: "ill" }));
    expect(cancelled).toMatchObject({
      status: "cancelled",
      cancellable: false,
      voucher: null,
      cancellation: { refund: "full", reason: "ill", at: stage.at(5).now.toISOString() },
    });
    expect(sold(await cancelResale(asKey(stage.at(6), seller), resale.uuid, {}))).toMatchObject({
      status: "cancelled",
    });
    await work();
    expect(await stage.refunds((await bookingOf(resale)).id)).toMatchObject([{ amount: 80_000, status: "succeeded" }]);
    expect(await owed(seller.partnerId)).toBe(0);
    expect(await seatsOf(db(), departure)).toMatchObject({ available: 40, confirmed: 0 });
    expect(await checkLedger(staff())).toBe(0);

    const late = await confirmed(seller, departure);
    const before = Date.parse(late.rule.until) - stage.at(0).now.getTime();
    const after = asKey(stage.at(before / 60_000 + 1), seller);
    expect(await cancelResale(after, late.uuid, {})).toMatchObject({ reason: "not_cancellable" });
    expect(await changeResale(after, late.uuid, { notes: "x" })).toMatchObject({ reason: "not_changeable" });
  });

  test("is cancelled by staff, and with its night: the account follows, and nobody is asked to choose", async () => {
    const seller = await addReseller(db());
    const departure = await night();
    const [one, two] = [await confirmed(seller, departure), await confirmed(seller, departure)];
    const { id, version } = await bookingOf(one);
    const expected = { version, refund_minor: 0, currency: "MXN" as const };
    expect(await cancelAsAdmin(staff(3), { booking_id: id, choice: "none", expected })).toMatchObject({ ok: true });
    expect(sold(await findResale(asKey(stage.at(4), seller), one.uuid))).toMatchObject({
      status: "cancelled",
      cancellation: { refund: "none" },
    });
    const key = asKey(stage.at(4), seller);
    expect(sold(await cancelResale(key, one.uuid, { reason: "theirs" })), "we cancelled it").toMatchObject({
      cancellation: { reason: null },
    });
    expect(await owed(seller.partnerId)).toBe(160_000);
    expect(await cancelDepartureBookings(staff(5), { departure_id: departure })).toMatchObject({ ok: true });
    await work();
    expect(sold(await findResale(asKey(stage.at(6), seller), two.uuid))).toMatchObject({
      cancellation: { refund: "full" },
    });
    expect(await owed(seller.partnerId)).toBe(80_000);
    expect(await checkLedger(staff())).toBe(0);
  });

  test("is for more people, for fewer, and on another night; its account follows", async () => {
    const seller = await addReseller(db(), { percent: 10 });
    const departure = await night();
    const resale = await confirmed(seller, departure);
    const [ann, ben] = resale.people.map(({ uuid }) => ({ uuid }));
    const cyd = { uuid: randomUUID(), reseller_reference: "C" };
    const key = (minutes: number) => asKey(stage.at(minutes), seller);
    const more = sold(await changeResale(key(3), resale.uuid, { people: [ann!, ben!, cyd] }));
    expect(more).toMatchObject({ total: 120_000, people: [ann, ben, cyd] });
    expect(await owed(seller.partnerId)).toBe(120_000);
    expect(sold(await changeResale(key(4), resale.uuid, { people: [ann!, ben!, cyd] })), "sent again").toMatchObject({
      total: 120_000,
    });
    const dora = { uuid: randomUUID() };
    const fewer = sold(await changeResale(key(5), resale.uuid, { people: [ann!, dora] }));
    expect(fewer).toMatchObject({ total: 80_000, people: [ann, dora] });
    await work();
    expect(await owed(seller.partnerId)).toBe(80_000);
    const dearer = await night({ prices: { MXN: 50_000 } });
    const moved = sold(await changeResale(key(6), resale.uuid, { departure_id: dearer, notes: "late" }));
    expect(moved).toMatchObject({
      total: 100_000,
      departure_id: dearer,
      notes: "late",
      people: [ann, dora],
      net: 90_000,
    });
    expect(await owed(seller.partnerId)).toBe(100_000);
    expect(await seatsOf(db(), departure)).toMatchObject({ available: 40 });
    expect(await seatsOf(db(), dearer)).toMatchObject({ available: 38, confirmed: 2 });
    expect(await checkLedger(staff())).toBe(0);
  });

  test("whose guest we write to is called off: no word of money that isn't ours, to them or to programs", async () => {
    const seller = await addReseller(db());
    const departure = await night();
    const { uuid } = await held(seller, departure);
    const resale = sold(await confirmResale(asKey(stage.at(1), seller), uuid, { ...GUEST, email_receipt: true }));
    const endpoint = { id: randomUUID(), url: "https://hooks.example/", created_at: NOON };
    await db()
      .insertInto("webhook_endpoints")
      .values({ ...endpoint, types: ["booking.cancelled", "booking.refunded"] })
      .execute();
    expect(await cancelDepartureBookings(staff(2), { departure_id: departure })).toMatchObject({ ok: true });
    const { id } = await bookingOf(resale);
    for (const refund of await stage.refunds(id)) await submitRefund(staff(3), refund.id);
    expect(await owed(seller.partnerId)).toBe(0);
    await database.work(stage.at(3).now);
    const mails = await db().selectFrom("emails").select(["kind", "text"]).where("booking_id", "=", id).execute();
    expect(mails.map(({ kind }) => kind)).toEqual(["booking_confirmation", "booking_cancelled"]);
    expect(mails[1]!.text).toContain("What comes back to you is paid by whoever sold you the booking");
    expect(mails[1]!.text).not.toContain("MX$");
    const events = await db().selectFrom("webhook_events").select("type").where("subject", "=", id).execute();
    expect(events.map(({ type }) => type)).toEqual(["booking.cancelled"]);
    await db().deleteFrom("webhook_endpoints").where("id", "=", endpoint.id).execute();
  });

  test("beyond the limit is refused, and changes nothing", async () => {
    const seller = await addReseller(db(), { limit: 100_000 });
    const departure = await night();
    const resale = await confirmed(seller, departure);
    const people = [...resale.people.map(({ uuid }) => ({ uuid })), {}];
    expect(await changeResale(asKey(stage.at(3), seller), resale.uuid, { people })).toMatchObject({
      reason: "credit_limit",
      left: 20_000,
    });
    expect(await seatsOf(db(), departure)).toMatchObject({ available: 38, held: 0, confirmed: 2 });
    const other = await held(seller, departure);
    expect(await confirmResale(asKey(stage.at(3), seller), other.uuid, GUEST)).toMatchObject({
      reason: "credit_limit",
    });
    expect(sold(await findResale(asKey(stage.at(3), seller), other.uuid))).toMatchObject({ status: "on_hold" });
  });

  test("that was settled and is cancelled then is on the next statement", async () => {
    const seller = await addReseller(db(), { percent: 20 });
    const departure = await addDeparture(db(), await addCrawl(db(), {}), {
      date: "2026-12-20",
      prices: { MXN: 40_000 },
    });
    const { partnerId } = seller;
    const resale = await confirmed(seller, departure);
    const january = 60 * 24 * 75;
    expect(await closeMonth(staff(january), { month: "2026-12" })).toMatchObject({ ok: true });
    const read = await statementOf(staff(january), { partnerId, month: "2026-12" });
    if (!read.ok) throw new Error(read.reason);
    const { id, commission, cash } = read.statement;
    expect([commission, cash]).toEqual([16_000, 80_000]);
    expect(await agreeForPartner(staff(january), { statement_id: id!, commission, cash })).toMatchObject({ ok: true });
    expect(await payStatement(staff(january), { statement_id: id!, reference: "SPEI 1" })).toMatchObject({ ok: true });
    const booking = await bookingOf(resale);
    const expected = { version: booking.version, refund_minor: 80_000, currency: "MXN" as const };
    const wish = { booking_id: booking.id, choice: "operator" as const, expected };
    expect(await cancelAsAdmin(staff(january), wish)).toMatchObject({ ok: true });
    for (const { id: refund } of await stage.refunds(booking.id)) await submitRefund(staff(january), refund);
    expect(await owed(partnerId)).toBe(0);
    const months = await db()
      .selectFrom("partner_cash")
      .select(["amount", "statement_id"])
      .where("partner_id", "=", partnerId)
      .orderBy("at")
      .execute();
    expect(months).toMatchObject([
      { amount: 80_000, statement_id: id },
      { amount: -80_000, statement_id: null },
    ]);
    expect(await checkLedger(staff())).toBe(0);
  });
});

test("a reseller's program finds its resales on its statements, and what it owes once over all months", async () => {
  const seller = await addReseller(db(), { percent: 20 });
  const key = (minutes: number) => {
    const ctx = asKey(stage.at(minutes), seller);
    return { ...ctx, actor: { ...ctx.actor, key: { ...seller, scopes: ["money:read"] } } };
  };
  const own = await addCrawl(db(), {});
  const of = (date: string) => addDeparture(db(), own, { date, prices: { MXN: 40_000 } });
  const resales = [await confirmed(seller, await of("2027-02-20"), 1), await confirmed(seller, await of("2027-03-20"))];
  for (const [n, month] of ["2027-02", "2027-03"].entries()) {
    const { uuid, id, reference, reseller_reference } = resales[n]!;
    expect(await ownStatement(key(5), month, resalesOfBookings)).toMatchObject({
      statement: { lines: [{ resale: { uuid, id, reference, reseller_reference } }] },
    });
  }
  const read = await ownStatements(key(5));
  if (!read.ok) throw new Error(read.reason);
  const amounts = read.statements.map(({ month, cash, carried_over, due_of_month }) => {
    return [month, ...[cash, carried_over, due_of_month].map(({ amount_minor }) => amount_minor)];
  });
  expect(amounts).toEqual([
    ["2027-03", 120_000, 40_000, -64_000],
    ["2027-02", 40_000, 0, -32_000],
  ]);
  for (const month of ["2026-13", "2027-01", "2030-01"])
    expect(await ownStatement(key(5), month, resalesOfBookings), month).toMatchObject({ reason: "not_found" });
  expect(await ownStatement(key(5), "2026-10", resalesOfBookings)).toMatchObject({ statement: { lines: [] } });
});

describe("a resale on hold", () => {
  test("is held longer, for other people and another night; once it has lapsed it is over", async () => {
    const seller = await addReseller(db());
    const [departure, other] = [await night(), await night({ prices: { MXN: 50_000 } })];
    const key = (minutes: number) => asKey(stage.at(minutes), seller);
    const { uuid } = await held(seller, departure);
    expect(sold(await extendResale(key(5), uuid, { minutes: 31 }))).toMatchObject({
      expires_at: stage.at(36).now.toISOString(),
    });
    expect(sold(await extendResale(key(6), uuid, { minutes: 600 }))).toMatchObject({
      expires_at: stage.at(60).now.toISOString(),
    });
    expect(await extendResale(key(7), uuid, {})).toMatchObject({ reason: "hold_limit" });
    expect(sold(await changeResale(key(8), uuid, { people: [{}, {}, {}] }))).toMatchObject({ total: 120_000 });
    expect(await seatsOf(db(), departure)).toMatchObject({ available: 37, held: 3 });
    expect(sold(await changeResale(key(9), uuid, { departure_id: other, reseller_reference: "M" }))).toMatchObject({
      status: "on_hold",
      departure_id: other,
      total: 150_000,
      expires_at: stage.at(60).now.toISOString(),
      reseller_reference: "M",
    });
    expect(await seatsOf(db(), departure)).toMatchObject({ available: 40, held: 0 });
    expect(await seatsOf(db(), other)).toMatchObject({ available: 37, held: 3 });
    const resale = sold(await confirmResale(key(10), uuid, { ...GUEST, people: [{}, {}] }));
    expect(resale).toMatchObject({ status: "confirmed", total: 100_000 });
    expect(await owed(seller.partnerId)).toBe(100_000);

    const lapsed = await held(seller, other);
    for (const act of [() => confirmResale(key(20), lapsed.uuid, GUEST), () => cancelResale(key(20), lapsed.uuid, {})])
      expect(await act()).toMatchObject({ reason: "resale_expired" });
    expect(await extendResale(key(20), lapsed.uuid, {})).toMatchObject({ reason: "not_on_hold", status: "expired" });
    expect(await checkLedger(staff())).toBe(0);
  });

  test("is one of few: all nights and one night have a cap, whichever key holds", async () => {
    const seller = await addReseller(db());
    const second = await addKey(db(), seller.partnerId);
    const caps = { unpaid_per_reseller: "25", unpaid_per_reseller_night: "20", max_people: "10" };
    const values = Object.entries(caps).map(([name, value]) => ({ key: name, value }));
    await db().insertInto("app_settings").values(values).execute();
    forgetSettings({ db: db() });
    const [one, two] = [await night(), await night()];
    await held(seller, one, 10);
    await held(second, one, 10);
    const wish = (departure_id: string, people: number) => ({
      departure_id,
      people: Array.from({ length: people }, () => ({})),
      currency: "MXN" as const,
      language: "en" as const,
    });
    expect(await resellPlaces(asKey(stage.at(0), second), wish(one, 1))).toMatchObject({
      reason: "resale_limit",
      left: 0,
    });
    expect(await resellPlaces(asKey(stage.at(0), second), wish(two, 6))).toMatchObject({
      reason: "resale_limit",
      left: 5,
    });
    expect(await resellPlaces(asKey(stage.at(0), second), wish(two, 5))).toMatchObject({ ok: true });
    expect(await resellPlaces(asKey(stage.at(0), await addReseller(db())), wish(one, 10))).toMatchObject({ ok: true });
    await db().deleteFrom("app_settings").where("key", "in", Object.keys(caps)).execute();
    forgetSettings({ db: db() });
  });

  test("of the last place is one reseller's, however many ask at once", async () => {
    const sellers = await Promise.all(Array.from({ length: 6 }, () => addReseller(db())));
    const departure = await night({ seats: 1 });
    const answers = await Promise.all(
      sellers.map((seller) =>
        resellPlaces(asKey(stage.at(0), seller), {
          departure_id: departure,
          people: [{}],
          currency: "MXN",
          language: "en",
        }),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await seatsOf(db(), departure)).toMatchObject({ available: 0, held: 1 });
  });

  test("that lapses while it is confirmed is either, and never sold twice", async () => {
    const seller = await addReseller(db());
    const departure = await night({ seats: 2 });
    const { uuid } = await held(seller, departure);
    const rival = await addReseller(db());
    const wish: ReserveResale = { departure_id: departure, people: [{}, {}], currency: "MXN", language: "en" };
    const [mine, theirs] = await Promise.all([
      confirmResale(asKey(stage.at(19.99), seller), uuid, GUEST),
      resellPlaces(asKey(stage.at(20.01), rival), wish),
    ]);
    expect([mine.ok, theirs.ok].filter(Boolean).length).toBeLessThanOrEqual(1);
    const { available, held: holding, confirmed: going } = await seatsOf(db(), departure);
    expect([available + holding + going, going + holding]).toEqual([2, 2]);
    expect(await owed(seller.partnerId)).toBe(mine.ok ? 80_000 : 0);
  });

  /** Two people of a new resale go to another night; `meanwhile` runs once it has been read and before anything of it is locked. */
  const movedWhile = async (meanwhile: (key: ReturnType<typeof asKey>, uuid: string) => Promise<unknown>) => {
    const seller = await addReseller(db());
    const [departure, other] = [await night(), await night()];
    const { uuid } = await held(seller, departure);
    const key = asKey(stage.at(1), seller);
    const before = once(() => meanwhile(key, uuid));
    const pool = new Proxy(key.pool, {
      get: (of, name) => {
        const own: unknown = name === "connect" ? () => before().then(() => of.connect()) : Reflect.get(of, name, of);
        return typeof own === "function" ? own.bind(of) : own;
      },
    });
    const answer = await changeResale({ ...key, pool }, uuid, { departure_id: other });
    const seats = await Promise.all([departure, other].map((id) => seatsOf(db(), id)));
    return { answer, resale: sold(await findResale(key, uuid)), departure, seats, owes: await owed(seller.partnerId) };
  };
  const once = (act: () => Promise<unknown>) => {
    let done: Promise<unknown> | null = null;
    return () => (done ??= act());
  };

  test("that is confirmed while it goes to another night stays where it was, and is owed once", async () => {
    const moved = await movedWhile(async (key, uuid) => sold(await confirmResale(key, uuid, GUEST)));
    const { answer, departure, ...rest } = moved;
    expect(answer).toMatchObject({ ok: false, reason: "busy" });
    expect(rest).toMatchObject({
      resale: { status: "confirmed", departure_id: departure },
      seats: [
        { confirmed: 2, held: 0 },
        { confirmed: 0, held: 0 },
      ],
      owes: 80_000,
    });
  });

  test("that goes to two nights at once is on one of them", async () => {
    const third = await night();
    const { answer, resale, seats } = await movedWhile(async (key, uuid) =>
      sold(await changeResale(key, uuid, { departure_id: third })),
    );
    expect(answer).toMatchObject({ ok: false, reason: "busy" });
    expect(resale).toMatchObject({ status: "on_hold", departure_id: third });
    expect(seats).toMatchObject([{ held: 0 }, { held: 0 }]);
    expect(await seatsOf(db(), third)).toMatchObject({ held: 2 });
  });

  test("is confirmed once, however often that is asked", async () => {
    const seller = await addReseller(db(), { limit: 80_000 });
    const departure = await night();
    const [one, two] = [await held(seller, departure), await held(seller, departure)];
    const all = [one, one, two, one, two];
    const answers = await Promise.all(
      all.map(({ uuid }) => confirmResale(asKey(stage.at(1), seller), uuid, GUEST).catch(() => null)),
    );
    expect(new Set(all.filter((_, n) => answers[n]?.ok)).size).toBe(1);
    expect(await owed(seller.partnerId)).toBe(80_000);
    expect(await checkLedger(staff())).toBe(0);
  });
});

describe("a reseller's limit", () => {
  /** Six resales confirmed at once by two keys of a partner that may owe two of them. */
  const sixAtOnce = async (pool?: pg.Pool) => {
    const seller = await addReseller(db(), { limit: 160_000 });
    const second = await addKey(db(), seller.partnerId);
    const departure = await night();
    const all = await Promise.all(Array.from({ length: 6 }, () => held(seller, departure)));
    const at = stage.at(1);
    const ctx = pool ? { ...at, pool: pool as never, db: openDb(pool) } : at;
    await Promise.all(
      all.map(({ uuid }, n) => confirmResale(asKey(ctx, n % 2 ? seller : second), uuid, GUEST).catch(() => null)),
    );
    return owed(seller.partnerId);
  };

  test("holds when many are confirmed at once", async () => {
    expect(await sixAtOnce()).toBe(160_000);
  });

  test("control: counted without the lock more is owed", async () => {
    const { pool } = database.services;
    const isLock = (request: string | QueryConfig) =>
      (typeof request === "string" ? request : request.text).includes("hashtextextended('desk:'");
    const connect = async () => {
      const client = await pool.connect();
      const query = async (request: string | QueryConfig, values?: unknown[]) =>
        isLock(request) ? { rows: [], rowCount: 0, command: "SELECT" } : client.query(request, values);
      return { query, release: (broken?: Error) => client.release(broken) };
    };
    const bare = new Proxy(pool, {
      get: (of, name) => {
        const own: unknown = name === "connect" ? connect : Reflect.get(of, name, of);
        return typeof own === "function" ? own.bind(of) : own;
      },
    });
    expect(await sixAtOnce(bare)).toBeGreaterThan(160_000);
  });
});

test("a test key is refused by the limit as a live one is, when it confirms and when that grows", async () => {
  const none = await addReseller(db(), { test: true, limit: 0 });
  const departure = await night();
  const { uuid } = await held(none, departure);
  expect(await confirmResale(asKey(stage.at(1), none), uuid, GUEST)).toMatchObject({ reason: "credit_limit", left: 0 });
  expect(sold(await findResale(asKey(stage.at(1), none), uuid))).toMatchObject({ status: "on_hold" });
  const some = await addReseller(db(), { test: true, limit: 100_000 });
  const resale = await confirmed(some, departure);
  const more = { people: [{}, {}, {}, {}, {}] };
  expect(await changeResale(asKey(stage.at(2), some), resale.uuid, more)).toMatchObject({ reason: "credit_limit" });
  expect(sold(await changeResale(asKey(stage.at(2), some), resale.uuid, { people: [{}] }))).toMatchObject({
    total: 40_000,
  });
});

test("what costs nothing is sold by who owes more than its limit of now", async () => {
  const seller = await addReseller(db());
  await confirmed(seller, await night());
  await db().updateTable("partners").set({ desk_credit_limit: 100 }).where("id", "=", seller.partnerId).execute();
  const beyond = (amount: number) =>
    db()
      .transaction()
      .execute((tx) => beyondLimit(tx, { partnerId: seller.partnerId, test: true, amount }));
  expect(await beyond(0)).toBeNull();
  expect(await beyond(1)).toMatchObject({ reason: "credit_limit", left: 0 });
});

test("with a test key all of it is answered, and nothing else is written", async () => {
  const seller = await addReseller(db(), { test: true, percent: 10 });
  const [departure, other] = [await night(), await night({ prices: { MXN: 50_000 } })];
  const before = await wholeDatabase(db());
  const key = (minutes: number) => asKey(stage.at(minutes), seller);
  const { uuid } = await held(seller, departure);
  const lapsing = await held(seller, departure);
  expect(sold(await extendResale(key(1), uuid, { minutes: 40 }))).toMatchObject({ status: "on_hold" });
  expect(await confirmResale(key(2), uuid, {})).toMatchObject({ reason: "contact_needed" });
  const resale = sold(await confirmResale(key(3), uuid, { ...GUEST, people: [{}, {}, {}] }));
  expect(resale).toMatchObject({ status: "confirmed", test: true, total: 120_000, net: 108_000, people: [{}, {}, {}] });
  expect(await verifyTicket(stage.at(3), resale.voucher!)).toBeNull();
  expect(sold(await changeResale(key(4), uuid, { departure_id: other }))).toMatchObject({ total: 150_000 });
  expect(sold(await cancelResale(key(5), uuid, { reason: "x" }))).toMatchObject({ cancellation: { refund: "full" } });
  expect(await confirmResale(key(20), lapsing.uuid, GUEST)).toMatchObject({ reason: "resale_expired" });
  const after = await wholeDatabase(db());
  expect({ ...after, test_resales: 0 }).toEqual({ ...before, test_resales: 0 });
});

const monthOf = ({ rule }: Resale): string => {
  const starts = new Date(Date.parse(rule.until) + 24 * 3_600_000);
  return new Intl.DateTimeFormat("en-CA", { timeZone: "America/Mexico_City" }).format(starts).slice(0, 7);
};
