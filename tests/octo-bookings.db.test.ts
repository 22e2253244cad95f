import { randomUUID } from "node:crypto";
import { zBooking } from "@octocloud/types";
import { beforeAll, describe, expect, test } from "vitest";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addKey, asShape, octoOn } from "#tests/octo-client.ts";
import { addReseller, wholeDatabase } from "#tests/resellers.ts";
import { addCrawl, addDeparture, later, seatsOf, seedMinimal } from "#tests/seeds.ts";
import type { Answer, Call, Json } from "#tests/api-client.ts";

// What a reseller books by OCTO, over HTTP on a real database: each answer by the published shape, the demands of the organisation's
// validator as a table, and what no validator looks for.

const database = freshDatabase();
const octo = octoOn(database);
let crawlId: string;
let partner: string;
let key: string;

beforeAll(async () => {
  const { db } = database.services;
  ({ crawlId } = await seedMinimal(db));
  ({ partnerId: partner } = await addReseller(db, { percent: 15 }));
  key = await addKey(database, { partner });
});

const night = (over: Parameters<typeof addDeparture>[2] = {}) => addDeparture(database.services.db, crawlId, over);
const guests = (count: number): Json[] => Array.from({ length: count }, () => ({ unitId: "adult" }));
const wish = (availabilityId: string, over: Json = {}): Json => ({
  productId: crawlId,
  optionId: "DEFAULT",
  availabilityId,
  unitItems: guests(2),
  ...over,
});
const reserve = (body: Json, { as = key, ...more }: Call & { as?: string } = {}) =>
  octo(as, "/bookings", { body, ...more });
const LUZ = { fullName: "Luz Ortega", emailAddress: "luz@people.test" };
const act = (uuid: unknown, verb: string, body: Json = {}, { as = key, ...more }: Call & { as?: string } = {}) =>
  octo(as, `/bookings/${String(uuid)}${verb && `/${verb}`}`, { method: verb === "" ? "PATCH" : "POST", body, ...more });
const uuidOf = ({ json }: Answer) => String(json["uuid"]);
const onHold = async (over: Json = {}) => uuidOf(await reserve(wish(await night(), over)));
const sold = async (over: Json = {}) => {
  const uuid = await onHold(over);
  await act(uuid, "confirm", { contact: LUZ });
  return uuid;
};

type Ticket = { deliveryOptions: { deliveryFormat: string; deliveryValue: string }[] };
type Priced = { retail: number; original: number; net: number; includedTaxes: { retail: number; net: number }[] };
type Booking = Json & { unitItems: (Json & { uuid: string; ticket: Ticket; pricing: Priced })[] } & {
  voucher: Ticket;
  pricing: Priced;
};

