import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { LOCALES, type Locale } from "#src/kernel/localized.ts";
import { reviewToken } from "#src/modules/evening/reviews/grant-review.server.ts";
import { WEBHOOK_SECRET } from "#src/modules/money/sandbox/deliver-event.server.ts";
import { SIGNATURE_HEADER, signatureFor } from "#src/modules/money/sandbox/rules/signature.ts";
import { sharedSecret } from "#src/platform/secrets.server.ts";
import { i18nFor, type MessageId } from "#src/locales/i18n.ts";
import { type Answer, aKey, apiOn, type Call } from "#tests/api-client.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { fingerprint } from "#tests/fingerprint.ts";
import { addCoupon, addCrawl, addDeparture, bookingInput, later, seedMinimal } from "#tests/seeds.ts";

// Bad input through the full stack of a real request, on a real database: each gets a typed 4xx with a sentence in both
// languages, and changes no table.

const database = freshDatabase({ TRUST_PROXY: "1" });
const call = apiOn(database);
const NOBODY = "00000000-0000-4000-8000-000000000000";

let open = "";
let departure: Record<"past" | "full" | "small" | "disabled" | "external" | "cancelled" | "foreign", string>;
type Booked = { id: string; access_token: string };
let paying: Booked;
let cancelled: Booked;
let other: Booked;
const keyOfPaying = aKey();
const keyOfMessage = aKey();
let secret = "";

const book = async (headers: Record<string, string> = aKey(), coupon_code: string | null = null): Promise<Booked> => {
  const { json } = await call("/api/bookings", {
    body: bookingInput(open, coupon_code ? { coupon_code } : {}),
    headers,
  });
  return { id: String(json["id"]), access_token: String(json["access_token"]) };
};
const bearer = (booking: Booked) => ({ authorization: `Bearer ${booking.access_token}` });

beforeAll(async () => {
  const { db } = database.services;
  const { crawlId } = await seedMinimal(db);
  const newDeparture = (over = {}) => addDeparture(db, crawlId, over);
  open = await newDeparture();
  const foreign = await addCrawl(db, { title: "Ronda San Cristóbal" });
  departure = {
    past: await newDeparture({ date: "2026-11-19" }),
    full: await newDeparture({ seats: 0 }),
    small: await newDeparture({ seats: 1 }),
    disabled: await newDeparture({ bookings_disabled: true }),
    external: await newDeparture({ external_booking_link: "https://partner.example/book" }),
    cancelled: await newDeparture({ status: "cancelled" }),
    foreign: await addDeparture(db, foreign),
  };
  await addCoupon(db, { code: "EXPIRED", expiry_date: NOON });
  await addCoupon(db, { code: "USEDUP", usage_limit: 1 });
  await book(aKey(), "USEDUP");
  await addCoupon(db, { code: "SOON", start_date: later(1) });
  await addCoupon(db, { code: "OFF", is_active: false });
  await addCoupon(db, { code: "BIG", minimum_purchase: 100_00 });
  [paying, cancelled, other] = [await book(keyOfPaying), await book(), await book()];
  await call(`/api/bookings/${paying.id}/payments`, { body: { provider: "sandbox" }, headers: aKey() });
  await call(`/api/bookings/${cancelled.id}/cancel`, { body: {}, headers: bearer(cancelled) });
  await call("/api/contact", { body: MESSAGE, headers: keyOfMessage });
  secret = await sharedSecret(db, WEBHOOK_SECRET);
  await sharedSecret(db, "sandbox-api");
});

/** Only the counters of failed attempts may change. */
const contents = () => fingerprint(database.services.pool, ["rate_counters"]);

type Request = { path: string; call: Call };
type Case = [
  name: string,
  make: (locale: Locale) => Request | Promise<Request>,
  status: number,
  code: string,
  field?: string,
];

const booking =
  (over: Record<string, unknown> | (() => Record<string, unknown>), headers: () => Record<string, string> = aKey) =>
  (language: Locale): Request => ({
    path: "/api/bookings",
    call: {
      body: { ...bookingInput(open), language, ...(typeof over === "function" ? over() : over) },
      headers: headers(),
    },
  });
const customer = (over: Record<string, unknown>) => booking({ customer: { ...bookingInput("").customer, ...over } });
const quote =
  (over: Record<string, unknown>) =>
  (language: Locale): Request => ({
    path: "/api/quotes",
    call: { body: { scheduled_crawl_id: open, number_of_people: 2, language, ...over } },
  });
