import { expect, test } from "vitest";
import {
  asksOnLeaving,
  bookingOf,
  changedCode,
  fieldAfter,
  costsAlike,
  detailsOf,
  detailsOfBooking,
  detailsOfGuest,
  EMPTY_DETAILS,
  fieldErrorOfRefusal,
  fieldErrorsOf,
  filledIn,
  peopleOf,
  refusalAfterPlacing,
  waySent,
} from "#src/modules/sales/booking/rules/details-form.ts";
import { addOnField } from "#src/modules/sales/booking/rules/add-on-field.ts";
import { CreateBooking } from "#src/modules/sales/booking/schema.ts";

const DEPARTURE = "0f6c1f62-4a0e-4f0e-9c57-2d1f5f4f9a11";
const rest = { departureId: DEPARTURE, language: "en" as const, shown: null, referral: null };
const TYPED = {
  ...EMPTY_DETAILS,
  first_name: "Sofía",
  last_name: "Navarro",
  email: "sofia@example.test",
  phone: "+52 55 1234 5678",
  country: "ES",
  number_of_people: "2",
  agreed: true,
};

test.each([
  ["2", 2],
  [" 3 ", 3],
  ["0", 0],
  ["-1", -1],
  ["2abc", Number.NaN],
  ["1e309", Number.NaN],
  ["1.5", Number.NaN],
  ["", Number.NaN],
])("%j people are %d", (input, people) => expect(peopleOf(input)).toBe(people));

test("what was typed comes back as it was typed, agreed or not", () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...TYPED, number_of_people: "2abc", currency: "USD" }))
    if (typeof value === "string") form.set(name, value);
  form.append("additional_names", "Diego");
  form.append("additional_names", "");
  expect(detailsOf(form)).toEqual({
    ...TYPED,
    number_of_people: "2abc",
    currency: "USD",
    additional_names: ["Diego", ""],
    agreed: false,
  });
});

test.each([
  [null, {}],
  ["", {}],
  [" 123456 ", { email_code: " 123456 " }],
])("of a form whose code is %j a booking says %j", (code, expected) => {
  const form = new FormData();
  if (code !== null) form.set("email_code", code);
  const details = detailsOf(form);
  expect(details.email_code).toBe(code);
  const { email_code } = bookingOf(details, rest);
  expect(email_code === undefined ? {} : { email_code }).toEqual(expected);
});

test("a currency that is none becomes pesos", () => {
  const form = new FormData();
  form.set("currency", "XXX");
  expect(detailsOf(form).currency).toBe("MXN");
});

test("well-typed details are a booking that the schema takes", () => {
  const input = bookingOf({ ...TYPED, additional_names: ["Diego", "left over"] }, rest);
  expect(CreateBooking.safeParse(input)).toMatchObject({ success: true, data: { additional_names: ["Diego"] } });
});

test("a partner's code and what the browser remembers go with the booking, where there are any", () => {
  const of = (partner_code: string, referral: string | null) =>
    bookingOf({ ...TYPED, partner_code }, { ...rest, referral });
  expect(of(" CASA-77 ", "HOSTAL~~t~l")).toMatchObject({ partner_code: "CASA-77", referral: "HOSTAL~~t~l" });
  expect(of("", "")).toMatchObject({ partner_code: null });
  expect(of("", "")).not.toHaveProperty("referral");
});

test("an empty name keeps the place of its person, empty ones at the end are left out", () => {
  const names = (people: string, additional_names: string[]) =>
    bookingOf({ ...TYPED, number_of_people: people, additional_names }, rest).additional_names;
  expect(names("4", ["", "Ana", " "])).toEqual(["", "Ana"]);
  expect(names("1", ["Ana"])).toEqual([]);
  expect(names("x", ["Ana"])).toEqual([]);
});

test.each([
  ["nothing said", { last_name: "" }, false],
  ["spaces", { last_name: "  " }, false],
  ["said to have one name", { last_name: "", one_name: true }, ""],
  ["a last name all the same", { last_name: "Ruiz", one_name: true }, "Ruiz"],
])("a last name with %s", (_, typed, expected) => {
  const found = CreateBooking.safeParse(bookingOf({ ...TYPED, ...typed }, rest));
  if (expected === false)
    expect(fieldErrorsOf(found.error!.issues)).toEqual([{ id: "last_name", message: "errors.lastName" }]);
  else expect(found.data?.customer.last_name).toBe(expected);
});

