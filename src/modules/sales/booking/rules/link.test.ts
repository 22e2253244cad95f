import { expect, test } from "vitest";
import { linkEnd } from "#src/modules/sales/booking/rules/link.ts";

test.each([
  ["never renewed", null, "2026-11-24"],
  ["renewed before the night", "2026-11-01", "2026-11-24"],
  ["renewed after it", "2027-01-01", "2027-01-04"],
])("a link that was %s ends three days later", (_, renewed, end) => {
  const link_renewed_at = renewed === null ? null : new Date(renewed);
  const row = { id: "", link_version: 0, ends_at: new Date("2026-11-21"), link_renewed_at };
  expect(linkEnd(row, 3)).toEqual(new Date(end));
});
