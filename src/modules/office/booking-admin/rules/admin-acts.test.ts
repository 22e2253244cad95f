import { expect, test } from "vitest";
import { HandBooking, readAct } from "#src/modules/office/booking-admin/rules/admin-acts.ts";

const KEY = "0d5e9e2e-8a62-4c51-9d5e-9e2e8a62ac51";
function formOf(fields: Record<string, string | string[]>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one);
  return form;
}
const change = { act: "change", key: KEY, money: "price", version: "2", difference: "-800", currency: "MXN" };

test.each([
  [
    { act: "note", key: KEY, text: " hi " },
    { act: "note", key: KEY, text: "hi" },
  ],
  [
    { act: "refund", key: KEY, payment_id: KEY, amount: "1,080.50", reason: "goodwill", words: "" },
    { act: "refund", key: KEY, payment_id: KEY, amount: 108_050, reason: "goodwill", words: "" },
  ],
  [
    { ...change, kind: "date", departure_id: KEY },
    { ...change, version: 2, difference: -800, kind: "date", departure_id: KEY, collect: "link" },
  ],
  [
    { ...change, kind: "add", names: ["Luz", ""], collect: "cash" },
    { ...change, version: 2, difference: -800, kind: "add", names: ["Luz", ""], collect: "cash" },
  ],
  [
    { ...change, kind: "remove", positions: ["2", "4"] },
    { ...change, version: 2, difference: -800, kind: "remove", positions: [2, 4] },
  ],
  [
    { ...change, kind: "add_ons", add_ons: [`${KEY}:2`], collect: "cash" },
    {
      ...change,
      version: 2,
      difference: -800,
      kind: "add_ons",
      add_ons: [{ id: KEY, quantity: 2 }],
      collect: "cash",
    },
  ],
  [
    { act: "names", version: "1", positions: ["1", "2"], names: ["Ana", ""] },
    {
      act: "names",
      version: 1,
      names: [
        { position: 1, name: "Ana" },
        { position: 2, name: "" },
      ],
    },
  ],
  [
    { act: "take", key: KEY, way: "cash", amount: "800", currency: "MXN", change_id: "" },
    { act: "take", key: KEY, way: "cash", amount: 800, currency: "MXN" },
  ],
])("reads %o", (fields, act) => {
  expect(readAct(formOf(fields)).data).toEqual(act);
});

test.each([
  [{ act: "note", key: KEY, text: " " }, "text", "booking-admin.error.note"],
  [{ act: "refund", key: KEY, payment_id: KEY, amount: "0", reason: "other" }, "amount", "booking-admin.error.amount"],
  [{ act: "refund", key: KEY, payment_id: KEY, amount: "1.005", reason: "other" }, "amount", "admin.error.amount"],
  [{ act: "refund", key: KEY, payment_id: KEY, amount: "5", reason: "whim" }, "reason", "booking-admin.error.reason"],
  [{ ...change, kind: "remove" }, "positions", "booking-admin.error.guests"],
  [{ ...change, kind: "date" }, "departure_id", "booking-admin.error.date"],
])("finds the error of %o", (fields, path, message) => {
  expect(readAct(formOf(fields)).error?.issues[0]).toMatchObject({ path: [path], message });
});

test("reads nothing of a form that names no act", () => {
  expect(readAct(formOf({ act: "sell_the_house" })).success).toBe(false);
});

const booking = {
  key: KEY,
  departure_id: KEY,
  people: "3",
  first_name: "Ana",
  last_name: "Ruiz",
  email: "ana@guest.test",
  phone: "",
  country: "MX",
  language: "es",
  requests: "",
  currency: "MXN",
  way: "cash",
  total: "",
};

const TAKE = { act: "take", key: KEY, amount: "800", currency: "MXN" };
test.each([
  ["cash", "", true],
  ["invoice", "", true],
  ["terminal", "", false],
  ["terminal", "  ", false],
  ["terminal", "004711", true],
  ["transfer", "", false],
  ["transfer", "MBAN01", true],
  ["transfer", "0".repeat(61), false],
])("the office records %s with the reference %j: %s", (way, reference, isTaken) => {
  const taking = readAct(formOf({ ...TAKE, way, reference }));
  const sale = HandBooking.safeParse({ ...booking, way, reference });
  expect([taking.success, sale.success]).toEqual([isTaken, isTaken]);
  for (const { error } of [taking, sale]) if (error) expect(error.issues[0]).toMatchObject({ path: ["reference"] });
});

const ADD = { ...change, kind: "add", names: ["Luz"] };
test.each([
  ["link", "MXN", "", null],
  ["invoice", "USD", "", null],
  ["transfer", "USD", "MBAN01", null],
  ["transfer", "MXN", "", "reference"],
  ["terminal", "MXN", " ", "reference"],
  ["terminal", "MXN", "004711", null],
  ["terminal", "USD", "004711", "way"],
])(
  "a difference is collected by %s in %s with the reference %j: error in %s",
  (collect, currency, reference, field) => {
    for (const act of [ADD, { ...change, kind: "date", departure_id: KEY }]) {
      const { error } = readAct(formOf({ ...act, collect, currency, reference }));
      expect(error?.issues.map(({ path }) => path) ?? null).toEqual(field && [[field]]);
    }
  },
);

test("the card terminal takes pesos only", () => {
  for (const sale of [
    readAct(formOf({ ...TAKE, currency: "USD", way: "terminal", reference: "004711" })),
    HandBooking.safeParse({ ...booking, currency: "USD", way: "terminal", reference: "004711" }),
  ])
    expect(sale.error?.issues).toMatchObject([{ path: ["way"], message: "booking-admin.error.onlyPesos" }]);
});

test("a booking by hand that costs nothing has no payment to name", () => {
  const onTerminal = { ...booking, way: "terminal" };
  expect(HandBooking.safeParse({ ...onTerminal, expected: "0" }).success).toBe(true);
  expect(HandBooking.safeParse({ ...onTerminal, expected: "80000" }).success).toBe(false);
});

test("a booking by hand costs what it costs, or what is agreed on", () => {
  expect(HandBooking.parse(booking)).toMatchObject({ people: 3, total: null });
  expect(HandBooking.parse({ ...booking, total: "1,000" }).total).toBe(100_000);
  expect(HandBooking.safeParse({ ...booking, total: "cheap" }).error?.issues[0]).toMatchObject({ path: ["total"] });
  expect(HandBooking.safeParse({ ...booking, people: "" }).error?.issues[0]).toMatchObject({
    message: "errors.people",
  });
});