const rawBooking =
  (raw: string, headers: Record<string, string> = {}) =>
  (): Request => ({ path: "/api/bookings", call: { raw, headers: { ...aKey(), ...headers } } });
const get = (path: string | (() => string)) => (): Request => ({
  path: typeof path === "string" ? path : path(),
  call: {},
});
const post =
  (path: () => string, body: unknown, headers: () => Record<string, string> = aKey) =>
  (): Request => ({ path: path(), call: { body, headers: headers() } });
const written =
  (over: Record<string, unknown>, headers: () => Record<string, string> = aKey) =>
  (language: Locale): Request => ({
    path: "/api/contact",
    call: { body: { ...MESSAGE, language, ...over }, headers: headers() },
  });
const MESSAGE = {
  name: "Sofía",
  email: "sofia@example.test",
  subject: "Hola",
  message: "Somos treinta personas.",
  language: "es",
};
const review =
  (
    over: Record<string, unknown>,
    of: () => [booking: string, token: string | null] = () => [paying.id, rates(paying)],
  ) =>
  (language: Locale): Request => {
    const [id, token] = of();
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    return { path: `/api/ratings/${id}`, call: { body: { stars: 5, language, ...over }, headers } };
  };
const rates = ({ id }: Booked) => reviewToken(database.services.secret, id);
const own = (json: string) => JSON.parse(json) as Record<string, unknown>;

const PEOPLE: Case[] = (
  [
    ["0", 0],
    ["−1", -1],
    ["2.5", 2.5],
    ["1e21", 1e21],
    ["text", "2abc"],
    ["a numeric text", "2"],
    ["a list", []],
    ["a list of one", [2]],
    ["true", true],
    ["null", null],
    ["an object", { valueOf: 2 }],
    ["nothing", undefined],
    ["101", 101],
  ] as const
).map(([name, number_of_people]) => [
  `people: ${name}`,
  booking({ number_of_people }),
  422,
  "invalid",
  "number_of_people",
]);