test("errors come in the order of the page, one for each control", () => {
  const found = CreateBooking.safeParse(bookingOf({ ...EMPTY_DETAILS, number_of_people: "0" }, rest));
  expect(fieldErrorsOf(found.error!.issues).map((fieldError) => fieldError.id)).toEqual([
    "first_name",
    "last_name",
    "email",
    "phone",
    "country",
    "number_of_people",
    "agreed",
  ]);
});

test("the error of a name says which person's", () => {
  const issues = [{ path: ["additional_names", 1], message: "errors.control" }];
  expect(fieldErrorsOf(issues)).toEqual([{ id: "additional_names-1", message: "errors.control" }]);
});

test("a booking goes back into the form, but for the agreement", () => {
  const own = {
    first_name: "Sofía",
    last_name: "Navarro",
    email: "sofia@example.test",
    phone: "+52 55 1234 5678",
    country: "ES",
    additional_names: ["Diego"],
    special_requests: "Vegan",
    add_ons: [{ id: "0d6a52", quantity: "2" }],
    remind: true,
    coupon_code: null,
    partner_code: "CASA-77",
    credit_codes: "GC-7K2M-4PXD-9QHT-2B3C-8WZY",
  };
  const booking = { number_of_people: 2, total: { currency: "USD" as const } };
  expect(detailsOfBooking(booking, own)).toEqual({
    ...TYPED,
    ...own,
    coupon_code: "",
    currency: "USD",
    agreed: false,
  });
});

test.each([
  [
    { reason: "sold_out", left: 2 },
    { id: "number_of_people", message: "errors.sold_out", values: { left: 2 } },
  ],
  [
    { reason: "too_many_people", max: 20 },
    { id: "number_of_people", values: { max: 20 } },
  ],
  [
    { reason: "coupon_minimum", minimum: { amount: 160_000, currency: "MXN" as const } },
    { id: "coupon_typed", message: "errors.coupon_minimum", values: { amount: "MX$1,600" } },
  ],
  [{ reason: "too_many_attempts" }, { id: "coupon_typed" }],
  [
    { reason: "too_many_attempts", of: "codes", retry_after: 61 },
    { id: "main", message: "errors.too_many_attempts", values: { of: "codes", minutes: 2 } },
  ],
  [
    { reason: "email_code_needed", because: "network" },
    { id: "email_code", values: { because: "network" } },
  ],
  [{ reason: "price_changed" }, { id: "order-total" }],
  [{ reason: "bookings_disabled" }, { id: "main", message: "errors.bookings_disabled" }],
])("the refusal %j leads to its control", (refusal, fieldError) => {
  expect(fieldErrorOfRefusal(refusal, "es")).toMatchObject(fieldError);
});

test("a fresh form says what a profile says and nothing else of it; a draft counts more, where something stands in it", () => {
  const { first_name, last_name, email, phone, country } = TYPED;
  const profile = { first_name, last_name, email, phone, country, language: "es", second_factor: true };
  const fresh = detailsOfGuest(profile);
  expect(fresh).toEqual({ ...EMPTY_DETAILS, first_name, last_name, email, phone, country });
  expect(detailsOfGuest(null)).toEqual(EMPTY_DETAILS);
  const draft = { ...EMPTY_DETAILS, first_name: "Sofi", number_of_people: "4" };
  expect(filledIn(draft, fresh)).toEqual({ ...fresh, first_name: "Sofi", number_of_people: "4" });
  expect(filledIn(draft, EMPTY_DETAILS)).toEqual(draft);
});

test.each([
  ["a choice", { intent: "place", method: "oxxo" }, "oxxo"],
  ["a button of its own, whatever is chosen", { intent: "place:paypal", method: "card" }, "paypal"],
  ["the same where a booking is paid", { intent: "pay:apple_pay" }, "apple_pay"],
  ["a form without ways to pay", { intent: "place" }, null],
])("the way to pay of %s", (_, sent, way) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(sent)) form.set(name, value);
  expect(waySent(form)).toBe(way);
});

