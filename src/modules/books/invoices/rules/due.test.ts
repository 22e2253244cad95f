import { expect, test } from "vitest";
import { dueAt, stateOf, wasInGlobal } from "#src/modules/books/invoices/rules/due.ts";

// Mexico City is six hours behind UTC all year: its November ends at 06:00 UTC on 1 December
test.each<[sold: string, asked: string, due: string]>([
  ["2026-11-20T18:00:00Z", "2026-11-20T18:00:00Z", "2026-11-23T18:00:00Z"],
  // asked for near the month's end: before the whole month is invoiced
  ["2026-11-29T18:00:00Z", "2026-11-29T18:00:00Z", "2026-12-02T06:00:00Z"],
  ["2026-11-20T18:00:00Z", "2026-12-01T12:00:00Z", "2026-12-02T06:00:00Z"],
  // asked for after that
  ["2026-11-20T18:00:00Z", "2026-12-02T06:00:00Z", "2026-12-05T06:00:00Z"],
  ["2026-12-31T23:00:00Z", "2027-01-01T05:00:00Z", "2027-01-02T06:00:00Z"],
])("sold %s, asked for %s: due %s", (sold, input, due) =>
  expect(dueAt(new Date(sold), new Date(input), { hours: 72, globalHours: 24 })).toEqual(new Date(due)),
);

test.each([
  ["2026-11-20T18:00:00Z", "2026-12-02T06:00:00Z", false],
  ["2026-11-20T18:00:00Z", "2026-12-02T06:00:01Z", true],
])("sold %s, asked for %s: was in the month's invoice: %s", (sold, input, was) =>
  expect(wasInGlobal(new Date(sold), new Date(input), { globalHours: 24 })).toBe(was),
);

test("the operator's terms move both deadlines", () => {
  const due = (request: string, hours: number, globalHours: number) =>
    dueAt(new Date("2026-11-20T18:00:00Z"), new Date(request), { hours, globalHours }).toISOString();
  expect(due("2026-11-20T18:00:00Z", 24, 24)).toBe("2026-11-21T18:00:00.000Z");
  expect(due("2026-12-01T12:00:00Z", 72, 72)).toBe("2026-12-04T06:00:00.000Z");
  const late = [new Date("2026-11-20T18:00:00Z"), new Date("2026-12-03T06:00:00Z")] as const;
  expect([24, 72].map((globalHours) => wasInGlobal(...late, { globalHours }))).toEqual([true, false]);
});

const due = new Date("2026-11-23T18:00:00Z");
test.each([
  [{}, "2026-11-22T17:59:59Z", "requested"],
  [{}, "2026-11-22T18:00:00Z", "close"],
  [{}, "2026-11-23T18:00:00Z", "late"],
  [{ refused_at: due }, "2026-11-25T00:00:00Z", "refused"],
  [{ status: "issued" }, "2026-11-25T00:00:00Z", "issued"],
])("%o at %s is %s", (over, now, state) =>
  expect(stateOf({ status: "requested", refused_at: null, due_at: due, ...over }, new Date(now))).toBe(state),
);