const CASES: Case[] = [
  ...PEOPLE,
  [
    "people: 1e309",
    (l) =>
      rawBooking(
        JSON.stringify({ ...bookingInput(open), language: l }).replace(
          '"number_of_people":2',
          '"number_of_people":1e309',
        ),
      )(),
    422,
    "invalid",
    "number_of_people",
  ],
  ["more people than one booking takes", booking({ number_of_people: 50 }), 422, "too_many_people"],
  ["more people than seats", booking(() => ({ scheduled_crawl_id: departure.small })), 409, "sold_out"],

  ["a past departure", booking(() => ({ scheduled_crawl_id: departure.past })), 410, "departure_past"],
  ["a full departure", booking(() => ({ scheduled_crawl_id: departure.full })), 409, "sold_out"],
  ["a disabled departure", booking(() => ({ scheduled_crawl_id: departure.disabled })), 409, "bookings_disabled"],
  [
    "a departure that a partner sells",
    booking(() => ({ scheduled_crawl_id: departure.external })),
    409,
    "external_booking",
  ],
  ["a cancelled departure", booking(() => ({ scheduled_crawl_id: departure.cancelled })), 410, "departure_cancelled"],
  ["a departure of another site", booking(() => ({ scheduled_crawl_id: departure.foreign })), 404, "crawl_not_found"],
  ["an unknown departure", booking({ scheduled_crawl_id: NOBODY }), 404, "departure_not_found"],
  ["a departure that is no id", booking({ scheduled_crawl_id: "1 or 1=1" }), 422, "invalid", "scheduled_crawl_id"],
  ["a quote for a past departure", (l) => quote({ scheduled_crawl_id: departure.past })(l), 410, "departure_past"],

  ["another total", booking({ displayed_total: { amount_minor: 1, currency: "MXN" } }), 409, "price_changed"],
  [
    "another total's currency",
    booking({ displayed_total: { amount_minor: 80000, currency: "USD" } }),
    409,
    "price_changed",
  ],
  [
    "a total as text",
    booking({ displayed_total: { amount_minor: "80000", currency: "MXN" } }),
    422,
    "invalid",
    "displayed_total.amount_minor",
  ],
  [
    "a stray key beside the total",
    booking({ displayed_total: { amount_minor: 80000, currency: "MXN", tax: 0 } }),
    422,
    "invalid",
    "displayed_total.tax",
  ],
  ["an unknown currency", booking({ currency: "XXX" }), 422, "invalid", "currency"],
  ["a currency in lower case", booking({ currency: "mxn" }), 422, "invalid", "currency"],
  [
    "another currency under the key of a booking that is being paid",
    booking({ currency: "USD" }, () => keyOfPaying),
    409,
    "idempotency_conflict",
  ],
  [
    "a currency for the payment",
    post(() => `/api/bookings/${paying.id}/payments`, { provider: "sandbox", currency: "USD" }),
    422,
    "invalid",
    "currency",
  ],
  [
    "another total for the payment",
    post(() => `/api/bookings/${paying.id}/payments`, {
      provider: "sandbox",
      displayed_total: { amount_minor: 1, currency: "MXN" },
    }),
    409,
    "price_changed",
  ],
  [
    "an amount for the payment",
    post(() => `/api/bookings/${paying.id}/payments`, { provider: "sandbox", amount: 1 }),
    422,
    "invalid",
    "amount",
  ],

  ["an expired coupon", booking({ coupon_code: "EXPIRED" }), 422, "coupon_expired"],
  ["a used-up coupon", booking({ coupon_code: "USEDUP" }), 422, "coupon_used_up"],
  ["a coupon that is not valid yet", booking({ coupon_code: "SOON" }), 422, "coupon_invalid"],
  ["a coupon that is switched off", quote({ coupon_code: "OFF" }), 422, "coupon_invalid"],
  ["an unknown coupon", booking({ coupon_code: "' or true --" }), 422, "coupon_invalid"],
  ["a coupon for larger sums", quote({ coupon_code: "BIG" }), 422, "coupon_minimum"],
  ["a coupon of 51 characters", booking({ coupon_code: "x".repeat(51) }), 422, "invalid", "coupon_code"],
  ["a list of coupons", quote({ coupon_code: ["BIG", "OFF"] }), 422, "invalid", "coupon_code"],

  ["a name of 81 characters", customer({ first_name: "x".repeat(81) }), 422, "invalid", "customer.first_name"],
  [
    "a name of nothing that shows",
    customer({ first_name: "\u202E\u0000\uD800" }),
    422,
    "invalid",
    "customer.first_name",
  ],
  ["a name of spaces", customer({ last_name: "   " }), 422, "invalid", "customer.last_name"],
  ["a name as an object", customer({ first_name: { $ne: null } }), 422, "invalid", "customer.first_name"],
  ["an email without @", customer({ email: "sofia.example.test" }), 422, "invalid", "customer.email"],
  [
    "an email with a second header",
    customer({ email: "a@example.test\r\nBcc: b@example.test" }),
    422,
    "invalid",
    "customer.email",
  ],
  ["two addresses", customer({ email: "a@example.test,b@example.test" }), 422, "invalid", "customer.email"],
  ["an endless email", customer({ email: `${"a".repeat(300)}@example.test` }), 422, "invalid", "customer.email"],
  ["a phone of letters", customer({ phone: "call me" }), 422, "invalid", "customer.phone"],
  ["a phone of dashes", customer({ phone: "+------" }), 422, "invalid", "customer.phone"],
  ["a country that is none", customer({ country: "Atlantis" }), 422, "invalid", "customer.country"],
  ["no customer", booking({ customer: null }), 422, "invalid", "customer"],
  ["more names than people", booking({ additional_names: ["A", "B", "C"] }), 422, "invalid", "additional_names"],
  ["names nested in lists", booking({ additional_names: [["A"]] }), 422, "invalid", "additional_names.0"],
  ["requests of 1,001 characters", booking({ special_requests: "x".repeat(1001) }), 422, "invalid", "special_requests"],
  ["terms that are not agreed to", booking({ agreed_to_terms: "true" }), 422, "invalid", "agreed_to_terms"],
  ["a language that is none", () => booking({ language: "fr" })("en"), 422, "invalid", "language"],

  ["a price", booking({ price: 1 }), 422, "invalid", "price"],
  ["a total", booking({ total_price: 0 }), 422, "invalid", "total_price"],
  ["a status", booking({ status: "confirmed" }), 422, "invalid", "status"],
  ["a role", customer({ role: "admin" }), 422, "invalid", "customer.role"],
  ["a user", booking({ user_id: NOBODY }), 422, "invalid", "user_id"],
  ["a prototype", booking(() => own('{"__proto__":{"isAdmin":true}}')), 422, "invalid", "__proto__"],
  [
    "a prototype of the customer",
    (l) => booking({ customer: { ...bookingInput("").customer, ...own('{"__proto__":{}}') } })(l),
    422,
    "invalid",
    "customer.__proto__",
  ],
  ["a constructor", booking({ constructor: { prototype: {} } }), 422, "invalid", "constructor"],
  ["a list instead of an object", rawBooking("[]"), 422, "invalid", ""],
  ["null instead of an object", rawBooking("null"), 422, "invalid", ""],
  ["nested junk", rawBooking(`{"customer":${"[".repeat(9000)}${"]".repeat(9000)}}`), 422, "invalid", "customer"],
  ["half of a JSON text", rawBooking('{"number_of_people":'), 400, "not_json"],
  [
    "a form",
    rawBooking("number_of_people=2", { "content-type": "application/x-www-form-urlencoded" }),
    415,
    "wrong_content_type",
  ],
  ["JSON under another name", rawBooking("{}", { "content-type": "text/plain" }), 415, "wrong_content_type"],
  ["a packed body", rawBooking("{}", { "content-encoding": "gzip" }), 415, "wrong_content_type"],
  ["a body of 33 KB", rawBooking(`{"special_requests":"${"x".repeat(33_000)}"}`), 413, "too_large"],

  ["no key", booking({}, () => ({})), 400, "idempotency_key"],
  ["a short key", booking({}, () => ({ "idempotency-key": "1234567" })), 400, "idempotency_key"],
  ["a long key", booking({}, () => ({ "idempotency-key": "k".repeat(201) })), 400, "idempotency_key"],
  ["a key with a quote", booking({}, () => ({ "idempotency-key": "key'; drop--" })), 400, "idempotency_key"],
  ["a used key with more people", booking({ number_of_people: 3 }, () => keyOfPaying), 409, "idempotency_conflict"],

  [
    "an unknown provider",
    post(() => `/api/bookings/${paying.id}/payments`, { provider: "bank" }),
    422,
    "invalid",
    "provider",
  ],
  [
    "the free provider for a price",
    post(() => `/api/bookings/${paying.id}/payments`, { provider: "free" }),
    409,
    "provider_not_offered",
  ],
  [
    "paying what was cancelled",
    post(() => `/api/bookings/${cancelled.id}/payments`, { provider: "sandbox" }),
    409,
    "not_payable",
  ],
  [
    "paying by hand what can be paid online",
    post(() => `/api/bookings/${paying.id}/by-hand`, {}),
    409,
    "provider_not_offered",
  ],
  ["paying by hand under an id that is none", post(() => "/api/bookings/%00/by-hand", {}), 404, "booking_not_found"],
  [
    "paying an unknown booking",
    post(() => `/api/bookings/${NOBODY}/payments`, { provider: "sandbox" }),
    404,
    "booking_not_found",
  ],
  [
    "paying under an id that is none",
    post(() => "/api/bookings/%00/payments", { provider: "sandbox" }),
    404,
    "booking_not_found",
  ],
  ["reading an unknown booking", get(`/api/bookings/${NOBODY}`), 404, "booking_not_found"],
  ["reading an id that is none", get("/api/bookings/%00'--"), 404, "booking_not_found"],
  [
    "cancelling with no token",
    post(
      () => `/api/bookings/${paying.id}/cancel`,
      {},
      () => ({}),
    ),
    404,
    "booking_not_found",
  ],
  [
    "cancelling with a wrong token",
    post(
      () => `/api/bookings/${paying.id}/cancel`,
      {},
      () => ({ authorization: `Bearer ${"x".repeat(43)}` }),
    ),
    404,
    "booking_not_found",
  ],
  [
    "cancelling with the token of another booking",
    post(
      () => `/api/bookings/${paying.id}/cancel`,
      {},
      () => bearer(other),
    ),
    404,
    "booking_not_found",
  ],
  [
    "cancelling twice",
    post(
      () => `/api/bookings/${cancelled.id}/cancel`,
      {},
      () => bearer(cancelled),
    ),
    409,
    "already_cancelled",
  ],
  [
    "a status with the cancellation",
    post(
      () => `/api/bookings/${other.id}/cancel`,
      { status: "refunded" },
      () => bearer(other),
    ),
    422,
    "invalid",
    "status",
  ],
  [
    "a foreign page acting with our cookie",
    booking({}, () => ({ ...aKey(), origin: "https://evil.example", cookie: "ronda_browser=x" })),
    403,
    "forbidden",
  ],
  [
    "another site's page acting with our cookie",
    booking({}, () => ({ ...aKey(), "sec-fetch-site": "cross-site", cookie: "a=b" })),
    403,
    "forbidden",
  ],

  ["a message from nobody", written({ name: " " }), 422, "invalid", "name"],
  [
    "a message with a second header",
    written({ email: "a@example.test\r\nBcc: b@example.test" }),
    422,
    "invalid",
    "email",
  ],
  ["a message from two addresses", written({ email: "a@example.test,b@example.test" }), 422, "invalid", "email"],
  ["a message of nine characters", written({ message: "123456789" }), 422, "invalid", "message"],
  ["a message of 4,001 characters", written({ message: "x".repeat(4001) }), 422, "invalid", "message"],
  ["a message as a list", written({ message: ["Somos treinta personas."] }), 422, "invalid", "message"],
  ["a message that is done already", written({ status: "done" }), 422, "invalid", "status"],
  ["a message with a prototype", written(own('{"__proto__":{}}')), 422, "invalid", "__proto__"],
  ["a message without a key", written({}, () => ({})), 400, "idempotency_key"],
  [
    "another message under a used key",
    written({ subject: "Otra cosa" }, () => keyOfMessage),
    409,
    "idempotency_conflict",
  ],

  ["no stars", review({ stars: 0 }), 422, "invalid", "stars"],
  ["six stars", review({ stars: 6 }), 422, "invalid", "stars"],
  ["half a star", review({ stars: 0.5 }), 422, "invalid", "stars"],
  ["stars as text", review({ stars: "5" }), 422, "invalid", "stars"],
  ["a comment of 1,001 characters", review({ comment: "x".repeat(1001) }), 422, "invalid", "comment"],
  ["a review that publishes itself", review({ published: true }), 422, "invalid", "published"],
  ["a consent as text", review({ consent: "yes" }), 422, "invalid", "consent"],
  ["reviewing a booking that isn't paid", review({}), 409, "rating_not_possible"],
  ["reviewing a cancelled booking", review({}, () => [cancelled.id, rates(cancelled)]), 409, "rating_not_possible"],
  ["reviewing with no token", review({}, () => [paying.id, null]), 404, "booking_not_found"],
  [
    "reviewing with the token of another booking",
    review({}, () => [paying.id, rates(other)]),
    404,
    "booking_not_found",
  ],
  [
    "reviewing with the booking's own token",
    review({}, () => [paying.id, paying.access_token]),
    404,
    "booking_not_found",
  ],
  ["reviewing an unknown booking", review({}, () => [NOBODY, rates(paying)]), 404, "booking_not_found"],
  ["reviewing an id that is none", review({}, () => ["%00'--", rates(paying)]), 404, "booking_not_found"],

  ["an unknown query key", get("/api/scheduled-crawls?limit=1"), 422, "invalid", "limit"],
  ["a prototype as query key", get("/api/scheduled-crawls?__proto__=1"), 422, "invalid", "__proto__"],
  ["a doubled query key", get("/api/scheduled-crawls?from=2026-12-01&from=2026-12-02"), 422, "invalid", "from"],
  ["days in no order", get("/api/scheduled-crawls?from=2026-12-31&to=2026-12-01"), 422, "invalid", "to"],
  ["31 February", get("/api/scheduled-crawls?from=2027-02-31"), 422, "invalid", "from"],
  ["the year 0", get("/api/scheduled-crawls?to=0000-01-01"), 422, "invalid", "to"],
  ["a date with a clause", get("/api/scheduled-crawls?from=2026-12-01'--"), 422, "invalid", "from"],
  ["a crawl that is no id", get("/api/scheduled-crawls?crawl_id=1"), 422, "invalid", "crawl_id"],
  ["a currency that is none", get("/api/scheduled-crawls?currency=BTC"), 422, "invalid", "currency"],
  ["a crawl with a NUL", get("/api/pub-crawls/%00"), 404, "crawl_not_found"],
  ["a crawl that climbs", get("/api/pub-crawls/..%2f..%2fetc"), 404, "crawl_not_found"],
  ["a crawl of another site", get("/api/pub-crawls/unknown-crawl"), 404, "crawl_not_found"],
  ["broken percent signs", get("/api/pub-crawls/%E0%A4%A?lang=%E0%A4%A"), 422, "invalid", "lang"],
  ["an unknown path", get("/api/admin/users"), 404, "not_found"],
  ["a path that is nearly one", get("/api/bookings/"), 404, "not_found"],
  [
    "a method that is not allowed",
    () => ({ path: "/api/bookings", call: { method: "DELETE" } }),
    405,
    "method_not_allowed",
  ],
];

