import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { viaText } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { priceDetails } from "#src/modules/sales/booking/price-details.server.ts";
import { broughtBy, findBooking, findOffer } from "#src/modules/sales/booking/queries.server.ts";
import {
  agreedText,
  type Details,
  EMPTY_DETAILS,
  type PriceIntent,
} from "#src/modules/sales/booking/rules/details-form.ts";
import type { CheckoutOffer } from "#src/modules/sales/booking/schema.ts";
import { retakeHold } from "#src/modules/sales/booking/retake-hold.server.ts";
import { submitDetails } from "#src/modules/sales/booking/submit-details.server.ts";
import { agreedNow } from "#src/modules/site/content/read-agreed.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addRule, dropRules } from "#tests/price-rule.ts";
import { addCoupon, addDeparture, bookingInput, later, seatsOf, seedMinimal } from "#tests/seeds.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { giveCredit } from "#src/modules/money/credits/give-credit.server.ts";
import { creditIn, creditsOf } from "#src/modules/money/credits/queries.server.ts";

const database = freshDatabase();
let crawlId: string;
let departureId: string;

const TYPED: Details = {
  ...EMPTY_DETAILS,
  first_name: "Sofía",
  last_name: "Navarro",
  email: "sofia@example.test",
  phone: "+52 55 1234 5678",
  country: "ES",
  number_of_people: "2",
  agreed: true,
};

beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
  await addCoupon(database.services.db, { code: "TEN" });
  for (const code of ["CASA-77", "HOSTAL"]) await addPartner(code);
  await addPartner("CLOSED", false);
});
const addPartner = (code: string, is_active = true) =>
  database.services.db.insertInto("partners").values({ name: code, code, is_active, created_at: NOON }).execute();
beforeEach(async () => {
  departureId = await addDeparture(database.services.db, crawlId, { seats: 5 });
});

async function offerFor(ctx = database.ctx()): Promise<CheckoutOffer> {
  const found = await findOffer(ctx, departureId);
  if (!found.ok) throw new Error(found.reason);
  return found.offer;
}

const submit = async (
  over: Partial<Details> = {},
  rest: {
    key?: string;
    amount?: string;
    people?: string;
    credit?: string;
    editing?: string | null;
    agreedTo?: string;
    referral?: string;
  } = {},
  ctx = database.ctx(),
) =>
  submitDetails(ctx, await offerFor(ctx), {
    details: { ...TYPED, ...over },
    referral: rest.referral ?? "",
    key: rest.key ?? crypto.randomUUID(),
    table: null,
    shown: {
      amount: rest.amount ?? "",
      currency: "MXN",
      people: rest.people ?? "2",
      addOns: "",
      credit: rest.credit ?? "0",
    },
    editing: rest.editing ?? null,
    agreedTo: rest.agreedTo ?? agreedText(await agreedNow(ctx)),
  });

const fieldErrorsIn = (result: Awaited<ReturnType<typeof submit>>) =>
  !result.ok && result.reason === "refused"
    ? result.priced.fieldErrors.map(({ id, message }) => `${id} ${message}`)
    : [];

test("the price that was promised comes back with the choice that it was promised for", async () => {
  const { db } = database.services;
  await addRule(db, { people_from: 4, percent: 15 });
  const details = { ...TYPED, number_of_people: "4" };
  const priced = async (over: Partial<Details>) => {
    const result = await priceDetails(database.ctx(), await offerFor(), { ...details, ...over }, "update");
    if (!result.ok) throw new Error(result.reason);
    const { details: now, quote } = result.priced;
    return { price_promise: now.price_promise, person: quote.price_per_person.amount_minor };
  };
  const { price_promise, person } = await priced({});
  expect(person).toBe(34_000);
  await dropRules(db);
  const fewer = await priced({ number_of_people: "2", price_promise });
  expect(fewer).toEqual({ price_promise, person: 40_000 });
  expect(await priced({ price_promise: fewer.price_promise })).toEqual({ price_promise, person: 34_000 });
});

test("the same form sent twice books once; a changed one replaces the hold", async () => {
  const first = await submit({}, { key: "a-form-of-a-page" });
  const again = await submit({}, { key: "a-form-of-a-page" });
  expect(again).toEqual(first);
  const changed = await submit({ number_of_people: "3" }, { key: "a-form-of-a-page" });
  expect(changed.ok).toBe(true);
  expect(await seatsOf(database.services.db, departureId)).toMatchObject({ available: 2, held: 3 });
});