/** What the validator demands of a booking in each state. */
const DEMANDS: Record<string, (booking: Booking) => unknown> = {
  "the delivery methods are the product's": (b) =>
    expect(b["deliveryMethods"]).toEqual((b["product"] as Json)["deliveryMethods"]),
  "the option is the product's": (b) =>
    expect((b["product"] as { options: Json[] }).options).toContainEqual(b["option"]),
  "the availability is the one that was booked": (b) =>
    expect((b["availability"] as Json)["id"]).toBe(b["availabilityId"]),
  "the cut-off has no milliseconds": (b) =>
    expect((b["availability"] as Json)["utcCutoffAt"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  "a hold has an end, and nothing else has": (b) =>
    expect(b["utcExpiresAt"] === null).toBe(["CONFIRMED", "CANCELLED"].includes(String(b["status"]))),
  "only a hold isn't confirmed": (b) => b["status"] === "ON_HOLD" && expect(b["utcConfirmedAt"]).toBeNull(),
  "only what is confirmed has codes": (b) =>
    expect(
      [b.voucher, ...b.unitItems.map(({ ticket }) => ticket)].map(({ deliveryOptions: all }) => all.length),
    ).toEqual(Array.from({ length: b.unitItems.length + 1 }, () => (b["status"] === "CONFIRMED" ? 1 : 0))),
  "every item has an id of its own": (b) =>
    expect(new Set(b.unitItems.map(({ uuid }) => uuid)).size).toBe(b.unitItems.length),
  "ids are in lower case": (b) => expect(b["uuid"]).toBe(String(b["uuid"]).toLowerCase()),
  "items follow the booking": (b) =>
    expect(new Set(b.unitItems.map((item) => item["status"]))).toEqual(new Set([b["status"]])),
  "sums are those of the items, with what is owed and the tax": (b) => {
    const sum = (of: (p: Priced) => number) => b.unitItems.reduce((all, { pricing }) => all + of(pricing), 0);
    expect([sum((p) => p.retail), sum((p) => p.original), sum((p) => p.net)]).toEqual([
      b.pricing.retail,
      b.pricing.original,
      b.pricing.net,
    ]);
    expect(sum((p) => p.includedTaxes[0]!.retail)).toBe(b.pricing.includedTaxes[0]!.retail);
    expect(sum((p) => p.includedTaxes[0]!.net)).toBe(b.pricing.includedTaxes[0]!.net);
  },
};

/** A booking as it was answered, after everything that is demanded of it. */
function booked({ status, json }: Answer): Booking {
  expect({ status, why: json["errorMessage"] }).toEqual({ status: 200, why: undefined });
  expect(asShape(zBooking, json)).toEqual(json);
  for (const demand of Object.values(DEMANDS)) demand(json as Booking);
  return json as Booking;
}

const refused = async (answer: Promise<Answer>, error: string, more: Json = {}) => {
  const { status, json } = await answer;
  expect({ status, ...json }).toMatchObject({ status: 400, error, ...more });
  expect(json["errorMessage"]).not.toBe("");
};

describe("a booking", () => {
  test("is held, confirmed and cancelled", async () => {
    const id = await night();
    const held = booked(await reserve(wish(id, { notes: "Window seat", resellerReference: "A-1" })));
    expect(held).toMatchObject({
      status: "ON_HOLD",
      productId: crawlId,
      optionId: "DEFAULT",
      availabilityId: id,
      resellerReference: "A-1",
      notes: "Window seat",
      cancellable: true,
      cancellation: null,
      freesale: false,
      pricing: { retail: 80_000, net: 68_000, currency: "MXN", currencyPrecision: 2 },
    });
    expect(await seatsOf(database.services.db, id)).toMatchObject({ available: 38 });
    const done = booked(await act(held["uuid"], "confirm", { contact: LUZ, resellerReference: "A-2" }));
    expect(done).toMatchObject({
      status: "CONFIRMED",
      resellerReference: "A-2",
      contact: { fullName: "Luz Ortega", firstName: null, emailAddress: "luz@people.test", locales: [] },
    });
    const codes = [done.voucher, ...done.unitItems.map(({ ticket }) => ticket)].map((t) => t.deliveryOptions[0]);
    for (const code of codes)
      expect(code).toMatchObject({ deliveryFormat: "QRCODE", deliveryValue: expect.any(String) });
    expect(booked(await act(held["uuid"], "confirm", { contact: LUZ }))["utcConfirmedAt"]).toBe(done["utcConfirmedAt"]);
    for (const other of [{ contact: { ...LUZ, fullName: "Eva Paz" } }, { contact: LUZ, unitItems: guests(3) }])
      await refused(act(held["uuid"], "confirm", other), "UNPROCESSABLE_ENTITY");
    for (const lost of ["fullName", "emailAddress"])
      await refused(act(held["uuid"], "", { contact: { [lost]: null } }), "BAD_REQUEST");
    expect((await octo(key, `/bookings/${String(held["uuid"])}`)).json["contact"]).toEqual(done["contact"]);
    const over = booked(await act(held["uuid"], "cancel", { reason: "Ill" }));
    expect(over).toMatchObject({
      status: "CANCELLED",
      cancellation: { refund: "FULL", reason: "Ill" },
      cancellable: false,
    });
    expect(await seatsOf(database.services.db, id)).toMatchObject({ available: 40 });
    expect(booked(await act(held["uuid"], "cancel"))["cancellation"]).toEqual(over["cancellation"]);
  });

  test("has no price and no texts where nobody asks for them", async () => {
    const plain = { headers: { "octo-capabilities": "" } };
    const { json, headers } = await reserve(wish(await night()), plain);
    expect(headers.get("octo-capabilities")).toBe("");
    expect(asShape(zBooking, json)).toEqual(json);
    expect(JSON.stringify(json)).not.toMatch(/pricing|features|categoryLabels/i);
  });

  test("is made once, however often it is sent", async () => {
    const uuid = randomUUID();
    const body = wish(await night(), { uuid: uuid.toUpperCase() });
    const answers = await Promise.all([reserve(body), reserve(body), reserve(body)]);
    expect(new Set(answers.map(({ json }) => json["id"])).size).toBe(1);
    expect(answers.map(uuidOf)).toEqual([uuid, uuid, uuid]);
    await refused(reserve({ ...body, unitItems: guests(3) }), "INVALID_BOOKING_UUID", { uuid: uuid.toUpperCase() });
  });

  test("is answered again once its product is hidden or its night sold elsewhere", async () => {
    const { db } = database.services;
    const product = await addCrawl(db, { title: "Soon hidden" });
    const id = await addDeparture(db, product);
    const body = wish(id, { productId: product, uuid: randomUUID() });
    const first = booked(await reserve(body));
    await db
      .updateTable("scheduled_crawls")
      .set({ external_booking_link: "https://x.example" })
      .where("id", "=", id)
      .execute();
    expect(booked(await reserve(body))["id"]).toBe(first["id"]);
    await db.updateTable("pub_crawls").set({ is_active: false }).where("id", "=", product).execute();
    expect(booked(await reserve(body))["id"]).toBe(first["id"]);
    await refused(reserve({ ...body, unitItems: guests(3) }), "INVALID_BOOKING_UUID");
    await refused(reserve({ ...body, optionId: "x" }), "INVALID_PRODUCT_ID");
    await refused(reserve({ ...body, uuid: randomUUID() }), "INVALID_PRODUCT_ID");
  });

  test("keeps the ids and numbers that its people have", async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const items = [
      { unitId: "adult", uuid: one, resellerReference: "p-1", contact: { firstName: "Luz" } },
      { unitId: "adult", uuid: two },
    ];
    const held = booked(await reserve(wish(await night(), { unitItems: items })));
    expect(held.unitItems).toMatchObject([
      { uuid: one, resellerReference: "p-1", contact: { firstName: "Luz", locales: [] }, unitId: "adult" },
      { uuid: two, resellerReference: null },
    ]);
    const more = booked(await act(held["uuid"], "", { unitItems: [{ unitId: "adult", uuid: two }, ...guests(2)] }));
    expect(more.unitItems).toHaveLength(3);
    expect(more.unitItems[0]).toMatchObject({ uuid: two });
    expect(more.pricing.retail).toBe(120_000);
  });

  test("is confirmed for more people than it was held for", async () => {
    const uuid = await onHold();
    const done = booked(await act(uuid, "confirm", { contact: LUZ, unitItems: guests(3) }));
    expect(done.unitItems).toHaveLength(3);
  });

  test("is held for longer, and not without end", async () => {
    const held = booked(await reserve(wish(await night())));
    const in31 = new Date(NOON.getTime() + 31 * 60_000);
    expect(Date.parse(String(held["utcExpiresAt"]))).toBeLessThan(in31.getTime());
    const longer = booked(await act(held["uuid"], "extend", { expirationMinutes: 31 }));
    expect(longer["utcExpiresAt"]).toBe(in31.toISOString().replace(".000", ""));
    await refused(act(await sold(), "extend"), "UNPROCESSABLE_ENTITY");
  });

  test.each(["live", "test"])(
    "that is held as long as it may be is changed all the same (%s), and sent again",
    async (kind) => {
      const as = kind === "live" ? key : await addKey(database, { partner, test: true });
      const uuid = uuidOf(await reserve(wish(await night(), { expirationMinutes: 60 }), { as }));
      const change = { expirationMinutes: 60, unitItems: guests(3), notes: "Three of us" };
      for (const time of ["once", "twice"])
        expect((await act(uuid, "", change, { as })).json, time).toMatchObject({
          status: "ON_HOLD",
          notes: "Three of us",
          unitItems: [{}, {}, {}],
          utcExpiresAt: later(60).toISOString().replace(".000", ""),
        });
    },
  );

  test.each([false, true])("is changed (confirmed: %s)", async (isSold) => {
    const uuid = await (isSold ? sold() : onHold());
    const contact = {
      fullName: "John Doe",
      firstName: "John",
      lastName: "Doe",
      emailAddress: "johndoe@people.test",
      phoneNumber: "+00000000",
      country: "GB",
      notes: "Test notes contact",
      locales: ["en"],
    };
    const other = await night();
    expect(booked(await act(uuid, "", { contact, notes: "Test note" }))).toMatchObject({ contact, notes: "Test note" });
    const moved = booked(await act(uuid, "", { availabilityId: other }));
    expect(moved).toMatchObject({ availabilityId: other, status: isSold ? "CONFIRMED" : "ON_HOLD", contact });
    await refused(act(uuid, "", { availabilityId: "x" }), "INVALID_AVAILABILITY_ID", { availabilityId: "x" });
    await refused(act(uuid, "", { productId: "x", availabilityId: other }), "INVALID_PRODUCT_ID", { productId: "x" });
    await refused(act(uuid, "", { unitItems: [{ unitId: "x" }] }), "INVALID_UNIT_ID", { unitId: "x" });
  });

  test("goes to another product", async () => {
    const { db } = database.services;
    const productId = await addCrawl(db, { title: "VIP night" });
    const id = await addDeparture(db, productId);
    const uuid = await onHold();
    await refused(act(uuid, "", { productId }), "INVALID_AVAILABILITY_ID");
    expect(booked(await act(uuid, "", { productId, optionId: "DEFAULT", availabilityId: id }))).toMatchObject({
      productId,
      availabilityId: id,
      product: { id: productId },
    });
  });

  test("that ran out is told so, and isn't confirmed", async () => {
    const id = await night({ seats: 2 });
    const uuid = uuidOf(await reserve(wish(id)));
    const after = { now: later(21) };
    const over = booked(await octo(key, `/bookings/${uuid}`, after));
    expect(over).toMatchObject({ status: "EXPIRED", cancellable: false });
    await refused(act(uuid, "confirm", { contact: LUZ }, after), "INVALID_BOOKING_UUID", { uuid });
    const others = await reserve(wish(id), after);
    expect(others.status).toBe(200);
    await refused(act(uuid, "confirm", { contact: LUZ }, after), "INVALID_BOOKING_UUID", { uuid });
  });

  test("isn't cancelled after its cut-off", async () => {
    const id = await night({ date: "2026-11-25" });
    const uuid = uuidOf(await reserve(wish(id)));
    await act(uuid, "confirm", { contact: LUZ });
    const late = { now: new Date("2026-11-25T12:00:00Z") };
    expect((await octo(key, `/bookings/${uuid}`, late)).json).toMatchObject({
      status: "CONFIRMED",
      cancellable: false,
    });
    await refused(act(uuid, "cancel", {}, late), "UNPROCESSABLE_ENTITY");
    await refused(act(uuid, "", { unitItems: guests(1) }, late), "UNPROCESSABLE_ENTITY");
  });

  test("is cancelled by DELETE as well", async () => {
    const { json } = await octo(key, `/bookings/${await onHold()}/`, { method: "DELETE" });
    expect(json).toMatchObject({ status: "CANCELLED" });
  });
});

test.each([
  [1, 1],
  [2, 2],
])("of two keys that ask for one place each, with %i left, %i get one", async (seats, winners) => {
  const other = await addKey(database, { partner: (await addReseller(database.services.db)).partnerId });
  const id = await night({ seats });
  const body = wish(id, { unitItems: guests(1) });
  const answers = await Promise.all([reserve(body), reserve(body, { as: other })]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(winners);
  const losers = answers.filter(({ status }) => status !== 200);
  for (const { status, json } of losers) expect([status, json["error"]]).toEqual([400, "UNPROCESSABLE_ENTITY"]);
});

test("the last place is one program's, however many keys of one partner or of others ask at once", async () => {
  const { partnerId: rival } = await addReseller(database.services.db, {});
  const keys = await Promise.all([partner, partner, rival, rival].map((of) => addKey(database, { partner: of })));
  const id = await night({ seats: 1 });
  const answers = await Promise.all(keys.map((as) => reserve(wish(id, { unitItems: guests(1) }), { as })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400]);
  expect(new Set(answers.map(({ json }) => json["error"]))).toEqual(new Set([undefined, "UNPROCESSABLE_ENTITY"]));
  expect(await seatsOf(database.services.db, id)).toMatchObject({ available: 0, held: 1 });
});

test("another reseller's booking is as good as none", async () => {
  const other = await addKey(database, { partner: (await addReseller(database.services.db)).partnerId });
  const uuid = await onHold({ resellerReference: "mine" });
  const nobody = randomUUID();
  const calls = (of: string, as: string): Promise<Answer>[] => [
    octo(as, `/bookings/${of}`),
    act(of, "", { notes: "x" }, { as }),
    act(of, "extend", {}, { as }),
    act(of, "confirm", { contact: LUZ }, { as }),
    act(of, "cancel", {}, { as }),
  ];
  const unknown = await Promise.all(calls(nobody, other));
  const theirs = await Promise.all(calls(uuid, other));
  for (const [at, { status, text }] of theirs.entries())
    expect([status, text.replaceAll(uuid, nobody)]).toEqual([unknown[at]!.status, unknown[at]!.text]);
  for (const { json } of theirs) expect(json).toMatchObject({ error: "INVALID_BOOKING_UUID", uuid });
  expect((await octo(other, "/bookings?resellerReference=mine")).rows).toEqual([]);
  // a second key of the same reseller sees it
  const second = await addKey(database, { partner });
  expect((await octo(second, `/bookings/${uuid}`)).status).toBe(200);
  expect((await octo(second, "/bookings?resellerReference=mine")).rows).toHaveLength(1);
});

describe("the list", () => {
  test("is filtered, and never whole", async () => {
    const date = "2027-05-01";
    const id = await night({ date });
    const one = booked(await reserve(wish(id, { resellerReference: "list-1" })));
    const two = booked(await reserve(wish(await night({ date: "2027-05-02" }), { resellerReference: "list-2" })));
    const found = async (query: string) => (await octo(key, `/bookings/?${query}`)).rows.map(({ uuid }) => uuid);
    expect(await found("resellerReference=list-1")).toEqual([one["uuid"]]);
    expect(await found(`supplierReference=${String(two["supplierReference"])}`)).toEqual([two["uuid"]]);
    expect(await found(`localDate=${date}`)).toEqual([one["uuid"]]);
    expect(await found(`localDateStart=${date}&localDateEnd=2027-05-02&productId=${crawlId}`)).toEqual([
      one["uuid"],
      two["uuid"],
    ]);
    expect(await found(`localDate=${date}&productId=x`)).toEqual([]);
    for (const query of [
      "",
      "optionId=",
      "localDateStart=2027-05-01",
      "localDate=2027-02-31",
      "unknown=1",
      "localDateStart=2027-05-02&localDateEnd=2027-05-01",
    ])
      await refused(octo(key, `/bookings?${query}`), "BAD_REQUEST");
    const { rows } = await octo(key, "/bookings?resellerReference=list-1");
    expect(asShape(zBooking, rows[0])).toEqual(rows[0]);
  });
});

/** Everything stored but what is noted of calls, and what is tried out. */
const withoutCounts = async () => {
  const {
    test_resales: _,
    api_key_secrets: _secrets,
    rate_counters: _counters,
    ...rest
  } = await wholeDatabase(database.services.db);
  return rest;
};

describe("trying out", () => {
  test.each(["key", "header"])("by %s is told and takes nothing", async (by) => {
    const trial = by === "key" ? await addKey(database, { partner, test: true }) : key;
    const headers: Record<string, string> = by === "key" ? {} : { "octo-env": "test" };
    const id = await night({ seats: 2 });
    const all = { as: trial, headers };
    const before = await withoutCounts();
    const held = booked(await reserve(wish(id, { resellerReference: `try-${by}` }), all));
    expect(held).toMatchObject({ testMode: true, status: "ON_HOLD" });
    expect(booked(await act(held["uuid"], "extend", { expirationMinutes: 40 }, all))["testMode"]).toBe(true);
    expect(booked(await act(held["uuid"], "confirm", { contact: LUZ }, all))).toMatchObject({ status: "CONFIRMED" });
    const other = { contact: { ...LUZ, fullName: "Eva Paz" } };
    await refused(act(held["uuid"], "confirm", other, all), "UNPROCESSABLE_ENTITY");
    await refused(act(held["uuid"], "", { contact: { fullName: "" } }, all), "BAD_REQUEST");
    expect(booked(await act(held["uuid"], "cancel", {}, all))).toMatchObject({ status: "CANCELLED" });
    expect(await withoutCounts()).toEqual(before);
    await refused(reserve(wish(id, { unitItems: guests(3) }), all), "UNPROCESSABLE_ENTITY");
    // a real one is not seen from there, nor the other way
    expect((await octo(key, `/bookings?resellerReference=try-${by}`)).rows).toEqual([]);
    expect((await octo(trial, `/bookings?resellerReference=try-${by}`, { headers })).rows).toHaveLength(1);
  });

  test("a misspelt word for it sells nothing", async () => {
    const id = await night();
    const why = { errorMessage: "Octo-Env is either live or test." };
    await refused(reserve(wish(id), { headers: { "octo-env": "tset" } }), "BAD_REQUEST", why);
    expect(await seatsOf(database.services.db, id)).toMatchObject({ available: 40 });
  });

  test("a key for trying out stays one, whatever the header says", async () => {
    const trial = await addKey(database, { partner, test: true });
    const live = { as: trial, headers: { "octo-env": "live" } };
    expect(booked(await reserve(wish(await night()), live))).toMatchObject({ testMode: true });
  });
});

describe("what can't be booked", () => {
  test.each<[string, () => Promise<Json>, string, Json]>([
    [
      "an unknown product",
      async () => wish(await night(), { productId: "x" }),
      "INVALID_PRODUCT_ID",
      { productId: "x" },
    ],
    ["an unknown option", async () => wish(await night(), { optionId: "x" }), "INVALID_OPTION_ID", { optionId: "x" }],
    [
      "an unknown night",
      async () => wish("invalidAvailabilityId"),
      "INVALID_AVAILABILITY_ID",
      { availabilityId: "invalidAvailabilityId" },
    ],
    ["nobody's night", async () => wish(randomUUID()), "INVALID_AVAILABILITY_ID", {}],
    ["a group's own night", async () => wish(await night({ is_private: true })), "INVALID_AVAILABILITY_ID", {}],
    [
      "a night that is sold elsewhere",
      async () => wish(await night({ external_booking_link: "https://x.example" })),
      "INVALID_AVAILABILITY_ID",
      {},
    ],
    ["no night", async () => ({ ...wish(""), availabilityId: null }), "BAD_REQUEST", {}],
    [
      "an unknown unit",
      async () => wish(await night(), { unitItems: [{ unitId: "invalidUnitId" }] }),
      "INVALID_UNIT_ID",
      { unitId: "invalidUnitId" },
    ],
    ["nobody", async () => wish(await night(), { unitItems: [] }), "UNPROCESSABLE_ENTITY", {}],
    ["nobody, not said", async () => wish(await night(), { unitItems: undefined }), "UNPROCESSABLE_ENTITY", {}],
    ["more than are left", async () => wish(await night({ seats: 1 })), "UNPROCESSABLE_ENTITY", {}],
    [
      "a party that is too large",
      async () => wish(await night(), { unitItems: guests(21) }),
      "UNPROCESSABLE_ENTITY",
      {},
    ],
    [
      "a party that no booking is for",
      async () => wish(await night(), { unitItems: guests(101) }),
      "UNPROCESSABLE_ENTITY",
      {},
    ],
    ["a closed night", async () => wish(await night({ bookings_disabled: true })), "UNPROCESSABLE_ENTITY", {}],
    ["a cancelled night", async () => wish(await night({ status: "cancelled" })), "UNPROCESSABLE_ENTITY", {}],
    ["a currency that we aren't owed", async () => wish(await night(), { currency: "USD" }), "BAD_REQUEST", {}],
    ["no id", async () => wish(await night(), { uuid: "x" }), "BAD_REQUEST", {}],
    [
      "no address",
      async () => wish(await night(), { contact: { emailAddress: "x" } }),
      "BAD_REQUEST",
      {
        errorMessage: "“contact.emailAddress” is missing, or isn’t as it should be.",
      },
    ],
    [
      "no telephone",
      async () => wish(await night(), { contact: { phoneNumber: "x" } }),
      "BAD_REQUEST",
      {
        errorMessage: "“contact.phoneNumber” is missing, or isn’t as it should be.",
      },
    ],
    ["half a character", async () => wish(await night(), { notes: "\uD800" }), "BAD_REQUEST", {}],
  ])("%s", async (_, body, error, more) => refused(reserve(await body()), error, more));

  test("a guest without a name or an address", async () => {
    const uuid = await onHold();
    await refused(act(uuid, "confirm", { contact: {} }), "BAD_REQUEST");
    await refused(act(uuid, "confirm", {}), "BAD_REQUEST");
    await refused(act(uuid, "confirm", { contact: LUZ, unitItems: [{ unitId: "x" }] }), "INVALID_UNIT_ID");
    await refused(act("invalidUUID", "confirm", { contact: LUZ }), "INVALID_BOOKING_UUID", { uuid: "invalidUUID" });
  });

  test("a change that would write to the guest", async () => {
    const uuid = await onHold();
    await refused(act(uuid, "", { emailReceipt: true, notes: "x" }), "BAD_REQUEST");
    expect(booked(await act(uuid, "", { emailReceipt: false, notes: "y" }))["notes"]).toBe("y");
  });

  test("by a key that is no reseller's, or may not", async () => {
    const house = await addKey(database);
    const reads = await addKey(database, { partner, scopes: ["bookings:read"] });
    const body = wish(await night());
    for (const as of [house, reads])
      expect(await reserve(body, { as })).toMatchObject({ status: 403, json: { error: "FORBIDDEN" } });
    expect(await octo(house, "/bookings?resellerReference=x")).toMatchObject({ status: 403 });
  });
});