const sentences: Record<string, string[]> = {};

describe("refused, with nothing changed:", () => {
  test.each(CASES)("%s", async (name, make, status, code, field) => {
    const before = await contents();
    for (const locale of LOCALES) {
      const request = await make(locale);
      const headers = { "accept-language": locale, ...request.call.headers };
      const answer = await call(request.path, { ...request.call, headers });
      expectProblem(answer, { status, code, field });
      const published = await sentenceOf(code, answer, locale);
      expect(answer.json["detail"]).toBe(published);
      (sentences[name] ??= []).push(`${String(answer.json["detail"])}${fieldDetail(answer)}`);
    }
    expect(await contents()).toEqual(before);
    expect(sentences[name]![0]).not.toBe(sentences[name]![1]);
  });

  test("there are more than a hundred such cases", () => expect(CASES.length).toBeGreaterThan(100));
});

function expectProblem(
  answer: Answer,
  { status, code, field }: { status: number; code: string; field?: string | undefined },
) {
  expect([answer.status, answer.json["code"]], answer.text).toEqual([status, code]);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.json["status"]).toBe(status);
  expect(answer.text).not.toMatch(/node_modules|at \w+ \(|postgres|kysely/i);
  if (field === undefined) return;
  expect((answer.json["errors"] as { field: string }[]).map((error) => error.field)).toContain(field);
}