test("seats that this browser holds count as free for it, and for nobody else", async () => {
  await submit({ number_of_people: "4" });
  expect((await offerFor()).left).toBe(5);
  expect((await offerFor(database.ctx({ actor: { browser: "browser-two" } }))).left).toBe(1);
});

test("errors come back with everything that was typed and the price of now", async () => {
  const result = await submit({ email: "sofia@", number_of_people: "2abc", agreed: false });
  expect(fieldErrorsIn(result)).toEqual([
    "email errors.email",
    "number_of_people errors.people",
    "agreed errors.terms",
  ]);
  expect(result).toMatchObject({
    priced: { details: { email: "sofia@", number_of_people: "2abc" }, quote: { total: { amount_minor: 40_000 } } },
  });
  expect(await seatsOf(database.services.db, departureId)).toMatchObject({ held: 0 });
});

test("more people than seats are told how many are left, once", async () => {
  expect(fieldErrorsIn(await submit({ number_of_people: "6" }))).toEqual(["number_of_people errors.sold_out"]);
});

test("a price that is not the one on the page is shown before anything is booked", async () => {
  expect(fieldErrorsIn(await submit({}, { amount: "70000" }))).toEqual(["order-total errors.price_changed"]);
  expect((await submit({}, { amount: "80000" })).ok).toBe(true);
});

test("other people or another currency than the page's total is of are no changed price: the next step shows their total", async () => {
  expect((await submit({}, { amount: "40000", people: "1" })).ok).toBe(true);
  expect((await submit({ currency: "USD" }, { amount: "80000" })).ok).toBe(true);
});

test("an empty coupon is no error, whoever asks for it to be applied", async () => {
  const result = await priceDetails(database.ctx(), await offerFor(), { ...TYPED, coupon_typed: " " }, "coupon-apply");
  expect(result).toMatchObject({ ok: true, priced: { fieldErrors: [], applied: false } });
});

test("a coupon that was typed but not applied is applied first, and nothing is booked yet", async () => {
  const result = await submit({ coupon_typed: " ten " });
  expect(result).toMatchObject({
    ok: false,
    priced: { details: { coupon_code: "TEN", coupon_typed: "" }, quote: { total: { amount_minor: 72_000 } } },
  });
  expect(await seatsOf(database.services.db, departureId)).toMatchObject({ held: 0 });
});

test("a coupon that is refused is taken off and stays in its field", async () => {
  const result = await submit({ coupon_typed: "NOPE" });
  expect(fieldErrorsIn(result)).toEqual(["coupon_typed errors.coupon_invalid"]);
  expect(result).toMatchObject({ priced: { details: { coupon_code: "", coupon_typed: "NOPE" } } });
});

test("a code that is asked for has a field, which keeps what was typed", async () => {
  const { pool } = database.services;
  await pool.query("update app_settings set value = '20' where key = 'unpaid_per_network'");
  forgetSettings(database.services);
  departureId = await addDeparture(database.services.db, crawlId, { seats: 60 });
  const group = database.ctx({ actor: { browser: "a-group", address: "198.51.100.1" } });
  await placeBooking(group, bookingInput(departureId, { number_of_people: 20 }), "the-group-books");
  const guest = database.ctx({ actor: { browser: "a-guest", address: "198.51.100.2" } });
  const result = await submit({}, {}, guest);
  expect(fieldErrorsIn(result)).toEqual(["email_code errors.email_code_needed"]);
  expect(result).toMatchObject({ priced: { details: { email_code: "" } } });
  for (const over of [{ phone: "1" }, { coupon_typed: "TEN" }, { agreed: false }])
    expect(await submit({ email_code: "123456", ...over }, {}, guest)).toMatchObject({
      priced: { details: { email_code: "123456" } },
    });
  expect(fieldErrorsIn(await submit({ email_code: "not-it" }, {}, guest))).toEqual([
    "email_code errors.email_code_wrong",
  ]);
  await pool.query("update app_settings set value = '0' where key = 'unpaid_per_network'");
  forgetSettings(database.services);
});

