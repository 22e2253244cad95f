import pg from "pg";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { noteTrace } from "#src/modules/sales/affiliates/note-trace.server.ts";
import { type Via, viaText } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import type { CreateBooking } from "#src/modules/sales/booking/schema.ts";
import type { Context } from "#src/platform/context.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addCoupon, addDeparture, bookingInput, later, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
let departureId: string;
let keys = 0;
const partners: Record<string, string> = {};

async function addPartner(code: string, over: Record<string, unknown> = {}): Promise<void> {
  const { id } = await database.services.db
    .insertInto("partners")
    .values({ name: code, code, created_at: NOON, ...over })
    .returning("id")
    .executeTakeFirstOrThrow();
  partners[code] = id;
}

beforeAll(async () => {
  const { db } = database.services;
  const { crawlId } = await seedMinimal(db);
  departureId = await addDeparture(db, crawlId, { seats: 400 });
  await addPartner("CASA-77", { email: "owner@casa.test", phone: "+52 55 9999 0000", shares_network: false });
  await addPartner("HOSTAL");
  await addPartner("CLOSED", { is_active: false });
  const qr = { target: "/", created_at: NOON };
  await db
    .insertInto("qr_codes")
    .values([
      { ...qr, id: "door", partner_id: partners["HOSTAL"]!, campaign: "lobby" },
      { ...qr, id: "metro", campaign: "metro" },
      { ...qr, id: "old", partner_id: partners["HOSTAL"]!, is_active: false },
    ])
    .execute();
  await addCoupon(db, { code: "HOSTAL10", partner_id: partners["HOSTAL"] });
  await addCoupon(db, { code: "PLAIN" });
});
// each guest books from a browser of their own: none replaces another's basket
let guest: Context;
beforeEach(() => {
  guest = database.ctx({ actor: { browser: `browser-${keys++}`, address: "198.51.100.4" } });
});
afterEach(() => vi.restoreAllMocks());

const via = (over: Partial<Via> = {}) =>
  viaText({
    code: "casa-77",
    qr: null,
    at: later(-60).getTime(),
    place: "link",
    before: null,
    beforeAt: null,
    ...over,
  });

const place = (over: Partial<CreateBooking>, ctx = guest, key = `a-key-${keys++}`) =>
  placeBooking(ctx, bookingInput(departureId, over), key);

async function credited(over: Partial<CreateBooking>, ctx = guest) {
  const result = await place(over, ctx);
  if (!result.ok) throw new Error(result.reason);
  const row = await database.services.db
    .selectFrom("bookings")
    .leftJoin("partners", "partners.id", "bookings.partner_id")
    .select(["code", "partner_reason", "partner_at", "partner_before", "qr_code_id", "campaign", "partner_doubts"])
    .where("bookings.id", "=", result.booking.id)
    .executeTakeFirstOrThrow();
  const set = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(set);
}

describe("a booking keeps whom it is credited to, why and since when", () => {
  const AN_HOUR_AGO = later(-60);
  test.each([
    ["a typed code", { partner_code: " casa-77 " }, { code: "CASA-77", partner_reason: "code", partner_at: NOON }],
    [
      "a typed code that went before a link",
      { partner_code: "HOSTAL", referral: via() },
      { code: "HOSTAL", partner_reason: "code", partner_at: NOON, partner_before: "casa-77" },
    ],
    [
      "a partner's coupon",
      { coupon_code: "hostal10", referral: via() },
      { code: "HOSTAL", partner_reason: "coupon", partner_at: NOON, partner_before: "casa-77" },
    ],
    [
      "a typed code and another partner's coupon",
      { partner_code: "CASA-77", coupon_code: "HOSTAL10" },
      { code: "CASA-77", partner_reason: "code", partner_at: NOON },
    ],
    ["a link", { referral: via() }, { code: "CASA-77", partner_reason: "link", partner_at: AN_HOUR_AGO }],
    [
      "a link that replaced another",
      { referral: via({ before: "HOSTAL" }), coupon_code: "PLAIN" },
      { code: "CASA-77", partner_reason: "link", partner_at: AN_HOUR_AGO, partner_before: "HOSTAL" },
    ],
    [
      "a printed code",
      { referral: via({ code: "HOSTAL", qr: "door", place: "qr" }) },
      { code: "HOSTAL", partner_reason: "qr", partner_at: AN_HOUR_AGO, qr_code_id: "door", campaign: "lobby" },
    ],
    [
      "a printed code alone",
      { referral: via({ code: null, qr: "door", place: "qr" }) },
      { code: "HOSTAL", partner_reason: "qr", partner_at: AN_HOUR_AGO, qr_code_id: "door", campaign: "lobby" },
    ],
    [
      "a widget",
      { referral: via({ place: "widget" }) },
      { code: "CASA-77", partner_reason: "widget", partner_at: AN_HOUR_AGO },
    ],
    [
      "a poster of our own, which credits nobody",
      { referral: via({ code: null, qr: "metro", place: "qr" }) },
      { qr_code_id: "metro", campaign: "metro" },
    ],
  ] as const)("of %s", async (_, over, row) => expect(await credited(over)).toEqual(row));

  test.each([
    ["nothing", {}],
    ["a coupon of no partner", { coupon_code: "PLAIN" }],
    ["an unknown partner's link", { referral: via({ code: "NOBODY" }) }],
    ["a link of one that was switched off", { referral: via({ code: "CLOSED" }) }],
    ["a link of 31 days ago", { referral: via({ at: later(-31 * 24 * 60).getTime() }) }],
    ["a printed code that was switched off", { referral: via({ code: null, qr: "old", place: "qr" }) }],
    ["a printed code that is unknown", { referral: via({ code: null, qr: "torn", place: "qr" }) }],
    ["nonsense", { referral: "'; drop table partners --\u0000" }],
  ] as const)("and nothing of %s", async (_, over) => expect(await credited(over)).toEqual({}));
});