/** The sentence of an error code in a language, with the figures of the response. */
async function sentenceOf(code: string, { json }: Answer, locale: Locale): Promise<string> {
  return (await i18nFor(locale)).t(`errors.${code}` as MessageId, { ...json, amount: "MX$2,000" });
}

const fieldDetail = ({ json }: Answer) => ((json["errors"] ?? []) as { detail: string }[]).map((e) => e.detail).join();

describe("figures tell what would be possible:", () => {
  test("how many seats are left", async () => {
    const { json } = await call("/api/bookings", booking({ scheduled_crawl_id: departure.small })("en").call);
    expect(json).toMatchObject({ left: 1, detail: "Only one place left for this night." });
  });

  test("the price now", async () => {
    const { json } = await call(
      "/api/bookings",
      booking({ displayed_total: { amount_minor: 1, currency: "MXN" } })("en").call,
    );
    expect(json).toMatchObject({ quote: { total: { amount_minor: 80000, currency: "MXN" } } });
  });

  test("the smallest subtotal for a coupon", async () => {
    const { json } = await call("/api/quotes", quote({ coupon_code: "BIG" })("es").call);
    expect(json).toMatchObject({
      minimum: { amount_minor: 200_000, currency: "MXN" },
      detail: "Se requiere una compra mínima de MX$2,000",
    });
  });

  test("the allowed methods", async () => {
    expect((await call("/api/bookings", { method: "DELETE" })).headers.get("allow")).toBe("POST, GET, HEAD");
    expect((await call(`/api/bookings/${NOBODY}`, { method: "PUT" })).headers.get("allow")).toBe("GET, HEAD");
  });

  test("when guessing coupons may go on", async () => {
    const headers = { "x-forwarded-for": "203.0.113.99" };
    const guess = () => call("/api/quotes", { ...quote({ coupon_code: "guess" })("en").call, headers });
    for (let i = 0; i < 10; i++) expect((await guess()).json["code"]).toBe("coupon_invalid");
    const answer = await guess();
    expect([answer.status, answer.json["code"]]).toEqual([429, "too_many_attempts"]);
    expect(answer.headers.get("retry-after")).toBe("600");
  });
});