test.each([
  ["provider_unavailable", { id: "main", message: "errors.provider_unavailable" }],
  ["email_code_needed", { id: "email_code", message: "errors.email_code_needed", values: { because: "keeping" } }],
  ["credit_spent", { id: "credit_code", message: "errors.credit_spent" }],
  ["credit_currency", { id: "credit_code", message: "errors.credit_other_currency" }],
  ["credit_too_many", { id: "credit_code", message: "errors.too_many_attempts", values: { minutes: 0 } }],
  ["too_many_attempts", { id: "main", message: "errors.too_many_attempts", values: { of: "codes", minutes: 0 } }],
  ["payment_at_bank", { id: "main", message: "errors.provider" }],
  ["<what an address says>", { id: "main", message: "errors.provider" }],
])("what couldn't be paid at once because of %s says so", (reason, expected) =>
  expect(refusalAfterPlacing(reason, "en")).toMatchObject(expected),
);

test.each([
  ["to the next field", {}, { type: "tel" }, true],
  ["to nowhere", {}, null, true],
  ["to a button that sends the form", {}, { type: "submit" }, false],
  ["as it was", { value: " sofia@example.test " }, null, false],
  ["of another name", { name: "first_name" }, null, false],
])("leaving the email %s with a coupon asks for the price: %#", (_, over, next, asks) => {
  const details = { coupon_code: "ONCE", email: "sofia@example.test" };
  const control = { name: "email", value: "luz@example.test", ...over };
  expect(asksOnLeaving(control, next, details)).toBe(asks);
  expect(asksOnLeaving(control, next, { ...details, coupon_code: "" })).toBe(false);
});

test.each([
  ["applied", { applied: "TEN", partner: "", credits: "" }, false, "applied"],
  ["removed", { applied: "", partner: "", credits: "" }, false, "credits"],
  ["as it was", { applied: "", partner: "", credits: "GC-1" }, false, null],
  ["refused while another field is left", { applied: "TEN", partner: "", credits: "" }, true, null],
] as const)("focus follows a code that is %s", (_, now, isUpdate, code) =>
  expect(changedCode({ applied: "", partner: "", credits: "GC-1" }, now, isUpdate)).toBe(code),
);

test.each([
  ["applied", { applied: "TEN", partner: "", credits: "GC-1" }, false, { entry: 4, isTyped: false }],
  ["removed", { applied: "", partner: "", credits: "" }, false, { entry: 4, isTyped: false }],
  [
    "refused when something else is changed",
    { applied: "", partner: "", credits: "" },
    true,
    { entry: 3, isTyped: true },
  ],
] as const)("what is typed in the field for codes once one is %s", (_, codes, isUpdate, after) => {
  const before = { codes: { applied: "", partner: "", credits: "GC-1" }, entry: 3, isTyped: true };
  expect(fieldAfter(before, codes, isUpdate)).toEqual({ codes, ...after });
});

test("a draft's price is asked for where people, currency, coupon or partner differ, and for nothing else", () => {
  expect(costsAlike(TYPED, { ...EMPTY_DETAILS, number_of_people: TYPED.number_of_people })).toBe(true);
  for (const change of [
    { number_of_people: "7" },
    { currency: "EUR" as const },
    { coupon_code: "X" },
    { partner_code: "p" },
  ])
    expect(costsAlike(TYPED, { ...TYPED, ...change })).toBe(false);
});

test("of more add-ons than a booking may have, the last one can be chosen too", () => {
  const form = new FormData();
  for (let n = 0; n < 60; n++) form.set(addOnField(`a${n}`), n === 59 ? "1" : "0");
  expect(detailsOf(form).add_ons).toEqual([{ id: "a59", quantity: "1" }]);
});

test("of the add-ons in a form, those that are chosen are asked for, as typed", () => {
  const form = new FormData();
  for (const [id, typed] of [
    ["a", "2"],
    ["b", "0"],
    ["c", ""],
    ["d", "two"],
  ] as const)
    form.set(addOnField(id), typed);
  const details = detailsOf(form);
  expect(details.add_ons).toEqual([
    { id: "a", quantity: "2" },
    { id: "d", quantity: "two" },
  ]);
  expect(costsAlike(details, { ...details, add_ons: [] })).toBe(false);
  expect(bookingOf(details, rest)).toMatchObject({
    add_ons: [
      { id: "a", quantity: 2 },
      { id: "d", quantity: NaN },
    ],
  });
  expect(bookingOf({ ...details, add_ons: [] }, rest)).not.toHaveProperty("add_ons");
});
