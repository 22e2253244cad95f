import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { release } from "#src/modules/sales/booking/release-hold.server.ts";
import { bookingConfirmed } from "#src/modules/sales/booking/events.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { lowerPrice } from "#src/modules/sales/booking/lower-price.server.ts";
import { postSale } from "#src/modules/sales/booking/post-sale.server.ts";
import { agreeForPartner, agreeStatement } from "#src/modules/partners/commission/agree-statement.server.ts";
import { answerQuestion } from "#src/modules/partners/commission/answer-question.server.ts";
import { askLine } from "#src/modules/partners/commission/ask-line.server.ts";
import { closeMonth } from "#src/modules/partners/commission/close-month.server.ts";
import { paySheet, payStatement, type SeenSheet } from "#src/modules/partners/commission/pay-statement.server.ts";
import {
  linesOfBooking,
  statementOf,
  statementsOf,
  statementsPage,
} from "#src/modules/partners/commission/queries.server.ts";
import { staffStatementFile } from "#src/modules/partners/commission/read-statement-file.server.ts";
import { settleHeld } from "#src/modules/partners/commission/settle-commission.server.ts";
import { holdAlone, holdMonths } from "#src/modules/partners/commission/store/lines.server.ts";
import { isClosed } from "#src/modules/partners/commission/store/statements.server.ts";
import { payoutsSheet } from "#src/modules/partners/commission/write-csv.server.ts";
import { lookAtDouble } from "#src/modules/evening/door/look-at-double.server.ts";
import { syncDevice } from "#src/modules/evening/door/sync-device.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { ledgerCheck } from "#src/modules/money/payments/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf as statements } from "#src/platform/transaction.server.ts";
import { doorEvent, type Party, partyTonight, phoneOf, upload } from "#tests/at-the-door.ts";
import { freshDatabase } from "#tests/database.ts";
import { later } from "#tests/seeds.ts";
import {
  addPartner,
  atTheDoor,
  changeCredit,
  changeTerms,
  closingDiffers,
  commissionDiffers,
  type NewTerms,
  repeatBooking,
} from "#tests/partner-acts.ts";
import { csvText } from "#tests/sheets.ts";

const database = freshDatabase();
const db = () => database.services.db;
const AFTER = new Date("2026-12-01T18:00:00Z");
const NOVEMBER = "2026-11";
const office = (now = later(600)) => database.ctx({ now, actor: { kind: "user", role: "admin" } });
const inTx = <T>(work: (tx: Tx) => Promise<T>) => db().transaction().execute(work);
let codes = 0;

beforeAll(async () => {
  await partyTonight(database);
  await db().insertInto("currency_rates").values({ currency: "EUR", per_usd: 0.85, date: "2026-11-20" }).execute();
});

const newPartner = (terms: Partial<NewTerms> = {}) =>
  addPartner(db(), later(0), { code: `hostel-${codes++}`, ...terms });

/** A paid booking of two for 800 pesos tonight, or another night of the month, that a partner is credited with. */
async function sentBy(
  partnerId: string | null,
  { days = 0, people = 2, ...sold }: Parameters<typeof partyTonight>[1] & { people?: number } = {},
): Promise<Party> {
  const party = await partyTonight(database, {
    days,
    number_of_people: people,
    total_price: people * 40_000,
    test: true,
    ...sold,
  });
  const ctx = office();
  await inTx(async (tx) => {
    const credit = { partner_id: partnerId, partner_reason: partnerId && "link" };
    await tx.updateTable("bookings").set(credit).where("id", "=", party.booking).execute();
    await postSale(ctx, tx, await lockBooking(tx, party.booking));
    await ctx.publish(ctx, tx, bookingConfirmed({ bookingId: party.booking, partnerId }));
  });
  return party;
}
const cancel = (party: Party, ctx = office()) =>
  inTx(async (tx) => {
    await lockBooking(tx, party.booking);
    await release(ctx, tx, { id: party.booking, reason: "admin", from: ["confirmed"] });
  });
const lower = (party: Party, amount: number, ctx = office()) =>
  inTx(async (tx) => {
    await lockBooking(tx, party.booking);
    await lowerPrice(ctx, tx, { bookingId: party.booking, amount, key: randomUUID() });
  });