describe("a provider's message", () => {
  const message = (id = `sbe_${Math.random()}`) =>
    JSON.stringify({ id, type: "payment.succeeded", session: "sbx_unknown", created: NOON.getTime() / 1000 });
  const signed = async (body: string, at: Date, by = secret) => ({
    [SIGNATURE_HEADER]: await signatureFor(by, body, at),
  });
  const send = (raw: string, headers: Record<string, string>, provider = "sandbox") =>
    call(`/webhooks/${provider}`, { raw, headers });

  const big = JSON.stringify({ pad: "x".repeat(70_000) });
  const FORGED: [string, () => Promise<Answer>, number, string][] = [
    ["that is forged", async () => send(message(), await signed(message(), NOON, "a guess")), 400, "event_invalid"],
    [
      "that was changed after signing",
      async () => send(message("sbe_b"), await signed(message("sbe_a"), NOON)),
      400,
      "event_invalid",
    ],
    ["that is not signed", () => send(message(), {}), 400, "event_invalid"],
    [
      "that is old",
      async () => send(message("sbe_old"), await signed(message("sbe_old"), later(-6))),
      400,
      "event_invalid",
    ],
    [
      "that is dated ahead",
      async () => send(message("sbe_new"), await signed(message("sbe_new"), later(6))),
      400,
      "event_invalid",
    ],
    ["with a malformed signature", () => send(message(), { [SIGNATURE_HEADER]: "t=,v1=" }), 400, "event_invalid"],
    [
      "signed, but of no known kind",
      async () => send('{"id":1}', await signed('{"id":1}', NOON)),
      400,
      "event_invalid",
    ],
    ["signed, but larger than 64 KB", async () => send(big, await signed(big, NOON)), 413, "event_too_large"],
    ["of an unknown provider", () => send(message(), {}, "bank"), 404, "provider_unknown"],
    ["of a provider that every object has", () => send(message(), {}, "__proto__"), 404, "provider_unknown"],
    ["of a constructor", () => send(message(), {}, "constructor"), 404, "provider_unknown"],
    ["of the free provider", () => send(message(), {}, "free"), 400, "event_invalid"],
    ["that is empty", () => call("/webhooks/sandbox", { method: "POST" }), 400, "event_invalid"],
    ["that is asked for", () => call("/webhooks/sandbox"), 405, "method_not_allowed"],
  ];
  test.each(FORGED)("%s changes nothing", async (_, make, status, code) => {
    const before = await contents();
    expectProblem(await make(), { status, code });
    expect(await contents()).toEqual(before);
  });

  test("is stored once, however often it is replayed", async () => {
    const body = message("sbe_twice");
    expect((await send(body, await signed(body, NOON))).status).toBe(200);
    const before = await contents();
    expect((await send(body, await signed(body, NOON))).status).toBe(200);
    expect((await send(body, await signed(body, later(1)))).status).toBe(200);
    expect(await contents()).toEqual(before);
  });
});

