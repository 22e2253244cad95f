import { expect, test } from "vitest";
import { type ChangeRefusal, type Part, whatMayChange } from "#src/modules/sales/booking/rules/change.ts";

const PARTS: readonly Part[] = ["names", "date", "add", "remove", "add_ons", "cancel", "resend"];
// 20:00 to 00:30 in Mexico City
const departure = {
  starts_at: "2026-12-02T02:00:00Z",
  ends_at: "2026-12-02T06:30:00Z",
  refund_until: "2026-12-01T02:00:00Z",
} as Parameters<typeof whatMayChange>[0]["departure"];
const booking = {
  status: "confirmed" as const,
  number_of_people: 2,
  departure,
};
const refusals = (over: object, now: string): (ChangeRefusal | null)[] => {
  const may = whatMayChange({ ...booking, ...over }, new Date(now));
  return PARTS.map((part) => may[part]);
};
const past = "departure_past";
const late = "change_too_late";
const none = "not_confirmed";

// in the order of PARTS
test.each<[string, object, string, (ChangeRefusal | null)[]]>([
  ["days before", {}, "2026-11-25T00:00:00Z", [null, null, null, null, null, null, null]],
  ["a second before the 24th hour", {}, "2026-12-01T01:59:59Z", [null, null, null, null, null, null, null]],
  ["at the 24th hour", {}, "2026-12-01T02:00:00Z", [null, null, null, null, null, null, null]],
  ["a second after it", {}, "2026-12-01T02:00:01Z", [null, late, null, null, null, null, null]],
  ["a second before the start", {}, "2026-12-02T01:59:59Z", [null, late, null, null, null, null, null]],
  ["at the start", {}, "2026-12-02T02:00:00Z", [past, past, past, past, past, past, null]],
  ["when it is over", {}, "2026-12-02T06:30:00Z", [past, past, past, past, past, past, past]],
  ["alone", { number_of_people: 1 }, "2026-11-25T00:00:00Z", [null, null, null, "only_guest", null, null, null]],
  ["unpaid", { status: "pending" }, "2026-11-25T00:00:00Z", [none, none, none, none, none, null, none]],
  ["cancelled", { status: "cancelled" }, "2026-11-25T00:00:00Z", [none, none, none, none, none, none, none]],
])("%s", (_, over, now, expected) => expect(refusals(over, now)).toEqual(expected));

test("nothing can be mailed where no email was given", () =>
  expect(refusals({ private: { email: "" } }, "2026-11-25T00:00:00Z")[PARTS.indexOf("resend")]).toBe("no_email"));

test.each([
  ["until the end", {}, "2026-12-02T06:29:59Z", null],
  ["not once it is over", {}, "2026-12-02T06:30:00Z", "departure_past"],
  ["while it is unpaid", { status: "pending" as const }, "2026-11-25T00:00:00Z", null],
  ["not where it is cancelled", { status: "cancelled" as const }, "2026-11-25T00:00:00Z", "not_confirmed"],
])("the contact can be corrected %s", (_, over, now, refused) => {
  expect(whatMayChange({ ...booking, ...over }, new Date(now)).contact).toBe(refused);
});