const enter = ({ tickets: [first] }: Party, ctx = office()) => atTheDoor(ctx, first!);
const amountsOf = async ({ booking }: Party) =>
  (await linesOfBooking(office(), { bookingId: booking, partnerId: null })).map(({ amount }) => amount);
async function read(partnerId: string, month = NOVEMBER) {
  const found = await statementOf(office(), { partnerId, month });
  if (!found.ok) throw new Error(found.reason);
  return found.statement;
}
const close = (month = NOVEMBER, now = AFTER) => closeMonth(office(now), { month });
const agree = async (partnerId: string, ctx: Context = office(AFTER)) => {
  const { id, commission, cash } = await read(partnerId);
  return agreeForPartner(ctx, { statement_id: id!, commission, cash });
};
/** Another month, that no test before has closed. */
const reopened = () => sql`delete from closed_months`.execute(db());

describe("a booking's commission", () => {
  test("comes with each guest who comes in, goes with a refund, and says why", async () => {
    const partner = await newPartner();
    const party = await sentBy(partner);
    expect(await amountsOf(party), "nobody came yet").toEqual([]);
    await enter(party);
    await lower(party, 20_000);
    await cancel(party);
    expect(await amountsOf(party)).toEqual([4000, -1000, -3000]);
    const lines = await linesOfBooking(office(), { bookingId: party.booking, partnerId: partner });
    expect(lines.map(({ cause }) => cause)).toEqual(["came", "sale", "cancelled"]);
    expect(lines[0]!.rule).toMatchObject({ kind: "percentage", value: 1000, basis: "came", version: 1 });
    expect(await commissionDiffers(db())).toEqual([]);
  });

  test.each(["USD", "EUR"])(
    "of a sale in %s is in pesos at the sale's rate, rounded over all guests",
    async (currency) => {
      const partner = await newPartner();
      // 58160.85 centavos; the dollar's rate of now would make it 66660, and rounding for each guest 5817 of it
      const party = await sentBy(partner, { people: 3, total_price: 3333, currency, peso_rate: 17.45 });
      for (const ticket of party.tickets) await atTheDoor(office(), ticket);
      expect(await amountsOf(party)).toEqual([1939, 1938, 1939]);
      const lines = await linesOfBooking(office(), { bookingId: party.booking, partnerId: partner });
      expect(lines.reduce((sum, { sale }) => sum + sale, 0)).toBe(58_161);
      expect(await commissionDiffers(db())).toEqual([]);
    },
  );

  // what a phone tells at a time, of which nobody can say whether it was so
  const DOUBTED: [string, number, number, number][] = [
    ["of a night thirty days ahead", 30, 600, 600],
    ["of a night fifty days ago", -50, 600, 600],
    ["three days after it happened", 0, 600, 600 + 3 * 1440],
  ];
  test.each(DOUBTED)("waits for somebody to look at what a phone tells %s", async (_, days, at, expected) => {
    const partner = await newPartner();
    const [phone, party] = [await phoneOf(database, "Door"), await sentBy(partner, { days })];
    const event = doorEvent(party, { offline: true, device_at: later(at).toISOString() });
    const input = upload([event], { sent_at: later(expected).toISOString() });
    expect(await syncDevice(office(later(expected)), phone.secret, input)).toMatchObject({ ok: true });
    expect(await amountsOf(party)).toEqual([]);
    expect(await commissionDiffers(db())).toEqual([]);
    expect(await lookAtDouble(office(later(expected)), { id: event.id })).toEqual({ ok: true });
    expect(await amountsOf(party)).toEqual([4000]);
    expect(await commissionDiffers(db())).toEqual([]);
  });

  test("stays while nobody looked at an entry that was taken back from outside", async () => {
    const partner = await newPartner();
    const [phone, party] = [await phoneOf(database, "Door"), await sentBy(partner)];
    const event = doorEvent(party, { device_at: later(600).toISOString() });
    const render = (now: Date, events: ReturnType<typeof doorEvent>[]) =>
      syncDevice(office(now), phone.secret, upload(events, { sent_at: now.toISOString() }));
    await render(later(600), [event]);
    expect(await amountsOf(party)).toEqual([4000]);
    const late = later(600 + 3 * 1440);
    const at = later(700).toISOString();
    await render(late, [doorEvent(party, { kind: "undo", of_event: event.id, device_at: at })]);
    expect(await amountsOf(party)).toEqual([4000]);
    expect(await commissionDiffers(db())).toEqual([]);
    await lookAtDouble(office(late), { id: event.id });
    expect(await amountsOf(party)).toEqual([4000, -4000]);
    expect(await commissionDiffers(db())).toEqual([]);
  });

  test("costs a booking without a partner no statement", async () => {
    const ctx = office();
    const party = await sentBy(null);
    const requests: string[] = [];
    await inTx(async (tx) => {
      const executed = tx.executeQuery.bind(tx);
      tx.executeQuery = ((query: Parameters<typeof executed>[0]) => {
        requests.push((query as { sql?: string }).sql ?? "");
        return executed(query);
      }) as typeof tx.executeQuery;
      await ctx.publish(ctx, tx, bookingConfirmed({ bookingId: party.booking, partnerId: null }));
    });
    expect(requests.filter((text) => text.includes("commission"))).toEqual([]);
  });

  test("follows terms that change in mid-month, by the night: those before keep theirs", async () => {
    const partner = await newPartner({ basis: "confirmed" });
    const [early, late] = [await sentBy(partner, { days: -5 }), await sentBy(partner, { days: 3 })];
    await changeTerms(office(), partner, { valid_from: "2026-11-20", basis: "confirmed", kind: "fixed", value: 5000 });
    expect([await amountsOf(early), await amountsOf(late)]).toEqual([[8000], [8000, 2000]]);
    const [, newest] = await linesOfBooking(office(), { bookingId: late.booking, partnerId: partner });
    expect(newest).toMatchObject({ cause: "terms", rule: { version: 2, kind: "fixed", value: 5000 } });
  });

  test("stands with the night of now where it moved within its month, and no amount with it", async () => {
    const partner = await newPartner({ basis: "confirmed" });
    const party = await sentBy(partner, { days: 1 });
    const to = sql`update scheduled_crawls d set date = date + 1, starts_at = starts_at + interval '1 day',
      ends_at = ends_at + interval '1 day' from bookings b where b.id = ${party.booking} and d.id = b.scheduled_crawl_id`;
    const [before] = (await read(partner)).lines;
    await to.execute(db());
    const [now] = (await read(partner)).lines;
    expect([before!.date, now!.date, now!.amount]).toEqual(["2026-11-21", "2026-11-22", 8000]);
  });

  test.each([
    ["a part, and then the rest", { kind: "fixed" as const, value: 5000 }, [20_000, 60_000], 10_000],
    ["all at once", { kind: "fixed" as const, value: 5000 }, [80_000], 10_000],
    ["a part of a share of 0", { value: 0 }, [20_000], 0],
  ])("says what is left of its sale after a refund of %s", async (_, terms, refunds, amount) => {
    const partner = await newPartner({ basis: "confirmed", ...terms });
    const party = await sentBy(partner);
    const sums = async () => {
      const lines = await linesOfBooking(office(), { bookingId: party.booking, partnerId: partner });
      const sumOf = (pick: (line: (typeof lines)[number]) => number) =>
        lines.reduce((sum, line) => sum + pick(line), 0);
      return { sale: sumOf(({ sale }) => sale), amount: sumOf((line) => line.amount), came: sumOf(({ came }) => came) };
    };
    expect(await sums()).toEqual({ sale: 80_000, amount, came: 2 });
    let left = 80_000;
    for (const refund of refunds) {
      await lower(party, refund);
      left -= refund;
      expect(await sums()).toEqual({ sale: left, amount: left > 0 ? amount : 0, came: left > 0 ? 2 : 0 });
    }
    expect(await commissionDiffers(db())).toEqual([]);
    const [head] = await statementsOf(office(), partner);
    if (left === 0) expect(head).toBeUndefined();
    else expect(head).toMatchObject({ people: 2, commission: amount });
  });

  test("says nothing of a sale that is lowered after its statement was agreed, where that moves no money", async () => {
    await reopened();
    const partner = await newPartner({ basis: "confirmed", kind: "fixed", value: 5000 });
    const party = await sentBy(partner);
    await close();
    await agree(partner);
    await lower(party, 20_000);
    expect(await amountsOf(party)).toEqual([10_000]);
    expect((await statementsOf(office(), partner)).map(({ month }) => month)).toEqual([NOVEMBER]);
    await cancel(party);
    expect(await read(partner, "2026-12")).toMatchObject({ commission: -10_000, lines: [{ sale: -80_000, came: -2 }] });
  });

  test("moves with its credit, and leaves what is the partner's own", async () => {
    const [one, other] = [
      await newPartner({ basis: "confirmed" }),
      await newPartner({ basis: "confirmed", value: 500 }),
    ];
    const party = await sentBy(one);
    await changeCredit(office(), party.booking, { partner_id: other });
    await changeCredit(office(), party.booking, { partner_verdict: "own" });
    expect(await amountsOf(party)).toEqual([8000, -8000, 4000, -4000]);
    expect([(await read(one)).commission, (await read(other)).commission]).toEqual([0, 0]);
  });
});