describe("whatever JSON is sent", () => {
  const targets = () =>
    [
      ["/api/quotes", { scheduled_crawl_id: open, number_of_people: 2 }],
      ["/api/bookings", bookingInput(open)],
      [`/api/bookings/${paying.id}/payments`, { provider: "sandbox", method: "card" }],
      [`/api/bookings/${other.id}/cancel`, { expected_refund: { amount_minor: 1, currency: "MXN" } }],
      ["/api/contact", MESSAGE],
      [`/api/ratings/${paying.id}?token=${rates(paying)}`, { stars: 5, comment: "", consent: true, language: "en" }],
    ] as const;
  const json = fc.jsonValue({ maxDepth: 4, stringUnit: "binary" });

  test.each([0, 1, 2, 3, 4, 5])("to POST route %i, no answer is a 5xx and no refusal changes anything", async (i) => {
    const [path, valid] = targets()[i]!;
    const keysOf = fc.constantFrom(...Object.keys(valid), "price", "__proto__", "constructor");
    const mutated = fc
      .tuple(keysOf, json)
      .map(([key, value]) => ({ ...valid, ...own(JSON.stringify({ [key]: value })) }));
    let before = await contents();
    await fc.assert(
      fc.asyncProperty(fc.oneof(json, mutated), async (body) => {
        const { status, json: answer } = await call(path, { body, headers: { ...aKey(), ...bearer(paying) } });
        expect(status).toBeLessThan(500);
        const after = await contents();
        if (status >= 400) expect([answer["code"], after]).toEqual([expect.any(String), before]);
        before = after;
      }),
      { numRuns: 150 },
    );
  });
});