test("the currency can't be changed once payment was proceeded to", async () => {
  const first = await submit();
  const editing = first.ok ? first.bookingId : null;
  expect(fieldErrorsIn(await submit({ currency: "USD" }, { editing }))).toEqual(["currency errors.currency_frozen"]);
  expect((await submit({ first_name: "Ana" }, { editing })).ok).toBe(true);
});

test("taking lapsed seats again says how many are left", async () => {
  const first = await submit({ number_of_people: "4" });
  const id = first.ok ? first.bookingId : "";
  const after = database.ctx({ now: later(40), actor: { browser: "browser-two" } });
  const other = await placeBooking(after, bookingInput(departureId, { number_of_people: 3 }), "another-guest");
  expect(other.ok).toBe(true);
  expect(await retakeHold(after, id)).toEqual({ ok: false, reason: "sold_out", left: 2 });
  expect(await findBooking(after, id, null)).toMatchObject({ status: "cancelled", cancel_reason: "expired" });
});

test("a booking keeps the versions of terms and privacy policy that its guest saw; nobody is held to newer ones", async () => {
  const { db } = database.services;
  const publish = async (page: string, at: Date) => {
    const row = { site_tag: `page:${page}`, sections: "{}", published_at: at };
    return (await db.insertInto("content_versions").values(row).returning("id").executeTakeFirstOrThrow()).id;
  };
  const agreedIn = (result: Awaited<ReturnType<typeof submit>>) =>
    db
      .selectFrom("bookings")
      .select(["terms_version as terms", "privacy_version as privacy"])
      .where("id", "=", result.ok ? result.bookingId : "")
      .executeTakeFirstOrThrow();
  expect(await agreedIn(await submit())).toEqual({ terms: null, privacy: null });
  const [terms, privacy] = [await publish("terms", later(-2)), await publish("privacy", later(-2))];
  const view = `${terms} ${privacy}`;
  expect(await agreedIn(await submit({ first_name: "Ana" }, { agreedTo: view }))).toEqual({ terms, privacy });
  const newer = await publish("terms", later(-1));
  const refused = await submit({ first_name: "Eva" }, { agreedTo: view });
  expect(fieldErrorsIn(refused)).toEqual(["agreed errors.terms_changed"]);
  expect(refused).toMatchObject({ priced: { agreedTo: `${newer} ${privacy}`, details: { agreed: false } } });
  // whatever else is refused says it too, so that the next form names what this one showed
  const now = { agreedTo: `${newer} ${privacy}` };
  const priced = { ...now, termsUpdated: "Last updated November 20, 2026" };
  const both = await submit({ coupon_typed: "TEN" }, { agreedTo: view });
  expect(fieldErrorsIn(both)).toEqual(["agreed errors.terms_changed"]);
  expect(both).toMatchObject({ priced: { ...priced, details: { coupon_code: "TEN", agreed: false } } });
  for (const [details, rest] of [
    [{ number_of_people: "6" }, {}],
    [{}, { amount: "70000" }],
    [{ phone: "" }, {}],
  ] as const) {
    const other = await submit(details, { ...now, ...rest });
    expect(fieldErrorsIn(other)).not.toContain("agreed errors.terms_changed");
    expect(other).toMatchObject({ reason: "refused", priced: { ...priced, details: { agreed: true } } });
  }
  const again = await submit({ first_name: "Eva" }, now);
  expect(await agreedIn(again)).toEqual({ terms: newer, privacy });
  const unnamed = await submit({ first_name: "Luz" }, { agreedTo: "" });
  expect(fieldErrorsIn(unnamed)).toEqual(["agreed errors.terms_changed"]);
  expect(unnamed).toMatchObject({ priced: { details: { agreed: false } } });
});

