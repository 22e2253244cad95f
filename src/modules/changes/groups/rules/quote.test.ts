import { expect, test } from "vitest";
import { endOfDay, lastDay, reminderDue, standingOf, wrongDays } from "#src/modules/changes/groups/rules/quote.ts";

const good = {
  date: "2027-01-20",
  start_time: "20:00",
  end_time: "00:30",
  valid_until: "2026-12-10",
  pay_by: "2027-01-05",
  deposit_by: null,
};

test.each([
  [{}, []],
  [{ date: "2026-11-29", pay_by: "2026-11-28", valid_until: "2026-11-28" }, ["date", "valid_until", "pay_by"]],
  [{ end_time: "20:00" }, ["end_time"]],
  [{ valid_until: "2026-11-28" }, ["valid_until"]],
  [{ valid_until: "2026-11-29" }, []],
  [{ valid_until: "2027-01-06" }, ["valid_until"]],
  [{ pay_by: "2027-01-20" }, ["pay_by"]],
  [{ pay_by: "2027-01-19" }, []],
  [{ deposit_by: "2026-12-10" }, []],
  [{ deposit_by: "2026-12-09" }, ["valid_until"]],
  [{ deposit_by: "2026-11-28" }, ["valid_until", "deposit_by"]],
  [{ deposit_by: "2027-01-05" }, ["deposit_by"]],
])("with %j these days are wrong: %j", (over, wrong) =>
  expect(wrongDays({ ...good, ...over }, "2026-11-29")).toEqual(wrong),
);

test.each([
  [{}, "2026-12-10"],
  // of a change, whose accepted offer had these days
  [{ valid_until: "2027-01-05", deposit_by: "2026-12-12" }, "2026-12-12"],
  [{ valid_until: "2027-01-06" }, "2027-01-05"],
])("an offer with %j can be accepted until %s", (over, last) => expect(lastDay({ ...good, ...over })).toBe(last));

const now = new Date("2026-12-10T12:00:00Z");
const open = {
  isNewest: true,
  validEnd: new Date("2026-12-11T06:00:00Z"),
  request: "quoted",
  booking: null,
  deposit: null,
  isChange: false,
};

test.each([
  [{}, "open"],
  [{ validEnd: now }, "expired"],
  [{ isNewest: false }, "replaced"],
  [{ request: "declined" }, "declined"],
  [{ request: "closed" }, "closed"],
  [{ request: "accepted", booking: "pending" }, "unpaid"],
  [{ request: "accepted", booking: "pending", deposit: "unpaid" }, "deposit"],
  [{ request: "accepted", booking: "pending", deposit: "paid" }, "unpaid"],
  [{ request: "accepted", booking: "confirmed", deposit: "unpaid" }, "paid"],
  [{ request: "closed", booking: "cancelled", deposit: "kept" }, "over"],
  [{ request: "accepted", booking: "confirmed", validEnd: now }, "paid"],
  [{ request: "accepted" }, "closed"],
  [{ request: "accepted", isChange: true }, "open"],
  [{ request: "accepted", isChange: true, validEnd: now }, "expired"],
  [{ request: "accepted", isChange: true, isNewest: false }, "replaced"],
  [{ request: "closed", isChange: true }, "closed"],
  [{ request: "closed", booking: "cancelled" }, "over"],
  [{ request: "quoted", booking: "cancelled", isNewest: false }, "over"],
])("an offer with %j is %s", (over, standing) => expect(standingOf({ ...open, ...over }, now)).toBe(standing));

test("a day ends where it is", () => {
  expect(endOfDay("2026-12-31", "America/Mexico_City").toISOString()).toBe("2027-01-01T06:00:00.000Z");
});

const until = new Date("2027-01-06T06:00:00Z");
const accepted = new Date("2026-12-10T12:00:00Z");
test.each([
  ["2026-12-30T05:59:59Z", accepted, null],
  ["2026-12-30T06:00:00Z", accepted, 7],
  ["2027-01-05T05:59:59Z", accepted, 7],
  ["2027-01-05T06:00:00Z", accepted, 1],
  ["2027-01-06T06:00:00Z", accepted, null],
  ["2027-01-04T06:00:00Z", new Date("2027-01-03T06:00:00Z"), null],
  ["2027-01-05T06:00:00Z", new Date("2027-01-03T06:00:00Z"), 1],
])("at %s, accepted %s, the reminder of %s days is due", (at, since, days) =>
  expect(reminderDue({ until, since, days: [7, 1] }, new Date(at))).toBe(days),
);

test("without days nobody is reminded, and the order of days doesn't matter", () => {
  const at = new Date("2027-01-05T06:00:00Z");
  expect(reminderDue({ until, since: accepted, days: [] }, at)).toBeNull();
  expect(reminderDue({ until, since: accepted, days: [1, 7] }, at)).toBe(1);
});
