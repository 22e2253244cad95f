import { expect, test } from "vitest";
import { problemOf, readCfdi } from "#src/modules/books/invoices/rules/cfdi-xml.ts";
import { cfdiXml } from "#tests/cfdi-file.ts";

const UUID = "6f1c2b3a-0d4e-4f5a-8b6c-7d8e9f0a1b2c";

test("an invoice is read, whatever its quotes, entities and comments", () =>
  expect(readCfdi(cfdiXml({ uuid: UUID, rfc: "Ñ&A900101AB1", total: "1640.50", currency: "USD" }))).toEqual({
    version: "4.0",
    kind: "I",
    issuer: "RON010101AB1",
    rfc: "Ñ&A900101AB1",
    total: 164_050,
    currency: "USD",
    uuid: UUID,
  }));

const expected = {
  rfc: "NUSO900101AB1",
  issuer: "RON010101AB1",
  totals: [
    { amount: 64_000, currency: "MXN" },
    { amount: 3200, currency: "USD" },
  ],
};
test.each([
  [{}, null],
  [{ total: "640" }, null],
  [{ total: "640.000000" }, null],
  [{ total: "640.001" }, "other_total"],
  [{ total: "32.00", currency: "USD" }, null],
  [{ total: "640.00", currency: "USD" }, "other_total"],
  [{ total: "639.99" }, "other_total"],
  [{ rfc: "OTRO900101AB1" }, "other_rfc"],
  [{ issuer: "OTR010101AB1" }, "other_issuer"],
  [{ uuid: null }, "not_stamped"],
  [{ kind: "P" }, "not_income"],
  [{ version: "3.3" }, "not_income"],
] as const)("%o: %s", (over, problem) => expect(problemOf(readCfdi(cfdiXml(over)), expected)).toBe(problem));

test.each(["", "<html></html>", "%PDF-1.7", "<Comprobante", "<a>".repeat(50_000)])("%.20s is no invoice", (text) =>
  expect(problemOf(readCfdi(text), expected)).toBe("not_cfdi"),
);

test("without an RFC of our own, any issuer may be us", () =>
  expect(problemOf(readCfdi(cfdiXml({ issuer: "ANY010101AB1" })), { ...expected, issuer: "" })).toBeNull());