describe("a month", () => {
  test("is closed once it is over, with the tier that its people reach; what comes later goes on the next", async () => {
    await reopened();
    const partner = await newPartner({ tiers: [{ from_people: 2, value: 1500 }] });
    const party = await sentBy(partner);
    await enter(party);
    await atTheDoor(office(), party.tickets[1]!);
    expect(await close(NOVEMBER, later(600))).toMatchObject({ reason: "month_not_over" });
    expect(await closeMonth(database.ctx({ now: AFTER }), { month: NOVEMBER })).toMatchObject({ reason: "forbidden" });
    expect([await close(), await close()]).toMatchObject([{ ok: true }, { ok: true }]);
    const draft = await read(partner);
    expect(draft).toMatchObject({ state: "draft", commission: 12_000 });
    expect(draft.number).toMatch(/^2026-11-\d\d$/);
    expect(await amountsOf(party)).toEqual([4000, 4000, 4000]);
    const view = { statement_id: draft.id!, commission: 1, cash: 0 };
    expect(await agreeForPartner(office(AFTER), view)).toMatchObject({
      reason: "statement_changed",
      commission: 12_000,
    });
    expect([await agree(partner), await agree(partner)]).toEqual([{ ok: true }, { ok: true }]);
    await lower(party, 40_000, office(AFTER));
    expect((await read(partner)).commission).toBe(12_000);
    const why = { is: "total", people: 2, sale: 40_000, total: 6000, before: 12_000 };
    expect(await read(partner, "2026-12")).toMatchObject({
      state: "open",
      commission: -6000,
      lines: [{ late: true, date: "2026-11-20", why }],
    });
    const written = await linesOfBooking(office(), { bookingId: party.booking, partnerId: partner });
    expect(written.map((line) => line.why.is)).toEqual(["own", "own", "total", "total"]);
    expect((await statementsOf(office(), partner)).map(({ month }) => month)).toEqual(["2026-12", "2026-11"]);
    expect(await commissionDiffers(db())).toEqual([]);
  });

  test.each([
    ["whose share is 0 below a tier, once that is reached", { tiers: [{ from_people: 2, value: 1500 }] }, 2, 12_000],
    [
      "whose fixed amount is 0 below a tier",
      { kind: "fixed" as const, tiers: [{ from_people: 2, value: 300 }] },
      2,
      600,
    ],
    ["whose share is 0 below a tier that isn't reached", { tiers: [{ from_people: 3, value: 1500 }] }, null, null],
    ["whose share is 0 whatever comes", {}, null, null],
  ])("has a statement for a partner %s", async (_, terms, counted, commission) => {
    await reopened();
    const partner = await newPartner({ value: 0, ...terms });
    const party = await sentBy(partner);
    for (const ticket of party.tickets) await atTheDoor(office(), ticket);
    expect(await read(partner)).toMatchObject({ state: "open", people: 2, commission: 0 });
    // as it was written before lines could say that somebody came for nothing
    await withoutTriggers(sql`delete from commission_lines where booking_id = ${party.booking}`);
    await close();
    expect(await closingDiffers(db(), { month: NOVEMBER, test: true, partners: [partner] })).toEqual([]);
    expect(await commissionDiffers(db())).toEqual([]);
    const { rows } = await sql<{ counted: number }>`select counted from partner_statements
      where partner_id = ${partner}`.execute(db());
    expect(rows).toEqual(counted === null ? [] : [{ counted }]);
    if (commission === null) return expect(await statementsOf(office(), partner)).toEqual([]);
    expect(await read(partner)).toMatchObject({ state: "draft", people: 2, commission });
    expect(await agree(partner)).toEqual({ ok: true });
    const page = await statementsPage(office(AFTER), { month: NOVEMBER, page: 1 });
    expect(page.ok && page.heads.find((head) => head.partnerId === partner)).toMatchObject({ due: commission });
  });

  test("of which nothing is left is on no list, and makes no statement", async () => {
    await reopened();
    const partner = await newPartner({ basis: "confirmed" });
    const party = await sentBy(partner);
    expect(await statementsOf(office(), partner)).toMatchObject([{ month: NOVEMBER, state: "open", commission: 8000 }]);
    await changeTerms(office(), partner, { valid_from: "2026-11-01", basis: "came", value: 0 });
    expect(await amountsOf(party)).toEqual([8000, -8000]);
    expect(await statementsOf(office(), partner)).toEqual([]);
    await close();
    expect(await statementsOf(office(), partner)).toEqual([]);
    expect(await read(partner)).toMatchObject({ state: "none", number: null, commission: 0 });
  });

  test("in which there is nothing isn't closed; one whose statements are all made is", async () => {
    const month = "2020-01";
    expect(await close(month)).toEqual({ ok: false, reason: "nothing_to_close" });
    expect(await isClosed(db(), month, true)).toBe(false);
    const result = { partner_id: await newPartner(), month, test: true, number: 1, counted: 0, closed_at: AFTER };
    await db().insertInto("partner_statements").values(result).execute();
    expect(await close(month)).toEqual({ ok: true, goesOn: false });
    expect(await isClosed(db(), month, true)).toBe(true);
    expect(await close(month), "again").toEqual({ ok: true, goesOn: false });
  });

  test("is paid with the cash that the partner kept, in the books and on the sheet", async () => {
    await reopened();
    const partner = await newPartner({ basis: "confirmed" });
    const party = await sentBy(partner);
    const clabe = "012180001234567895";
    await db().updateTable("partners").set({ clabe, account_holder: "=Hostal SA" }).where("id", "=", partner).execute();
    await soldAtDesk(partner, party, 3000);
    await close();
    const { id, due } = await read(partner);
    expect(due).toBe(5000);
    const pays = (reference: string) => payStatement(office(AFTER), { statement_id: id!, reference });
    expect(await pays("SPEI 1")).toMatchObject({ reason: "not_agreed" });
    await agree(partner);
    const sheet = await payoutsSheet(office(AFTER));
    expect(sheet.ok && (await csvText(sheet.sheet))).toContain("'=Hostal SA,012 180 00123456789 5,50.00,");
    expect(await payoutsSheet(database.ctx({ actor: { kind: "user", role: "marketing" } }))).toMatchObject({
      ok: false,
    });
    expect([await pays("SPEI 1"), await pays("SPEI 1")]).toEqual([{ ok: true }, { ok: true }]);
    expect(await pays("SPEI 2")).toMatchObject({ reason: "already_paid", reference: "SPEI 1" });
    expect(await read(partner)).toMatchObject({ state: "paid", cash: 3000, cashLines: [{ cash: 3000 }] });
    await checkLedger(office());
    const of = (await ledgerCheck(office()))!.differences;
    expect(of.filter(({ account }) => ["commission", "affiliate_due", "payout"].includes(account))).toEqual([]);
    const fileFor = async (role: string, format: "csv" | "pdf") => {
      const ctx = database.ctx({ now: AFTER, actor: { kind: "user", role } });
      const file = await staffStatementFile(ctx, { partnerId: partner, month: NOVEMBER, format });
      if (!file.ok) return file.reason;
      return "sheet" in file ? csvText(file.sheet) : Buffer.from(file.content).toString("latin1");
    };
    expect(await fileFor("marketing", "csv")).toContain("80.00");
    expect(await fileFor("marketing", "pdf")).toMatch(/^%PDF-/);
    expect(await fileFor("support", "csv")).toBe("forbidden");
    const page = await statementsPage(office(AFTER), { month: NOVEMBER, page: 1 });
    expect(page.ok && page.heads.find((head) => head.partnerId === partner)).toMatchObject({
      state: "paid",
      due: 5000,
    });
  });

  test("is paid as a whole sheet at once: all that stands on its file or nothing, and once", async () => {
    await reopened();
    const partners: string[] = [];
    for (const clabe of ["012180001234567895", "032180000118359719", null]) {
      const partner = await newPartner({ basis: "confirmed" });
      await db().updateTable("partners").set({ clabe }).where("id", "=", partner).execute();
      await sentBy(partner);
      partners.push(partner);
    }
    await close();
    for (const partner of partners) await agree(partner);
    const page = async () => {
      const snapshot = await statementsPage(office(AFTER), { month: NOVEMBER, page: 1 });
      if (!snapshot.ok) throw new Error(snapshot.reason);
      return snapshot.payouts;
    };
    const { statements: on, sum, until, partners: count } = await page();
    const ids = await Promise.all(partners.map(async (partner) => (await read(partner)).id!));
    expect(on).toEqual(expect.arrayContaining(ids.slice(0, 2)));
    expect(on).not.toContain(ids[2]);
    // agreed later: on the sheet of now, and not on that one's file
    const late = await newPartner({ basis: "confirmed" });
    await db().updateTable("partners").set({ clabe: "012180001234567895" }).where("id", "=", late).execute();
    await reopened();
    await sentBy(late, { days: 1 });
    await close();
    expect(await agree(late, office(new Date(+AFTER + 60_000)))).toEqual({ ok: true });
    const linesOf = async (request?: Date) => {
      const sheet = await payoutsSheet(office(AFTER), { until: request ?? null });
      return sheet.ok ? (await csvText(sheet.sheet)).trim().split("\r\n").slice(1) : [];
    };
    const file = await linesOf(new Date(until!));
    expect([file.length, (await linesOf()).length]).toEqual([on.length, on.length + 1]);
    const amounts = file.map((line) => Number(/,(\d+\.\d\d),/.exec(line)![1]));
    expect(Math.round(amounts.reduce((all, one) => all + one, 0) * 100)).toBe(sum);
    expect(count).toBe(on.length);

    const pays = (over: Partial<SeenSheet> = {}, role = "admin") =>
      paySheet(database.ctx({ now: AFTER, actor: { kind: "user", role } }), { statements: on, sum, ...over });
    expect(await pays({}, "marketing")).toMatchObject({ reason: "forbidden" });
    const changed = { reason: "sheet_changed", count: on.length, sum };
    expect(await pays({ sum: sum + 1 })).toMatchObject(changed);
    expect(await pays({ statements: [...on, randomUUID()] })).toMatchObject(changed);
    expect(await pays({ statements: [...on, ids[2]!], sum: sum + 8000 }), "without a CLABE").toMatchObject(changed);
    expect((await page()).statements, "nothing was noted").toHaveLength(on.length + 1);
    expect(await Promise.all([pays(), pays()])).toEqual([{ ok: true }, { ok: true }]);
    expect(await pays()).toEqual({ ok: true });
    expect(await read(partners[0]!)).toMatchObject({ state: "paid", reference: (await read(partners[0]!)).number });
    expect(await read(late)).toMatchObject({ state: "agreed" });
    const noted = await db()
      .selectFrom("audit_log")
      .select("id")
      .where("action", "=", "statement.paid")
      .where("subject_id", "in", partners)
      .execute();
    expect(noted).toHaveLength(2);
    expect(await commissionDiffers(db())).toEqual([]);
  });

  test("of a sheet of which one was paid by another reference meanwhile isn't paid", async () => {
    await reopened();
    const [one, other] = [await newPartner({ basis: "confirmed" }), await newPartner({ basis: "confirmed" })];
    await db().updateTable("partners").set({ clabe: "012180001234567895" }).where("id", "in", [one, other]).execute();
    for (const partner of [one, other]) await sentBy(partner);
    await close();
    for (const partner of [one, other]) await agree(partner);
    const [first, second] = [await read(one), await read(other)];
    const view = { statements: [first.id!, second.id!], sum: 16_000 };
    await payStatement(office(AFTER), { statement_id: first.id!, reference: "SPEI 9" });
    expect(await paySheet(office(AFTER), view)).toMatchObject({ reason: "sheet_changed", count: 1, sum: 8000 });
    expect(await read(other)).toMatchObject({ state: "agreed" });
    expect(await paySheet(office(AFTER), { statements: [second.id!], sum: 8000 })).toEqual({ ok: true });
  });

  test("lets a partner ask about a booking of their own, once until it is answered", async () => {
    await reopened();
    const [partner, other] = [await newPartner({ basis: "confirmed" }), await newPartner()];
    const party = await sentBy(partner);
    await close();
    const { id } = await read(partner);
    const asks = (partner_id: string, booking_id = party.booking) =>
      askLine(office(AFTER), { partner_id, statement_id: id!, booking_id, question: "Were they not three?" });
    expect(await asks(other)).toMatchObject({ reason: "statement_not_found" });
    expect(await asks(partner, randomUUID())).toMatchObject({ reason: "booking_not_found" });
    expect([await asks(partner), await asks(partner)]).toEqual([{ ok: true }, { ok: true }]);
    const { asked: request, questions } = await read(partner);
    expect([request.length, questions]).toEqual([1, 1]);
    const answers = (text: string) => answerQuestion(office(AFTER), { question_id: request[0]!.id, text });
    expect([await answers("Two came."), await answers("Two came.")]).toEqual([{ ok: true }, { ok: true }]);
    expect(await answers("Three.")).toMatchObject({ reason: "already_answered" });
    expect(await read(partner)).toMatchObject({ questions: 0, asked: [{ answer: "Two came." }] });
  });
});