test.each(["NOBODY", "CLOSED", "a\u0000b", "CASA-77~x"])(
  "a typed code that is no active partner's is refused: %j",
  async (code) => {
    expect(await place({ partner_code: code, referral: via() })).toEqual({ ok: false, reason: "partner_code_unknown" });
  },
);

test.each(["", "  ", null])("a field left empty is no code: %j", async (code) => {
  expect(await credited({ partner_code: code })).toEqual({});
});

describe("whether the guest is the partner in person is left to staff", () => {
  const customer = bookingInput("").customer;
  const byLink = (over: Partial<typeof customer>, ctx?: Context) =>
    credited({ referral: via(), customer: { ...customer, ...over } }, ctx).then((row) => row["partner_doubts"]);

  test("where address or phone are the partner's own, however they are written", async () => {
    expect(await byLink({})).toBeUndefined();
    expect(await byLink({ email: "Owner+me@Casa.test" })).toEqual(["email"]);
    expect(await byLink({ phone: "55 99 99 00 00", email: "owner@casa.test" })).toEqual(["email", "phone"]);
  });

  test("where they book from where the partner's page was opened; a network only where guests don't share it", async () => {
    const from = (browser: string, address: string) => database.ctx({ actor: { browser, address } });
    for (const code of ["CASA-77", "HOSTAL"]) await noteTrace(from("reception", "192.0.2.1"), partners[code]!);
    expect(await byLink({}, from("a-guest-upstairs", "192.0.2.1"))).toEqual(["network"]);
    expect(await byLink({}, from("reception", "192.0.2.9"))).toEqual(["browser"]);
    expect(await byLink({}, from("reception", "192.0.2.1"))).toEqual(["browser", "network"]);
    const upstairs = await credited({ partner_code: "HOSTAL" }, from("another-guest-upstairs", "192.0.2.1"));
    expect(upstairs["partner_doubts"]).toBeUndefined();
  });
});

describe("a request sent again", () => {
  test.each([
    ["that forgot the link", null],
    ["that followed another meanwhile", via({ code: "HOSTAL" })],
  ])("with the same key %s gets the first answer, and the credit stays", async (_, referral) => {
    const key = `a-key-${keys++}`;
    const first = await place({ referral: via() }, guest, key);
    expect(await place({ referral }, guest, key)).toEqual(first);
    const rows = await database.services.db
      .selectFrom("bookings")
      .select("partner_reason")
      .where("browser", "=", guest.actor.browser)
      .execute();
    expect(rows).toEqual([{ partner_reason: "link" }]);
  });

  test("with another typed code is a conflict", async () => {
    const key = `a-key-${keys++}`;
    await place({ partner_code: "HOSTAL" }, guest, key);
    expect(await place({ partner_code: "CASA-77" }, guest, key)).toMatchObject({ reason: "idempotency_conflict" });
  });
});

test.each([{}, { coupon_code: "PLAIN" }, { coupon_code: "HOSTAL10", referral: via({ qr: "door", place: "qr" }) }])(
  "a booking with %o is one read and one write",
  async (over) => {
    const statements = vi.spyOn(pg.Client.prototype, "query");
    expect(await place(over, database.ctx({ actor: { browser: `browser-${keys++}` } }))).toMatchObject({ ok: true });
    // those without a name read settings, which are kept for a second
    const names = (statements.mock.calls as unknown[][]).flatMap(([query]) => (query as { name?: string }).name ?? []);
    expect(names).toEqual([expect.stringMatching(/^read-offer/), "take-hold"]);
  },
);

test("a partner costs a booking no statement", async () => {
  const statements = vi.spyOn(pg.Client.prototype, "query");
  const costOf = async (over: Partial<CreateBooking>) => {
    const ctx = database.ctx({ actor: { browser: `browser-${keys++}` } });
    statements.mockClear();
    expect(await place(over, ctx)).toMatchObject({ ok: true });
    return statements.mock.calls.length;
  };
  await costOf({}); // fills what is kept of settings
  const without = [await costOf({}), await costOf({ coupon_code: "PLAIN" })];
  expect(without[0]).toBeGreaterThan(1);
  const scanned = via({ qr: "door", place: "qr" });
  expect([
    await costOf({ partner_code: "CASA-77", referral: scanned }),
    await costOf({ coupon_code: "HOSTAL10", referral: scanned }),
  ]).toEqual(without);
});