describe("a gift card or credit entered in the coupon's place", () => {
  const GONE = "GC-AAAA-BBBB-CCCC-DDDD-EEEE";
  /** Credit in pesos, given for a booking of another night. */
  async function credit(amount: number, over: { currency?: "MXN" | "USD"; test?: boolean } = {}): Promise<string> {
    const other = await addDeparture(database.services.db, crawlId, { seats: 5 });
    const placed = await placeBooking(database.ctx(), bookingInput(other), crypto.randomUUID());
    if (!placed.ok) throw new Error(placed.reason);
    const of = bookingRef(placed.booking.id);
    const money = { amount, currency: over.currency ?? ("MXN" as const) };
    await database.services.db
      .transaction()
      .execute((tx) => giveCredit(database.ctx(), tx, { of, paymentId: null, money, test: over.test ?? true }));
    return (await creditsOf(database.services, placed.booking.id))[0]!.code;
  }
  const price = async (details: Partial<Details>, intent: PriceIntent, ctx = database.ctx()) => {
    const now = await priceDetails(ctx, await offerFor(ctx), { ...TYPED, ...details }, intent);
    if (!now.ok) throw new Error(now.reason);
    const { details: after, fieldErrors, quote, credits } = now.priced;
    const { coupon_code, coupon_typed, credit_codes } = after;
    const errors = fieldErrors.map(({ id, message }) => `${id} ${message}`);
    return { coupon_code, coupon_typed, credit_codes, errors, credits, total: quote.total.amount_minor };
  };
  const NONE = { coupon_code: "", coupon_typed: "", credit_codes: "", errors: [], credits: [], total: 80_000 };

  test("pays a part, beside a coupon, until it is removed", async () => {
    const code = await credit(30_000);
    const on = { ...NONE, credit_codes: code, credits: [{ code, amount: 30_000 }] };
    expect(await price({ coupon_typed: ` ${code.toLowerCase()} ` }, "coupon-apply")).toEqual(on);
    expect(await price({ credit_codes: code }, "update")).toEqual(on);
    const both = { ...on, coupon_code: "TEN", total: 72_000 };
    expect(await price({ coupon_code: "TEN", coupon_typed: code }, "coupon-apply")).toEqual(both);
    expect(await price({ credit_codes: code, coupon_typed: "ten" }, "coupon-apply")).toEqual(both);
    expect(await price({ coupon_code: "TEN", credit_codes: code }, "credits-remove")).toEqual({
      ...NONE,
      coupon_code: "TEN",
      total: 72_000,
    });
    expect(await price({ credit_codes: code }, "coupon-remove")).toEqual(on);
  });

  test("leaves what is typed beside it and not applied yet, whatever else is asked", async () => {
    const code = await credit(30_000);
    const form = { credit_codes: code, coupon_code: "TEN", coupon_typed: "AN" };
    for (const intent of ["update", "coupon-remove", "credits-remove", "partner-remove"] as const)
      expect(await price(form, intent)).toMatchObject({ coupon_typed: "AN", errors: [] });
    // beside a code that was refused meanwhile too, which is named then
    const ctx = database.ctx({ actor: { browser: "typing", address: "198.51.100.81" } });
    const gone = { ...TYPED, ...form, coupon_code: "GONE", partner_code: "CLOSED" };
    const off = (one: string) => ({
      id: "coupon_typed",
      message: "errors.code_taken_off",
      values: { code: one },
    });
    const answer = await priceDetails(ctx, await offerFor(ctx), gone, "update");
    expect(answer).toMatchObject({
      priced: {
        details: { coupon_code: "", partner_code: "", coupon_typed: "AN" },
        fieldErrors: [off("GONE"), off("CLOSED")],
      },
    });
  });

  test("pays once, however often it is entered", async () => {
    const code = await credit(30_000);
    const once = { ...NONE, credit_codes: code, credits: [{ code, amount: 30_000 }] };
    expect(await price({ credit_codes: code, coupon_typed: code.toLowerCase() }, "coupon-apply")).toEqual(once);
    expect(await price({ credit_codes: `${code} ${code.replaceAll("-", "")}` }, "update")).toEqual(once);
  });

  test("is used in its order, and no more than the total", async () => {
    const [first, second, third] = [await credit(50_000), await credit(60_000), await credit(100)];
    const two = { credit_codes: `${first} ${second}` };
    expect(await price({ credit_codes: first, coupon_typed: second }, "coupon-apply")).toEqual({
      ...NONE,
      ...two,
      credits: [
        { code: first, amount: 50_000 },
        { code: second, amount: 30_000 },
      ],
    });
    expect(await price({ ...two, coupon_typed: third }, "coupon-apply")).toMatchObject({
      ...two,
      coupon_typed: third,
      errors: ["coupon_typed errors.credit_not_needed"],
    });
  });

  test.each([
    ["of another currency", async () => credit(5000, { currency: "USD" }), "errors.credit_currency"],
    [
      "that was paid for with real money, in practice",
      async () => credit(5000, { test: false }),
      "errors.credit_invalid",
    ],
    ["that nobody has", () => GONE, "errors.credit_invalid"],
  ])("%s is refused as what it is, and what was applied before stays", async (_, make, message) => {
    const code = await make();
    expect(await price({ coupon_code: "TEN", coupon_typed: code }, "coupon-apply")).toEqual({
      ...NONE,
      coupon_code: "TEN",
      total: 72_000,
      coupon_typed: code,
      errors: [`coupon_typed ${message}`],
    });
  });

  test("takes back its own guess alone, as a partner's code does: entered in turn with wrong ones they reach the limit", async () => {
    const ctx = database.ctx({ actor: { browser: "alternating", address: "198.51.100.79" } });
    const code = await credit(30_000);
    for (let n = 0; n < 10; n++)
      for (const coupon_typed of [`guess-${n}`, code, "CASA-77"]) await price({ coupon_typed }, "coupon-apply", ctx);
    expect(await price({ coupon_typed: "TEN" }, "coupon-apply", ctx)).toMatchObject({
      coupon_code: "",
      errors: ["coupon_typed errors.too_many_attempts"],
    });
  });

  test("a word of twelve letters that is no code is refused as a coupon is", async () => {
    expect(await price({ coupon_typed: "ABCD-EFGH-2345" }, "coupon-apply")).toMatchObject({
      errors: ["coupon_typed errors.coupon_invalid"],
    });
  });

  test("one that is refused is off the form when the price is asked for again", async () => {
    expect(await price({ credit_codes: GONE }, "update")).toEqual({
      ...NONE,
      errors: ["coupon_typed errors.credit_invalid"],
    });
  });

  test("stays on the form while it can't be looked up or isn't needed, and booking says why it doesn't pay", async () => {
    const [first, second] = [await credit(80_000), await credit(30_000)];
    expect(await price({ credit_codes: `${first} ${second}` }, "update")).toEqual({
      ...NONE,
      credit_codes: `${first} ${second}`,
      credits: [{ code: first, amount: 80_000 }],
    });
    const ctx = database.ctx({ actor: { browser: "of a hostel", address: "198.51.100.80" } });
    for (let n = 0; n < 10; n++) await price({ credit_codes: GONE }, "update", ctx);
    expect(await price({ credit_codes: second }, "update", ctx)).toEqual({
      ...NONE,
      credit_codes: second,
      errors: ["coupon_typed errors.too_many_attempts"],
    });
    const both = { credit_codes: `${first} ${second}` };
    expect(await submit(both)).toMatchObject({ ok: true, creditRefused: null });
    expect(await submit({ credit_codes: second, email: "eva@example.test" }, {}, ctx)).toMatchObject({
      ok: true,
      creditRefused: "credit_too_many",
    });
  });

  test("is reserved with the places, once however often the form is sent", async () => {
    const code = await credit(30_000);
    const form = { key: "a-form-with-a-card", amount: "80000", credit: "30000" };
    const first = await submit({ credit_codes: code }, form);
    if (!first.ok) throw new Error(first.reason);
    expect(first).toMatchObject({ isAsShown: true, creditRefused: null });
    expect(await creditIn(database.services, first.bookingId)).toMatchObject({ amount: 30_000, parts: [{ code }] });
    expect(await submit({ credit_codes: code }, form)).toEqual(first);
    expect(await creditIn(database.services, first.bookingId)).toMatchObject({ amount: 30_000 });
    const mine = { own_booking: first.bookingId };
    expect(await offerFor()).toMatchObject(mine);
    // who goes back to the form still has it
    expect(await price({ credit_codes: code }, "update")).toMatchObject({ credits: [{ code, amount: 30_000 }] });
    const changed = await submit({ credit_codes: code, first_name: "Sofi" }, form);
    expect(changed).toMatchObject({ ok: true, isAsShown: true, creditRefused: null });
    expect(changed.ok && changed.bookingId).not.toBe(first.bookingId);
  });

  test("what somebody else has spent meanwhile isn't charged by surprise: the places are held, and it is said", async () => {
    const code = await credit(30_000);
    const stranger = database.ctx({ actor: { browser: "browser-two", address: "203.0.113.8" } });
    await submit({ credit_codes: code, email: "luz@example.test" }, { amount: "80000", credit: "30000" }, stranger);
    const late = await submit({ credit_codes: code }, { amount: "80000", credit: "30000" });
    expect(late).toMatchObject({ ok: true, isAsShown: false, creditRefused: "credit_spent" });
  });
});

