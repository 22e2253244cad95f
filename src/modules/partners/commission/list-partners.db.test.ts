import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { listPartners, partnerFunnel } from "#src/modules/partners/commission/list-partners.server.ts";
import { partnerQueryOf } from "#src/modules/partners/commission/rules/partner-list.ts";
import { CAME } from "#src/modules/evening/door/queries.server.ts";
import { partnersNights } from "#src/modules/office/reports/queries.server.ts";
import { partnersSheet } from "#src/modules/partners/commission/write-partners.server.ts";
import { recordEvents } from "#src/modules/evening/door/record-events.server.ts";
import { salesReport } from "#src/modules/office/reports/queries.server.ts";
import { doorEvent, partyTonight } from "#tests/at-the-door.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { seedMinimal } from "#tests/seeds.ts";
import { csvText } from "#tests/sheets.ts";

const database = freshDatabase();
const db = () => database.services.db;
// with real payments: bookings made to try things out don't count
const as = (role: string) => {
  const ctx = database.ctx({ actor: { kind: "user", role } });
  return { ...ctx, settings: { ...ctx.settings, PAYMENTS_MODE: "live" as const } };
};
const query = (address = "") => partnerQueryOf(new URLSearchParams(address), "2026-11-20");
const list = async (address = "", role = "marketing") => {
  const partners = await listPartners(as(role), query(address), partnersNights);
  if (!partners.ok) throw new Error(partners.reason);
  return partners;
};
const funnel = async (address = "") => {
  const result = await partnerFunnel(as("marketing"), query(address), hostel);
  if (!result.ok) throw new Error(result.reason);
  return result.funnel;
};

let hostel: string;
const [guide, bar] = [randomUUID(), randomUUID()];