describe("at once", () => {
  test("a guest comes in while the price is lowered: the second sees what the first did", async () => {
    const party = await sentBy(await newPartner());
    await whileOneWaits(
      async (tx) => {
        await lockBooking(tx, party.booking);
        await lowerPrice(office(), tx, { bookingId: party.booking, amount: 40_000, key: randomUUID() });
      },
      () => enter(party),
    );
    expect((await amountsOf(party)).reduce((sum, one) => sum + one, 0)).toBe(2000);
    expect(await commissionDiffers(db())).toEqual([]);
  });

  test("without the locks each would reckon by what the other hasn't said yet", async () => {
    const partner = await newPartner();
    const party = await sentBy(partner);
    const wish = { bookings: [party.booking], partners: [partner], cause: "sale" as const };
    const unlocked = { ...office(), publish: (ctx: Context, tx: Tx) => settleHeld(ctx, tx, wish) };
    await inTx(async (tx) => {
      await lockBooking(tx, party.booking);
      await lowerPrice(unlocked, tx, { bookingId: party.booking, amount: 40_000, key: randomUUID() });
      await enter(party, unlocked);
    });
    expect(await commissionDiffers(db())).toHaveLength(1);
    await changeCredit(office(), party.booking, { partner_verdict: null });
    expect(await commissionDiffers(db()), "the next cause sets it right").toEqual([]);
  });

  test("a refund that comes while a partner agrees waits for it, and goes on the next statement", async () => {
    await reopened();
    const partner = await newPartner({ basis: "confirmed" });
    const party = await sentBy(partner);
    await close();
    const { id, commission, cash } = await read(partner);
    await whileOneWaits(
      async (tx) => {
        await holdAlone(statements(tx), [partner]);
        const agreed = { statement_id: id!, partner_id: partner, commission, cash };
        expect(await agreeStatement(within(tx), agreed, "partner")).toEqual({ ok: true });
      },
      () => lower(party, 40_000),
    );
    expect(await read(partner)).toMatchObject({ state: "agreed", commission: 8000 });
    expect(await read(partner, "2026-12")).toMatchObject({ commission: -4000 });
  });

  test("a booking is placed for a partner whose statement is just agreed to: it doesn't wait", async () => {
    const partner = await newPartner();
    await inTx(async (tx) => {
      await holdAlone(statements(tx), [partner]);
      await sentWithoutWaiting(partner);
    });
  });

  test("a guest comes in while a month is closed: the door doesn't wait, and a job settles it", async () => {
    const partner = await newPartner();
    const party = await sentBy(partner);
    await inTx(async (tx) => {
      await holdAlone(statements(tx), [partner]);
      await enter(party);
      expect(await entriesOf(party), "stored").toBe(1);
    });
    expect(await amountsOf(party)).toEqual([]);
    await settleWaited();
    expect(await amountsOf(party)).toEqual([4000]);
    expect(await commissionDiffers(db())).toEqual([]);
  });

  test("new terms while a month ends don't wait for it either way round", async () => {
    const partner = await newPartner({ basis: "confirmed" });
    const party = await sentBy(partner);
    await inTx(async (tx) => {
      await holdMonths(statements(tx));
      await changeTerms(office(), partner, { valid_from: "2026-11-01", basis: "confirmed", value: 500 });
    });
    await settleWaited();
    expect(await amountsOf(party)).toEqual([8000, -4000]);
    expect(await commissionDiffers(db())).toEqual([]);
  });

  test("new terms of many bookings are settled by jobs", async () => {
    const partner = await newPartner({ basis: "confirmed" });
    const party = await sentBy(partner);
    await repeatBooking(db(), party.booking, { times: 500, code: "MANY", partnerId: partner });
    await changeTerms(office(), partner, { valid_from: "2026-11-01", basis: "confirmed", value: 500 });
    expect(await amountsOf(party)).toEqual([8000]);
    await settleWaited();
    expect(await amountsOf(party)).toEqual([8000, -4000]);
  });

  test("a door that holds tickets isn't kept waiting by whoever cancels, and both end", async () => {
    const party = await sentBy(await newPartner({ basis: "confirmed" }));
    const done = await Promise.allSettled([enter(party), cancel(party), enter(party), lower(party, 100)]);
    expect(done.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(await commissionDiffers(db())).toEqual([]);
  });
});

/** Does what the law of lines forbids: they are only added to. */
const withoutTriggers = (act: RawBuilder<unknown>) =>
  inTx(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await act.execute(tx);
  });

