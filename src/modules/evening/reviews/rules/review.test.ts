import { expect, test } from "vitest";
import { departureTimes } from "#src/kernel/local-time.ts";
import {
  askedAt,
  FIELDS,
  isTimeToAsk,
  mayHaveBeenThere,
  readFormValues,
  reviewOf,
  reviewState,
} from "#src/modules/evening/reviews/rules/review.ts";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { SubmitReview } from "#src/modules/evening/reviews/schema.ts";

const starts_at = new Date("2026-11-22T02:00:00Z"); // 20:00 in Mexico City
const at = (minutes: number) => new Date(+starts_at + minutes * 60_000);

test.each([
  ["confirmed", null, -1, "too_early"],
  ["confirmed", null, 0, "open"],
  ["confirmed", null, 100_000, "open"],
  ["confirmed", 4, 60, "rated"],
  ["cancelled", null, 60, "not_confirmed"],
  ["cancelled", 4, 60, "rated"],
  ["pending", null, 60, "not_confirmed"],
  ["cancelled", null, -60, "not_confirmed"],
])("%s, stars %j, %i minutes after the start: %s", (status, stars, minutes, state) => {
  expect(reviewState({ status, stars, starts_at }, at(minutes))).toBe(state);
});

test.each([
  ["America/Mexico_City", "2026-11-21", "20:00", "00:30", "2026-11-22T16:00:00.000Z"],
  ["America/Cancun", "2026-12-31", "22:00", "03:00", "2027-01-01T15:00:00.000Z"],
  // clocks go back in that night
  ["America/Tijuana", "2026-10-31", "20:00", "02:00", "2026-11-01T18:00:00.000Z"],
  ["America/Ciudad_Juarez", "2027-03-13", "20:00", "03:30", "2027-03-14T16:00:00.000Z"],
  // it lasts longer than until that time of the next day
  ["America/Mexico_City", "2026-11-21", "12:00", "11:00", "2026-11-23T16:00:00.000Z"],
])("in %s the morning after %s, %s to %s, is at %s", (time_zone, date, start, end, input) => {
  const { endsAt: ends_at } = departureTimes(date, start, end, time_zone);
  expect(askedAt({ date, ends_at, time_zone }, "10:00").toISOString()).toBe(input);
});

test("who is known to have stayed away isn't asked", () => {
  expect((["came", "no_show", null] as const).map(mayHaveBeenThere)).toEqual([true, false, true]);
});

const CITY = { date: "2026-11-21", ends_at: new Date("2026-11-22T06:30:00Z"), time_zone: "America/Mexico_City" }; // UTC−6
const TIJUANA = { ...CITY, time_zone: "America/Tijuana" }; // UTC−8
const CANCUN = { ...CITY, time_zone: "America/Cancun" }; // UTC−5

test.each([
  [CITY, "2026-11-22T17:59:59Z", false],
  [CITY, "2026-11-22T18:00:00Z", true],
  [CITY, "2026-11-29T18:00:00Z", true],
  [CITY, "2026-11-29T18:00:01Z", false],
  [TIJUANA, "2026-11-22T18:00:00Z", false],
  [TIJUANA, "2026-11-22T20:00:00Z", true],
  [CANCUN, "2026-11-22T17:00:00Z", true],
  [{ ...CITY, date: "2026-12-31" }, "2027-01-01T18:00:00Z", true],
])("the guest of %j is asked at %s: %s", (departure, now, input) => {
  expect(isTimeToAsk(departure, "12:00", new Date(now))).toBe(input);
});

test.each([
  [{ stars: "" }, "stars", "errors.stars"],
  [{ stars: "0" }, "stars", "errors.stars"],
  [{ stars: "6" }, "stars", "errors.stars"],
  [{ stars: "4.5" }, "stars", "errors.stars"],
  [{ stars: "1e0" }, "stars", "errors.stars"],
  [{ comment: "x".repeat(1001) }, "comment", "errors.comment"],
])("%j is a error of %s: %s", (over, id, message) => {
  const formValues = { stars: "5", comment: "", consent: false, ...over };
  const result = SubmitReview.safeParse(reviewOf(formValues, "en"));
  expect(toFieldErrors(FIELDS, result.error?.issues ?? [])).toEqual([{ id, message }]);
});

test("a form is read as it was typed", () => {
  const form = new FormData();
  form.set("stars", "4");
  form.set("comment", "one\r\ntwo");
  expect(readFormValues(form)).toEqual({ stars: "4", comment: "one\ntwo", consent: false });
  form.set("consent", "yes");
  expect(reviewOf(readFormValues(form), "es")).toEqual({
    stars: 4,
    comment: "one\ntwo",
    consent: true,
    language: "es",
  });
});