const newPartner = async (name: string, over: object = {}) =>
  (
    await db()
      .insertInto("partners")
      .values({ name, code: name.toLowerCase().replaceAll(" ", "-"), created_at: NOON, ...over })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;

beforeAll(async () => {
  await seedMinimal(db());
  hostel = await newPartner("Hostel Jacaranda", { city_id: "mexico-city" });
  await newPartner("Chela Maps", { id: guide });
  await newPartner("Bar Ajolote", { id: bar, is_active: false, created_at: new Date("2026-09-01T12:00:00Z") });
  await db()
    .insertInto("qr_codes")
    .values({
      id: "jaca-bar",
      partner_id: hostel,
      campaign: "summer",
      placement: "counter",
      target: "/",
      created_at: NOON,
    })
    .execute();
  const at = new Date("2026-11-10T20:00:00Z");
  const view = { site_tag: "cdmx", at };
  await db()
    .insertInto("affiliate_visits")
    .values([
      { ...view, affiliate_code: "hostel-jacaranda", visitor: "a" },
      { ...view, affiliate_code: "HOSTEL-Jacaranda", visitor: "b" },
      // the scan of the same moment is counted
      { ...view, affiliate_code: "hostel-jacaranda", visitor: "c", qr_code_id: "jaca-bar" },
      { ...view, affiliate_code: "hostel-jacaranda", visitor: "d", at: new Date("2026-10-31T20:00:00Z") },
      { ...view, affiliate_code: "nobody", visitor: "a" },
    ])
    .execute();
  await db()
    .insertInto("qr_scans")
    .values([{ ...view, qr_code_id: "jaca-bar", visitor: "c" }])
    .execute();
  await db()
    .insertInto("affiliate_choices")
    .values([
      { ...view, affiliate_code: "hostel-jacaranda", visitor: "a" },
      { ...view, affiliate_code: "hostel-jacaranda", visitor: "c", qr_code_id: "jaca-bar" },
    ])
    .execute();
  const party = await partyTonight(database, { number_of_people: 3, additional_names: ["Ana", "Leo"] });
  const credited = {
    partner_id: hostel,
    partner_reason: "qr",
    qr_code_id: "jaca-bar",
    campaign: "summer",
    test: false,
  } as const;
  await db().updateTable("bookings").set(credited).where("id", "=", party.booking).execute();
  await recordEvents(
    database.ctx(),
    { deviceId: null, userId: null, revokedAt: null },
    { events: [doorEvent(party)], aheadMs: 0 },
  );
  // tomorrow's is booked, and nobody came yet
  const next = await partyTonight(database, { number_of_people: 2, additional_names: ["Ana"], days: 1 });
  const doubted = { partner_id: hostel, partner_reason: "link" as const, partner_doubts: ["email"], test: false };
  await db().updateTable("bookings").set(doubted).where("id", "=", next.booking).execute();
  // without real money, it counts in the sandbox only
  const trial = await partyTonight(database, { number_of_people: 2, additional_names: ["Ana"] });
  const tried = { partner_id: hostel, partner_reason: "link", test: true } as const;
  await db().updateTable("bookings").set(tried).where("id", "=", trial.booking).execute();
  const line = { partner_id: hostel, booking_id: party.booking, kind: "accrued", cause: "came", came: 1, people: 3 };
  const more = { sale: 40_000, rule: "{}", test: false, at: NOON };
  await db()
    .insertInto("commission_lines")
    .values([
      { ...line, ...more, month: "2026-11", service_date: "2026-11-20", amount: 4000 },
      { ...line, ...more, month: "2026-11", service_date: "2026-10-30", amount: -500, kind: "correction" },
      { ...line, ...more, partner_id: guide, month: "2026-10", service_date: "2026-10-30", amount: 700 },
    ])
    .execute();
  const record = { month: "2026-10", test: false, number: 1, counted: 3, closed_at: NOON };
  await db()
    .insertInto("partner_statements")
    .values({ ...record, partner_id: hostel })
    .execute();
});

test("counts nights: bookings, people who came, and what the month's statement says", async () => {
  const { partners, sums } = await list();
  expect(partners.map(({ name }) => name)).toEqual(["Hostel Jacaranda", "Bar Ajolote", "Chela Maps"]);
  expect(partners[0]).toMatchObject({
    visits: 3,
    bookings: 2,
    came: 1,
    commission: 3500,
    statement: "draft",
    city: "Mexico City",
    rate: null,
  });
  expect(partners[2]).toMatchObject({ visits: 0, bookings: 0, came: 0, commission: 0, statement: "open", city: null });
  expect(partners[1]).toMatchObject({ statement: "nothing", isActive: false });
  expect(sums).toEqual({ partners: 3, bookings: 2, commission: 3500 });
});

test.each([
  ["month=2026-10", [1, 0, 700]],
  ["from=2026-11-20&to=2026-11-20", [0, 1, 4000]],
  ["from=2026-10-01&to=2026-11-30", [4, 2, 4200]],
])("%s counts its days", async (address, [visits, bookings, commission]) => {
  const { partners, sums } = await list(address);
  expect(partners.reduce((sum, one) => sum + one.visits, 0)).toBe(visits);
  expect(sums).toMatchObject({ bookings, commission });
});

test.each([
  ["q=jacar", ["Hostel Jacaranda"]],
  ["city=mexico-city", ["Hostel Jacaranda"]],
  ["city=online&sort=name", ["Bar Ajolote", "Chela Maps"]],
  ["state=off", ["Bar Ajolote"]],
  ["statement=open", ["Chela Maps"]],
  ["statement=draft", ["Hostel Jacaranda"]],
  ["statement=nothing", ["Bar Ajolote"]],
  ["sort=-name", ["Hostel Jacaranda", "Chela Maps", "Bar Ajolote"]],
  ["q=zzz", []],
])("%s finds %o", async (address, names) => {
  expect((await list(address)).partners.map(({ name }) => name)).toEqual(names);
});

test("a misspelt name is found", async () => expect((await list("q=jacarnda")).near).toEqual(["Jacaranda"]));

test("from scan to door, by QR code and by campaign", async () => {
  expect(await funnel()).toMatchObject({
    steps: { visits: 3, chose: 2, booked: 5, came: 1 },
    ways: [
      { id: "jaca-bar", placement: "counter", visits: 1, chose: 1, booked: 3, came: 1 },
      { id: "", visits: 2, chose: 1, booked: 2, came: 0 },
    ],
    doubts: [{ doubts: ["email"] }],
    moreDoubts: false,
  });
  expect((await funnel("by=campaign")).ways.map(({ id, booked }) => [id, booked])).toEqual([
    ["summer", 3],
    ["", 2],
  ]);
});

test("the list is a file, and refused to whoever may not see it", async () => {
  expect(await partnersSheet(as("support"), query(), partnersNights)).toEqual({
    ok: false,
    reason: "forbidden",
    missing: "affiliates.read",
  });
  for (const role of ["support", "guide", "customer"])
    expect(await listPartners(as(role), query(), partnersNights)).toMatchObject({ ok: false, reason: "forbidden" });
  const file = await partnersSheet(as("marketing"), query("sort=name"), partnersNights);
  if (!file.ok) throw new Error(file.reason);
  const lines = (await csvText(file.sheet)).trim().split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines[3]).toContain("Hostel Jacaranda,hostel-jacaranda,Mexico City,Active");
  expect(lines[3]).toContain("2026-11-01,2026-11-30,3,2,1,35.00,,Draft");
  expect(lines[0]).toContain("Commission on the statement (MXN),Commission taken back (MXN)");
});

