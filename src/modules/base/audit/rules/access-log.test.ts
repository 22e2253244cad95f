import { expect, test } from "vitest";
import { accessAddressOf, accessFilterOf } from "#src/modules/base/audit/rules/access-log.ts";

test.each([
  ["", {}],
  ["who=+ana@ronda.test+&kind=sign_in&from=2026-11-01&to=2026-11-20", { who: "ana@ronda.test", kind: "sign_in" }],
  ["who=&kind=nope&from=2026-13-01&to=x", {}],
  [`who=${"a".repeat(300)}`, { who: "a".repeat(100) }],
])("the filter of ?%s is read, and its address says the same", (query, expected) => {
  const filter = accessFilterOf(new URLSearchParams(query));
  expect(filter).toMatchObject({ who: null, kind: null, ...expected });
  expect(accessFilterOf(new URLSearchParams(accessAddressOf(filter)))).toEqual(filter);
});
