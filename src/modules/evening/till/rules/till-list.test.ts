import { expect, test } from "vitest";
import { OFFICE_LIST } from "#src/modules/evening/till/rules/till-list.ts";

const ID = "11111111-2222-4333-8444-555555555555";

test("a bar's page leads to the office's cash with the form begun, and older moves begin it anew", () => {
  const begin = OFFICE_LIST.values({ kind: "bar", bar: ID, month: "2026-11" });
  expect(OFFICE_LIST.href("/o", begin)).toBe(`/o?kind=bar&bar=${ID}&month=2026-11`);
  expect(OFFICE_LIST.href("/o", OFFICE_LIST.values({ older: ID }))).toBe(`/o?older=${ID}`);
});

test("what is invalid is ignored", () => {
  expect(OFFICE_LIST.read(new URLSearchParams("kind=x&bar=1&month=2026-13&older=1"))).toEqual(OFFICE_LIST.values());
});
