import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { barToken } from "#src/modules/evening/stops/grant-link.server.ts";
import { copyRoute } from "#src/modules/evening/stops/copy-route.server.ts";
import { renewBarLink, switchBar } from "#src/modules/evening/stops/save-bar.server.ts";
import { issueTickets } from "#src/modules/evening/tickets/issue-tickets.server.ts";
import { ticketsOf } from "#src/modules/evening/tickets/queries.server.ts";
import { barPage, drinksOfTickets, settlementOf } from "#src/modules/evening/vouchers/queries.server.ts";
import { redeemVoucher, undoVoucher } from "#src/modules/evening/vouchers/redeem-voucher.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";

const database = freshDatabase();
const db = () => database.services.db;
/** 23:20 of the night after `NOON`. */
const LATE = new Date(NOON.getTime() + 35 * 3_600_000 + 20 * 60_000);
const bar = (now = LATE) => database.ctx({ now });
const manager = () => database.ctx({ now: LATE, actor: { kind: "user", role: "manager" } });

beforeAll(async () => void (await bookDeparture(database.ctx())));

/** A bar where tonight's crawl gives `vouchers` drinks per ticket, and the tickets of a booking of two. */
async function evening({ vouchers = 1 } = {}) {
  const barId = (
    await db()
      .insertInto("bars")
      .values({ name: "El Ajolote", city_id: "mexico-city", map_url: null, voucher_price: 3500 })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
  const bookingId = await bookDeparture(database.ctx(), { number_of_people: 2 });
  const { crawl_id, scheduled_crawl_id: departureId } = await db()
    .selectFrom("bookings")
    .select(["crawl_id", "scheduled_crawl_id"])
    .where("id", "=", bookingId)
    .executeTakeFirstOrThrow();
  await db()
    .insertInto("crawl_stops")
    .values({ crawl_id, position: 1, bar_id: barId, at: "23:15", vouchers })
    .execute();
  const ctx = database.ctx();
  await db()
    .transaction()
    .execute((tx) => issueTickets(ctx, tx, { bookingId }));
  const [first, second] = await ticketsOf(ctx, bookingId);
  return { barId, bookingId, departureId, first: first!, second: second!, token: barToken(ctx.secret, barId, 1) };
}
const redeem = (token: string, code: string, key = randomUUID(), ctx = bar()) =>
  redeemVoucher(ctx, { token, code, key });

describe("a voucher", () => {
  test("is redeemed by the typed code or the QR code's text, as often as the ticket is worth", async () => {
    const { token, first, second, departureId, bookingId } = await evening();
    expect(await redeem(token, ` ${first.code.slice(0, 3)}-${first.code.slice(3).toLowerCase()}`)).toMatchObject({
      ok: true,
      used: 1,
      of: 1,
      isInside: false,
    });
    expect(await redeem(token, first.token)).toMatchObject({ reason: "all_used", of: 1, at: LATE.toISOString() });
    expect(await redeem(token, second.token)).toMatchObject({ ok: true, used: 1 });
    const drinks = await drinksOfTickets(bar(), departureId, bookingId);
    expect(drinks[first.id]).toEqual([{ bar: "El Ajolote", at: "23:15", left: 0, of: 1 }]);
    expect((await barPage(bar(), token))!.groups).toMatchObject([{ people: 2, vouchers: 1, redeemed: 2 }]);
    const hoursBefore = (hours: number) => bar(new Date(LATE.getTime() - hours * 3_600_000));
    expect((await barPage(hoursBefore(14), token))!.groups).toMatchObject([{ people: 2 }]);
    expect((await barPage(hoursBefore(18), token))!.groups).toEqual([]);
  });

  test("taps at once never exceed what it is worth, and the same tap counts once", async () => {
    const { token, first } = await evening({ vouchers: 3 });
    const same = randomUUID();
    const repeated = await Promise.all([1, 2, 3, 4].map(() => redeem(token, first.code, same)));
    expect(repeated).toEqual(repeated.map(() => expect.objectContaining({ ok: true, used: 1, of: 3 })));
    const taps = await Promise.all(Array.from({ length: 12 }, () => redeem(token, first.code)));
    expect(taps.filter(({ ok }) => ok)).toHaveLength(2);
    const { rows } = await sql`select from voucher_uses where ticket_id = ${first.id}`.execute(db());
    expect(rows).toHaveLength(3);
  });

  test("which they would exceed without the lock and the index: counting first and writing then isn't enough", async () => {
    await sql`create table unguarded (at timestamptz)`.execute(db());
    let counted = 0;
    const everyoneCounted = Promise.withResolvers<void>();
    const naive = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from unguarded`.execute(db());
      if (++counted === 4) everyoneCounted.resolve();
      await everyoneCounted.promise;
      if (rows[0]!.n < 1) await sql`insert into unguarded values (now())`.execute(db());
    };
    await Promise.all([naive(), naive(), naive(), naive()]);
    expect((await sql`select from unguarded`.execute(db())).rows).toHaveLength(4);
    // and the index alone refuses what the lock would have held back
    const { token, first } = await evening();
    await redeem(token, first.code);
    const copied = sql`insert into voucher_uses (id, ticket_id, stop_id, departure_id, bar_id, slot, currency, checked_in, at)
      select gen_random_uuid(), ticket_id, stop_id, departure_id, bar_id, slot, currency, false, at from voucher_uses
      where ticket_id = ${first.id}`;
    await expect(copied.execute(db())).rejects.toThrow("voucher_uses_once");
  });

  test("can be taken back for two minutes, and is free then", async () => {
    const { token, first } = await evening();
    const done = await redeem(token, first.code);
    if (!done.ok) throw new Error(done.reason);
    const undo = (ms: number, link = token) =>
      undoVoucher(bar(new Date(LATE.getTime() + ms)), { token: link, use: done.use });
    expect(await undo(60_000, (await evening()).token)).toMatchObject({ reason: "too_late" });
    expect(await undo(120_001)).toMatchObject({ reason: "too_late" });
    expect(await undo(119_000)).toEqual({ ok: true });
    expect(await undo(119_500)).toEqual({ ok: true });
    expect(await redeem(token, first.code)).toMatchObject({ ok: true, used: 1 });
  });

  test("says that its guest is checked in", async () => {
    const { token, first, departureId } = await evening();
    const event = { id: randomUUID(), kind: "in", departure_id: departureId, ticket_id: first.id, way: "scan" };
    const times = { device_at: LATE, happened_at: LATE, received_at: LATE };
    await db()
      .insertInto("checkin_events")
      .values({ ...event, ...times })
      .execute();
    const entry = { id: event.id, ticket_id: first.id, departure_id: departureId, standing: "open" };
    await db()
      .insertInto("entries")
      .values({ ...entry, happened_at: LATE, changed_at: LATE })
      .execute();
    expect(await redeem(token, first.code)).toMatchObject({ ok: true, isInside: true });
  });
});

describe("what changes while it is redeemed counts", () => {
  const TURNS: [string, string, (tx: Tx, of: Awaited<ReturnType<typeof evening>>) => Promise<unknown>][] = [
    [
      "a cancelled booking",
      "ticket_invalid",
      (tx, { bookingId }) =>
        tx
          .updateTable("bookings")
          .set({ status: "cancelled", cancel_reason: "customer" })
          .where("id", "=", bookingId)
          .execute(),
    ],
    [
      "a withdrawn ticket",
      "ticket_invalid",
      (tx, { first }) => tx.updateTable("tickets").set({ status: "void" }).where("id", "=", first.id).execute(),
    ],
    [
      "another bar, saved before the night had stops of its own",
      "not_here_tonight",
      async (tx, { departureId, barId }) => {
        const other = { name: "Otro", city_id: "mexico-city", map_url: null };
        const { id } = await tx.insertInto("bars").values(other).returning("id").executeTakeFirstOrThrow();
        await tx.updateTable("crawl_stops").set({ bar_id: id }).where("bar_id", "=", barId).execute();
        await copyRoute(tx, departureId);
      },
    ],
  ];
  test.each(TURNS)("%s", async (_, reason, turn) => {
    const of = await evening();
    const [turned, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const turning = db()
      .transaction()
      .execute(async (tx) => {
        await turn(tx, of);
        turned.resolve();
        await mayCommit.promise;
      });
    await turned.promise;
    const redeeming = redeem(of.token, of.first.code);
    await database.someoneWaits();
    mayCommit.resolve();
    await turning;
    expect(await redeeming).toMatchObject({ ok: false, reason });
    expect((await sql`select from voucher_uses where ticket_id = ${of.first.id}`.execute(db())).rows).toEqual([]);
  });
});

describe("it is refused", () => {
  test("to who was moved to another night of the evening, and had it there", async () => {
    const [one, other] = [await evening(), await evening({ vouchers: 2 })];
    await db().updateTable("crawl_stops").set({ bar_id: one.barId }).where("bar_id", "=", other.barId).execute();
    expect(await redeem(one.token, one.first.code)).toMatchObject({ ok: true, used: 1, of: 1 });
    const moved = { scheduled_crawl_id: other.departureId };
    await db().updateTable("bookings").set(moved).where("id", "=", one.bookingId).execute();
    const drinks = await drinksOfTickets(bar(), other.departureId, one.bookingId);
    expect(drinks[one.first.id]).toMatchObject([{ left: 1, of: 2 }]);
    expect(await redeem(one.token, one.first.code)).toMatchObject({ ok: true, used: 2, of: 2 });
    expect(await redeem(one.token, one.first.code)).toMatchObject({ reason: "all_used", of: 2 });
    expect(await redeem(one.token, one.second.code)).toMatchObject({ ok: true, used: 1, of: 2 });
  });

  test("to test bookings once payments are live, which owe no bar anything", async () => {
    const { token, first, second, bookingId, barId } = await evening();
    expect(await redeem(token, first.code)).toMatchObject({ ok: true });
    await db().updateTable("bookings").set({ test: true }).where("id", "=", bookingId).execute();
    const live = { ...bar(), settings: { ...bar().settings, PAYMENTS_MODE: "live" as const } };
    expect(await redeem(token, second.code, randomUUID(), live)).toMatchObject({ reason: "ticket_invalid" });
    const total = async (ctx: Context) => settlementOf(ctx, barId, "2026-11");
    expect(await total(manager())).toMatchObject({ total: { redeemed: 1 } });
    expect(await total({ ...manager(), settings: live.settings })).toMatchObject({ total: { redeemed: 0 } });
  });

  test("where two tickets come with the key of one tap", async () => {
    const { token, first, second } = await evening();
    const key = randomUUID();
    const both = await Promise.all([redeem(token, first.code, key), redeem(token, second.code, key)]);
    expect(both.map((one) => (one.ok ? "ok" : one.reason)).toSorted()).toEqual(["ok", "ticket_invalid"]);
  });

  test("elsewhere, on another night, where it is worth nothing, and for tickets that don't count", async () => {
    const { token, first, second, barId, bookingId } = await evening();
    const other = await evening({ vouchers: 0 });
    expect(await redeem(other.token, first.code)).toMatchObject({ reason: "not_here_tonight" });
    expect(await redeem(other.token, other.first.code)).toMatchObject({ reason: "no_vouchers" });
    expect(await redeem(token, first.code, randomUUID(), bar(NOON))).toMatchObject({ reason: "not_here_tonight" });
    expect(await redeem(token, "ABC DEF")).toMatchObject({ reason: "ticket_invalid" });
    expect(await redeem(token, `${first.token.slice(0, -4)}AAAA`)).toMatchObject({ reason: "ticket_invalid" });
    await db().updateTable("tickets").set({ status: "void" }).where("id", "=", second.id).execute();
    expect(await redeem(token, second.code)).toMatchObject({ reason: "ticket_invalid" });
    await db()
      .updateTable("bookings")
      .set({ status: "cancelled", cancel_reason: "customer" })
      .where("id", "=", bookingId)
      .execute();
    expect(await redeem(token, first.code)).toMatchObject({ reason: "ticket_invalid" });
    expect(await settlementOf(manager(), barId, "2026-11")).toMatchObject({ total: { redeemed: 0 } });
  });

  test("by a link that was made anew, of a bar that is off, and by any other text", async () => {
    const { token, first, barId } = await evening();
    await switchBar(manager(), { id: barId, isActive: false });
    expect(await redeem(token, first.code)).toMatchObject({ reason: "link_off" });
    await switchBar(manager(), { id: barId, isActive: true });
    await renewBarLink(manager(), { id: barId, seen: 1 });
    expect(await redeem(token, first.code)).toMatchObject({ reason: "link_revoked" });
    expect(await barPage(bar(), token)).toMatchObject({ state: "revoked", groups: [] });
    const wrong = token.slice(0, -1) + (token.endsWith("_") ? "-" : "_");
    expect(await redeem(wrong, first.code)).toMatchObject({ reason: "link_unknown" });
    expect(await redeem(barToken(bar().secret, barId, 2), first.code)).toMatchObject({ ok: true });
  });

  test("after too many wrong codes by one link; right ones don't count", async () => {
    const { token, first, second } = await evening();
    expect(await redeem(token, second.code)).toMatchObject({ ok: true });
    for (let i = 0; i < 30; i++) expect(await redeem(token, "222222")).toMatchObject({ reason: "ticket_invalid" });
    expect(await redeem(token, first.code)).toMatchObject({ reason: "too_many_tries" });
    const later = new Date(LATE.getTime() + 600_000);
    expect(await redeem(token, first.code, randomUUID(), bar(later))).toMatchObject({ ok: true });
  });
});

test("the settlement counts nights at the price of their moment, and never adds currencies", async () => {
  const { token, barId, first, second, departureId } = await evening();
  await redeem(token, first.code);
  await db().updateTable("bars").set({ voucher_price: 250, voucher_currency: "USD" }).where("id", "=", barId).execute();
  await redeem(token, second.code);
  const settled = {
    redeemed: 2,
    unpriced: 0,
    amounts: [
      { amount: 250, currency: "USD" },
      { amount: 3500, currency: "MXN" },
    ],
  };
  const settlement = await settlementOf(manager(), barId, "2026-11");
  expect(settlement).toMatchObject({
    ok: true,
    nights: [{ departureId, date: "2026-11-21", ...settled }],
    total: settled,
  });
  expect(await settlementOf(manager(), barId, "2026-12")).toMatchObject({ nights: [] });
  const guide = database.ctx({ actor: { kind: "user", role: "guide" } });
  expect(await settlementOf(guide, barId, "2026-11")).toMatchObject({ reason: "forbidden" });
});
