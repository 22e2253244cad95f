import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeMonth, finishClosing } from "#src/modules/partners/commission/close-month.server.ts";
import { statementsPage } from "#src/modules/partners/commission/queries.server.ts";
import { partyTonight, somebody } from "#tests/at-the-door.ts";
import { freshDatabase } from "#tests/database.ts";
import { addPartner, repeatBooking } from "#tests/partner-acts.ts";
import { later } from "#tests/seeds.ts";

// A month with more bookings than an answer can wait for: two partners with 600 each.

const database = freshDatabase();
const db = () => database.services.db;
const AFTER = new Date("2026-12-01T18:00:00Z");
let of: { month: string; test: boolean };
let admin: Awaited<ReturnType<typeof somebody>>;
let partners: string[];
const MONTHS = ["2026-04", "2026-05", "2026-06", "2026-07", "2026-08", "2026-09", "2026-10"];

beforeAll(async () => {
  const { booking } = await partyTonight(database, { test: true });
  partners = [];
  for (const code of ["one", "other"]) {
    const partnerId = await addPartner(db(), later(0), { code });
    partners.push(partnerId);
    await repeatBooking(db(), booking, { times: 600, code, partnerId });
  }
});

beforeEach(async () => {
  admin = await somebody(database, "admin");
  of = { month: MONTHS.pop()!, test: true };
  await addLines();
});

describe("closing a month of many bookings", () => {
  test("is done by a job under the name of whoever asked, and once however often it is asked", async () => {
    const ask = () => closeMonth(admin.ctx(AFTER), { month: of.month });
    expect([await ask(), await ask()]).toEqual([
      { ok: true, goesOn: true },
      { ok: true, goesOn: true },
    ]);
    expect(await page()).toMatchObject({ closing: { isLate: false }, isClosed: false, sums: { count: 2, made: 0 } });
    await database.work();
    expect(await page()).toMatchObject({ closing: null, isClosed: true, sums: { count: 2, made: 2 } });
    expect(await ask()).toEqual({ ok: true, goesOn: false });
    await finishClosing(database.ctx({ now: AFTER }), of);
    expect(await numbers()).toEqual([1, 2]);
    expect(await done()).toEqual(["statements.closing", "statements.closed"]);
  });

  test("goes on where it was cut off", async () => {
    await closeMonth(admin.ctx(AFTER), { month: of.month });
    await db()
      .transaction()
      .execute(async (tx) => {
        await sql`select from partners where id = ${partners[1]} for update`.execute(tx);
        const closing = expect(finishClosing(database.ctx({ now: AFTER }), of)).rejects.toThrow(/cancel/);
        await database.someoneWaits();
        await sql`select pg_cancel_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(tx);
        await closing;
      });
    expect(await page()).toMatchObject({ closing: {}, isClosed: false, sums: { count: 2, made: 1 } });
    await database.work();
    expect(await page()).toMatchObject({ closing: null, isClosed: true });
    expect(await numbers()).toEqual([1, 2]);
  });

  test("can be asked for again where it takes too long", async () => {
    const ask = (now: Date) => closeMonth(admin.ctx(now), { month: of.month });
    await ask(AFTER);
    const late = new Date(+AFTER + 11 * 60_000);
    expect(await page(late)).toMatchObject({ closing: { isLate: true } });
    await sql`delete from graphile_worker._private_jobs`.execute(db());
    await ask(late);
    await database.work();
    expect(await page(late)).toMatchObject({ closing: null, isClosed: true });
  });

  test("is given up where whoever asked may not any more, and can be asked for again", async () => {
    await closeMonth(admin.ctx(AFTER), { month: of.month });
    await demote(admin.id);
    await database.work();
    expect(await page()).toMatchObject({ closing: null, isClosed: false, sums: { made: 0 } });
  });

  test("is ended by the system where the account of whoever asked is deleted meanwhile", async () => {
    await closeMonth(admin.ctx(AFTER), { month: of.month });
    await db().deleteFrom("user").where("id", "=", admin.id).execute();
    await database.work();
    expect(await page()).toMatchObject({ closing: null, isClosed: true, sums: { count: 2, made: 2 } });
  });

  test("is taken over by whoever asks next, where the first is gone, may not any more or has left it for long", async () => {
    const [other, late] = [await somebody(database, "admin"), new Date(+AFTER + 11 * 60_000)];
    const asker = async () => {
      const rows = await db().selectFrom("closing_months").select(["asked_by", "asked_at"]).execute();
      return rows.map(({ asked_by, asked_at }) => [asked_by, asked_at.toISOString()]);
    };
    const ask = (who: typeof other, now = AFTER) => closeMonth(who.ctx(now), { month: of.month });
    await ask(admin);
    await ask(other);
    expect(await asker(), "in good hands").toEqual([[admin.id, AFTER.toISOString()]]);
    await ask(other, late);
    expect(await asker()).toEqual([[other.id, late.toISOString()]]);
    await demote(other.id);
    await ask(admin, late);
    expect(await asker()).toEqual([[admin.id, late.toISOString()]]);
    expect(await page(late)).toMatchObject({ closing: { isLate: false } });
    await db().updateTable("closing_months").set({ asked_by: null }).execute();
    await ask(admin, new Date(+late + 1000));
    expect((await asker())[0]![0]).toBe(admin.id);
    await database.work();
    expect(await page()).toMatchObject({ isClosed: true });
    expect(await done()).toEqual([
      "statements.closing",
      "statements.closing",
      "statements.closing",
      "statements.closed",
    ]);
  });

  test("stays asked for by whoever takes it over while the job gives it up", async () => {
    await closeMonth(admin.ctx(AFTER), { month: of.month });
    const other = await somebody(database, "admin");
    await demote(admin.id);
    let givesUp: Promise<void> = Promise.resolve();
    await db()
      .transaction()
      .execute(async (tx) => {
        const soon = new Date(+AFTER + 1000);
        await tx.updateTable("closing_months").set({ asked_by: other.id, asked_at: soon }).execute();
        givesUp = finishClosing(database.ctx({ now: soon }), of);
        await database.someoneWaits();
      });
    await givesUp;
    expect(await page()).toMatchObject({ closing: {}, isClosed: false });
    await database.work();
    expect(await page()).toMatchObject({ closing: null, isClosed: true });
  });
});

const demote = (id: string) => db().updateTable("user").set({ role: "support" }).where("id", "=", id).execute();

async function page(now = AFTER) {
  const snapshot = await statementsPage(database.ctx({ now, actor: { kind: "user", role: "admin" } }), {
    month: of.month,
    page: 1,
  });
  if (!snapshot.ok) throw new Error(snapshot.reason);
  return snapshot;
}

const numbers = async () =>
  (
    await db()
      .selectFrom("partner_statements")
      .select("number")
      .where("month", "=", of.month)
      .orderBy("number")
      .execute()
  ).map(({ number }) => number);
const done = async () =>
  (await db().selectFrom("audit_log").select("action").where("actor_id", "=", admin.id).orderBy("id").execute()).map(
    ({ action }) => action,
  );

/** A line for each booking of a partner; the books know nothing of them. */
const addLines = () =>
  sql`insert into commission_lines (partner_id, booking_id, month, service_date, kind, cause, came, people, sale, amount, rule, test, at)
    select partner_id, id, ${of.month}, ${`${of.month}-20`}, 'accrued', 'came', 2, 2, 80000, 8000,
      '{"kind": "percentage", "value": 1000, "basis": "came", "version": 1, "exception": false, "tier": null}', true, now()
    from bookings where partner_id is not null`.execute(db());