test("a spreadsheet adds up what the file says, also what was taken back, and reads which of the two sums it is", async () => {
  const file = await partnersSheet(as("marketing"), query("q=jacaranda&from=2026-10-30&to=2026-10-30"), partnersNights);
  if (!file.ok) throw new Error(file.reason);
  const [head, line] = (await csvText(file.sheet)).split("\r\n");
  expect(head).toContain("Commission by date of the night (MXN),Commission taken back (MXN)");
  expect(line).toContain("2026-10-30,2026-10-30,0,0,0,,5.00,");
  expect(line).not.toContain("'");
});

test("who is doubted to have come counts for nobody until somebody has looked, here and in the partner's commission", async () => {
  const partner = await newPartner("doubted");
  const party = await partyTonight(database, { number_of_people: 2, additional_names: ["Ana"] });
  const { booking, tickets } = party;
  const credited = { partner_id: partner, partner_reason: "link", test: false } as const;
  await db().updateTable("bookings").set(credited).where("id", "=", booking).execute();
  const came = async () => {
    const { rows } = await database.services.pool.query<{ came: number }>(
      `select ${CAME} as came from bookings b where b.id = $1`,
      [booking],
    );
    const [one] = (await list()).partners.filter(({ id }) => id === partner);
    const report = await salesReport(as("manager"), { period: "30", partner, by: "service" });
    const brought = report.ok && report.report.partners.find(({ id }) => id === partner)?.came;
    return [rows[0]!.came, one!.came, brought];
  };
  const door = { deviceId: null, userId: null, revokedAt: null };
  const message = tickets.map((ticket_id) => doorEvent(party, { ticket_id }));
  await recordEvents(database.ctx(), door, { events: message, aheadMs: 0 });
  expect(await came()).toEqual([2, 2, 2]);
  const [doubted, sure] = message;
  await doubt(doubted!.id);
  expect(await came()).toEqual([1, 1, 1]);
  // an undo that is doubted takes nobody back yet
  const undo = doorEvent(party, { kind: "undo", ticket_id: sure!.ticket_id, of_event: sure!.id });
  await recordEvents(database.ctx(), door, { events: [undo], aheadMs: 0 });
  await doubt(undo.id);
  expect(await came()).toEqual([1, 1, 1]);
  const looked = { looked_at: NOON, looked_by: null };
  await db().updateTable("entries").set(looked).where("id", "in", [doubted!.id, sure!.id]).execute();
  expect(await came()).toEqual([1, 1, 1]);
  await db().updateTable("entries").set({ looked_at: null }).where("id", "=", doubted!.id).execute();
  expect(await came()).toEqual([0, 0, 0]);
});

/** An event counts as told late after all: what is told stays as it was, so no use case does this. */
const doubt = (id: string) =>
  db()
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update checkin_events set concern = 'told_late' where id = ${id}`.execute(tx);
    });
