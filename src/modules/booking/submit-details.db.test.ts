import { beforeAll, beforeEach, expect, test } from "vitest";
import { priceDetails } from "#src/modules/booking/price-details.server.ts";
import { findBooking, findOffer } from "#src/modules/booking/queries.server.ts";
import { type Details, EMPTY_DETAILS } from "#src/modules/booking/rules/details-form.ts";
import type { CheckoutOffer } from "#src/modules/booking/schema.ts";
import { retakeHold } from "#src/modules/booking/retake-hold.server.ts";
import { submitDetails } from "#src/modules/booking/submit-details.server.ts";
import { forgetSettings } from "#src/modules/settings/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addCoupon, addDeparture, bookingInput, later, seatsOf, seedMinimal } from "#tests/seeds.ts";
import { placeBooking } from "#src/modules/booking/place-booking.server.ts";

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
});
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
  rest: { key?: string; amount?: string; people?: string; editing?: string | null; agreedTo?: string | null } = {},
  ctx = database.ctx(),
) =>
  submitDetails(ctx, await offerFor(ctx), {
    details: { ...TYPED, ...over },
    key: rest.key ?? crypto.randomUUID(),
    shown: { amount: rest.amount ?? "", currency: "MXN", people: rest.people ?? "2" },
    editing: rest.editing ?? null,
    agreedTo: rest.agreedTo === undefined ? "" : rest.agreedTo,
  });

const fieldErrorsIn = (result: Awaited<ReturnType<typeof submit>>) =>
  !result.ok && result.reason === "refused"
    ? result.priced.fieldErrors.map(({ id, message }) => `${id} ${message}`)
    : [];

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
  const asked = await priceDetails(database.ctx(), await offerFor(), { ...TYPED, coupon_typed: " " }, "coupon-apply");
  expect(asked).toMatchObject({ ok: true, priced: { fieldErrors: [], applied: false } });
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
  const asked = await submit({}, {}, guest);
  expect(fieldErrorsIn(asked)).toEqual(["email_code errors.email_code_needed"]);
  expect(asked).toMatchObject({ priced: { details: { email_code: "" } } });
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
  const seen = `${terms} ${privacy}`;
  expect(await agreedIn(await submit({ first_name: "Ana" }, { agreedTo: seen }))).toEqual({ terms, privacy });
  const newer = await publish("terms", later(-1));
  const refused = await submit({ first_name: "Eva" }, { agreedTo: seen });
  expect(fieldErrorsIn(refused)).toEqual(["agreed errors.terms_changed"]);
  expect(refused).toMatchObject({ priced: { agreedTo: `${newer} ${privacy}`, details: { agreed: false } } });
  // whatever else is refused says it too, so that the next form names what this one showed
  const now = { agreedTo: `${newer} ${privacy}` };
  const priced = { ...now, termsUpdated: "Last updated November 20, 2026" };
  const both = await submit({ coupon_typed: "TEN" }, { agreedTo: seen });
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
  // a page of a release before named none, and its guest agreed to none of these
  const older = await submit({ first_name: "Luz" }, { agreedTo: null });
  expect(await agreedIn(older)).toEqual({ terms: null, privacy: null });
  expect(await submit({ phone: "" }, { agreedTo: null })).toMatchObject({ priced: { details: { agreed: false } } });
});