describe("a partner's code entered in the coupon's place", () => {
  const via = (code: string, minutes = -5) =>
    viaText({ code, qr: null, at: later(minutes).getTime(), place: "link", before: null, beforeAt: null });
  const price = async (details: Partial<Details>, intent: PriceIntent, ctx = database.ctx()) => {
    const now = await priceDetails(ctx, await offerFor(ctx), { ...TYPED, ...details }, intent);
    if (!now.ok) throw new Error(now.reason);
    const { details: after, fieldErrors, applied, quote } = now.priced;
    const { coupon_code, coupon_typed, partner_code } = after;
    const errors = fieldErrors.map(({ id, message }) => `${id} ${message}`);
    return { coupon_code, coupon_typed, partner_code, errors, applied, total: quote.total.amount_minor };
  };
  const FULL = { coupon_code: "", coupon_typed: "", errors: [], applied: false, total: 80_000 };
  const creditOfDeparture = () =>
    database.services.db
      .selectFrom("bookings as b")
      .leftJoin("partners as p", "p.id", "b.partner_id")
      .select(["p.code", "b.partner_reason", "b.partner_before"])
      .where("b.scheduled_crawl_id", "=", departureId)
      .where("b.status", "=", "pending")
      .execute();

  test("is noted, changes no price, stays until it is removed and goes with a coupon", async () => {
    expect(await price({ coupon_typed: " casa-77 " }, "coupon-apply")).toEqual({ ...FULL, partner_code: "CASA-77" });
    expect(await price({ coupon_typed: "casa 77" }, "coupon-apply")).toEqual({ ...FULL, partner_code: "CASA-77" });
    expect(await price({ partner_code: "CASA-77" }, "update")).toEqual({ ...FULL, partner_code: "CASA-77" });
    const both = { ...FULL, coupon_code: "TEN", total: 72_000, partner_code: "CASA-77" };
    const record = { partner_code: "CASA-77", coupon_typed: "ten" };
    expect(await price(record, "coupon-apply")).toEqual({ ...both, applied: true });
    expect(await price({ partner_code: "CASA-77", coupon_code: "TEN" }, "update")).toEqual(both);
    expect(await price({ partner_code: "CASA-77", coupon_code: "TEN" }, "partner-remove")).toEqual({
      ...both,
      partner_code: "",
    });
    expect(await price({ partner_code: "CASA-77", coupon_code: "TEN" }, "coupon-remove")).toEqual({
      ...FULL,
      partner_code: "CASA-77",
    });
    expect(await price({ partner_code: "CASA-77", coupon_typed: "hostal" }, "coupon-apply")).toEqual({
      ...FULL,
      partner_code: "HOSTAL",
    });
  });

  test("that a coupon has as well is the coupon", async () => {
    await addCoupon(database.services.db, { code: "HOSTAL-2", value: 50 });
    await addPartner("HOSTAL-2");
    expect(await price({ coupon_typed: "HOSTAL-2" }, "coupon-apply")).toMatchObject({
      coupon_code: "HOSTAL-2",
      partner_code: "",
      total: 40_000,
    });
  });

  test.each(["NOBODY", "CLOSED", "<b>", "a".repeat(64)])(
    "that nobody has is refused as a coupon is: %s",
    async (typed) => {
      const ctx = database.ctx({ actor: { browser: typed, address: "198.51.100.9" } });
      expect(await price({ coupon_typed: typed, partner_code: "CASA-77" }, "coupon-apply", ctx)).toEqual({
        ...FULL,
        coupon_typed: typed,
        partner_code: "CASA-77",
        errors: ["coupon_typed errors.coupon_invalid"],
      });
    },
  );

  test("and switched off meanwhile is said, by a new price as by booking", async () => {
    const message = ["coupon_typed errors.partner_code_unknown"];
    const gone = { ...FULL, coupon_typed: "CLOSED", partner_code: "", errors: message };
    expect(await price({ partner_code: "CLOSED" }, "update")).toEqual(gone);
    const refused = await submit({ partner_code: "CLOSED" });
    expect(fieldErrorsIn(refused)).toEqual(message);
    expect(refused).toMatchObject({ priced: { details: { coupon_typed: "CLOSED", partner_code: "" } } });
  });

  test("is no guess, and no way around the limit of guesses", async () => {
    const ctx = database.ctx({ actor: { browser: "guesser", address: "198.51.100.77" } });
    for (let n = 0; n < 12; n++)
      expect(await price({ coupon_typed: "CASA-77" }, "coupon-apply", ctx)).toMatchObject({ partner_code: "CASA-77" });
    for (let n = 0; n < 10; n++) {
      await price({ coupon_typed: `guess-${n}` }, "coupon-apply", ctx);
      await price({ partner_code: "CASA-77" }, "update", ctx);
    }
    expect(await price({ coupon_typed: "TEN" }, "coupon-apply", ctx)).toMatchObject({
      coupon_code: "",
      errors: ["coupon_typed errors.too_many_attempts"],
    });
    expect(await price({ coupon_typed: "HOSTAL" }, "coupon-apply", ctx)).toMatchObject({
      partner_code: "",
      errors: ["coupon_typed errors.too_many_attempts"],
    });
    // what this browser has entered before tells it nothing new
    expect(await price({ coupon_typed: "CASA-77" }, "coupon-apply", ctx)).toMatchObject({ partner_code: "CASA-77" });
  });

  test("in the form itself is a guess as well: beyond the limit it isn't looked up, nor booked with", async () => {
    const ctx = database.ctx({ actor: { browser: "form guesser", address: "198.51.100.78" } });
    const book = (partner_code: string) => submit({ partner_code }, {}, ctx);
    for (let n = 0; n < 12; n++) await price({ partner_code: "CASA-77" }, "update", ctx);
    for (let n = 0; n < 9; n++)
      expect(await price({ partner_code: `guess-${n}` }, "update", ctx)).toMatchObject({ partner_code: "" });
    expect(await price({ partner_code: "casa-77" }, "update", ctx)).toMatchObject({ partner_code: "CASA-77" });
    expect(await price({ partner_code: "guess-9" }, "update", ctx)).toMatchObject({ partner_code: "" });
    for (const code of ["casa-77", "guess-10"]) {
      expect(await price({ partner_code: code }, "update", ctx)).toMatchObject({ partner_code: code, errors: [] });
      expect(fieldErrorsIn(await book(code))).toEqual(["coupon_typed errors.too_many_attempts"]);
    }
  });

  test("is booked before the link that led here, and comes back when the booking is edited", async () => {
    const first = await submit({ partner_code: "casa-77" }, { referral: via("HOSTAL") });
    expect(await creditOfDeparture()).toEqual([{ code: "CASA-77", partner_reason: "code", partner_before: "HOSTAL" }]);
    if (!first.ok) throw new Error("not booked");
    expect(await broughtBy(database.ctx(), first.bookingId)).toEqual({ partner_code: "CASA-77", referral: "" });
  });

  test("the link alone is booked too, and comes back when the booking is edited", async () => {
    const referral = via("HOSTAL");
    const first = await submit({}, { referral });
    expect(await creditOfDeparture()).toEqual([{ code: "HOSTAL", partner_reason: "link", partner_before: null }]);
    if (!first.ok) throw new Error("not booked");
    expect(await broughtBy(database.ctx(), first.bookingId)).toEqual({ partner_code: "", referral });
  });

  test("what is no link is ignored, and the same form books once whatever its browser remembers by then", async () => {
    const first = await submit({}, { key: "a-form-of-a-link", referral: "x".repeat(400) });
    expect(first.ok).toBe(true);
    expect(await submit({}, { key: "a-form-of-a-link", referral: via("HOSTAL") })).toEqual(first);
    expect(await creditOfDeparture()).toEqual([{ code: null, partner_reason: null, partner_before: null }]);
  });
});
