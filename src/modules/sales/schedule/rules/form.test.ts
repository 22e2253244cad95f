import { expect, test } from "vitest";
import {
  changedIn,
  fieldErrorsOf,
  inputOf,
  otherCurrencies,
  readFormValues,
  termsFormValues,
  withTyped,
} from "#src/modules/sales/schedule/rules/form.ts";
import { BulkEdit, CreateDeparture, CreateSeries, EditDeparture } from "#src/modules/sales/schedule/schema.ts";

const CRAWL = "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b01";
const good = {
  crawl_id: CRAWL,
  date: "2026-12-03",
  start_time: "20:00",
  end_time: "00:30",
  total_spots: "40",
  price: "20",
  prices_MXN: "$1,234.50",
  sale_price: "",
};
const fieldErrors = (over: object) =>
  fieldErrorsOf(CreateDeparture.safeParse(inputOf({ ...good, ...over })).error?.issues ?? []).map(({ id, message }) => [
    id,
    message,
  ]);

test.each([
  [{ crawl_id: "" }, "crawl_id", "schedule-admin.error.crawl"],
  [{ date: " " }, "date", "schedule-admin.error.date"],
  [{ date: "03/12/2026" }, "date", "schedule-admin.error.dateFormat"],
  [{ date: "2026-02-30" }, "date", "schedule-admin.error.dateFormat"],
  [{ start_time: "" }, "start_time", "schedule-admin.error.startTime"],
  [{ start_time: "8pm" }, "start_time", "schedule-admin.error.time"],
  [{ end_time: "" }, "end_time", "schedule-admin.error.endTime"],
  [{ end_time: "24:00" }, "end_time", "schedule-admin.error.time"],
  [{ end_time: "20:00" }, "end_time", "schedule-admin.error.sameTime"],
  [{ total_spots: "" }, "total_spots", "schedule-admin.error.seats"],
  [{ total_spots: "-1" }, "total_spots", "schedule-admin.error.seats"],
  [{ total_spots: "10001" }, "total_spots", "schedule-admin.error.seats"],
  [{ price: "twenty" }, "price", "schedule-admin.error.amount"],
  [{ price: "1.999" }, "price", "schedule-admin.error.amount"],
  [{ prices_MXN: "x" }, "prices_MXN", "schedule-admin.error.amount"],
  [{ sale_price: "20" }, "sale_price", "schedule-admin.error.sale"],
  [{ sale_price: "0" }, "sale_price", "schedule-admin.error.sale"],
  [{ sale_prices_MXN: "2000" }, "sale_prices_MXN", "schedule-admin.error.sale"],
  [{ external_booking_link: "javascript:alert(1)" }, "external_booking_link", "schedule-admin.error.link"],
])("%j is a error of %s: %s", (over, id, message) => expect(fieldErrors(over)).toEqual([[id, message]]));

test("nothing typed is told of in the order of the page", () => {
  const { error } = CreateDeparture.safeParse(inputOf({}));
  expect(fieldErrorsOf(error!.issues).map(({ id }) => id)).toEqual([
    "crawl_id",
    "date",
    "start_time",
    "end_time",
    "total_spots",
  ]);
});

test("amounts are read as people write them, and written as they are read", () => {
  const { crawl_id: _, ...terms } = CreateDeparture.parse(
    inputOf({ ...good, sale_price: "12,5", early_bird_sale: "on" }),
  );
  expect(terms).toMatchObject({ price: 2000, prices: { MXN: 123_450 }, sale_price: 1250, early_bird_sale: true });
  expect(EditDeparture.parse(inputOf(termsFormValues(terms)))).toEqual(terms);
  expect(changedIn({ ...termsFormValues(terms), price: "21 " }, termsFormValues(terms))).toEqual(["price"]);
});

test("a series is read from its form", () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    ...good,
    type: "weekly",
    every: "2",
    ending: "until",
    until: "2027-01-31",
  }))
    form.append(name, value);
  form.append("weekdays", "4");
  form.append("weekdays", "6");
  form.append("skip", "2026-12-24");
  const { recurrence, skip } = CreateSeries.parse(inputOf(readFormValues(form)));
  expect(recurrence).toEqual({
    type: "weekly",
    every: 2,
    weekdays: [4, 6],
    first: "2026-12-03",
    ends: { until: "2027-01-31" },
  });
  expect(skip).toEqual(["2026-12-24"]);
});

test.each([
  [{ every: "0" }, "every"],
  [{ type: "weekly", weekdays: "" }, "weekdays"],
  [{ ending: "count", count: "367" }, "count"],
  [{ ending: "until", until: "" }, "until"],
  [{ ending: "until", until: "2026-12-02" }, "until"],
])("a series with %j is refused at %s", (over, id) => {
  const formValues = { ...good, type: "daily", every: "1", weekdays: "", ending: "count", count: "3", ...over };
  expect(
    fieldErrorsOf(CreateSeries.safeParse(inputOf(formValues)).error?.issues ?? []).map((fieldError) => fieldError.id),
  ).toEqual([id]);
});

test("a bulk edit says what it changes, or it is none", () => {
  const ids = [CRAWL];
  expect(BulkEdit.parse({ ids, price: { price: "", prices: {} }, bookings_disabled: "yes" }).patch).toEqual({
    price: null,
    prices: {},
    bookings_disabled: true,
  });
  expect(BulkEdit.safeParse({ ids }).success).toBe(false);
  expect(BulkEdit.safeParse({ ids: [], total_spots: "4" }).success).toBe(false);
});

test("prices are asked for in the crawl's currency, in pesos and in what is set", () => {
  expect(otherCurrencies("USD", {})).toEqual(["MXN"]);
  expect(otherCurrencies("MXN", {}, { EUR: 1 })).toEqual(["USD", "EUR"]);
});

test.each([
  ["follows its first date", { date: "2026-12-03", weekdays: "4" }, "date", "2026-12-05", "6"],
  ["stays once others are chosen", { date: "2026-12-03", weekdays: "4,5" }, "date", "2026-12-05", "4,5"],
  ["stays once another is chosen", { date: "2026-12-03", weekdays: "1" }, "date", "2026-12-05", "1"],
  ["waits for the whole date", { date: "2026-12-03", weekdays: "4" }, "date", "", "4"],
  ["stays with other fields", { date: "2026-12-03", weekdays: "4" }, "count", "5", "4"],
] as const)("a new series' weekday %s", (_, formValues, name, value, weekdays) => {
  expect(withTyped(formValues, name, value)).toEqual({ ...formValues, [name]: value, weekdays });
});
