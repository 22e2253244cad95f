import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import en from "#src/locales/en/affiliates.json" with { type: "json" };
import es from "#src/locales/es/affiliates.json" with { type: "json" };
import { CONSENT_TEXT, decisionOf } from "#src/modules/sales/affiliates/rules/consent.ts";

const fingerprint = createHash("sha256")
  .update([en, es].map((texts) => [texts["affiliates.title"], texts["affiliates.text"]].join("\n")).join("\n"))
  .digest("hex")
  .slice(0, 16);

test("a question with another text has another version", () => {
  expect({ version: CONSENT_TEXT, fingerprint }).toEqual({ version: "2026-11", fingerprint: "33f2ddfe662434a2" });
});

test.each([
  ["granted", "unasked", "granted"],
  ["granted", "denied", "granted"],
  ["granted", "granted", "granted"],
  ["denied", "unasked", "rejected"],
  ["denied", "denied", "rejected"],
  ["denied", "granted", "withdrawn"],
] as const)("%s after %s is %s", (choice, before, decision) => expect(decisionOf(choice, before)).toBe(decision));