/** Runs the jobs of commission, and not the many of other tests. */
async function settleWaited(): Promise<void> {
  await sql`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier <> 'commission.settle'`.execute(db());
  await database.work();
}
const entriesOf = async ({ booking }: Party) =>
  (
    await db()
      .selectFrom("entries as e")
      .innerJoin("tickets as t", "t.id", "e.ticket_id")
      .select("e.id")
      .where("t.booking_id", "=", booking)
      .execute()
  ).length;

/** Does one thing in a transaction that ends only once the other waits for its locks. */
async function whileOneWaits(first: (tx: Tx) => Promise<void>, second: () => Promise<unknown>): Promise<void> {
  let other: Promise<unknown> = Promise.resolve();
  await inTx(async (tx) => {
    await first(tx);
    other = second();
    await database.someoneWaits();
  });
  await other;
}

/** A context whose transactions are part of one that is open. */
const within = (tx: Tx): Context =>
  ({
    ...office(AFTER),
    db: { transaction: () => ({ execute: (work: (tx: Tx) => unknown) => work(tx) }) },
  }) as unknown as Context;

/** A further booking is written for a partner, as at the checkout: its foreign key asks for the partner's row. */
async function sentWithoutWaiting(partner: string): Promise<void> {
  const { booking } = await partyTonight(database);
  const credit = { partner_id: partner, partner_reason: "link" };
  await db().updateTable("bookings").set(credit).where("id", "=", booking).execute();
}

/** A booking was sold at a partner's desk, who took this much cash for it. */
async function soldAtDesk(partner_id: string, { booking }: Party, cash: number): Promise<void> {
  const device_id = randomUUID();
  const device = { id: device_id, partner_id, name: "Reception", created_at: later(0) };
  await db().insertInto("desk_devices").values(device).execute();
  const sale = { booking_id: booking, sale_id: randomUUID(), device_id, partner_id, way: "cash" };
  await db()
    .insertInto("desk_sales")
    .values({ ...sale, created_at: later(0) })
    .execute();
  await db()
    .insertInto("partner_cash")
    .values({ partner_id, booking_id: booking, amount: cash, at: later(0) })
    .execute();
}
