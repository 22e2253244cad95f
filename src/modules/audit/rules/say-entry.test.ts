import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { currencyOf, sayField, sayLabel, sayRecord, sayValue } from "#src/modules/audit/rules/say-entry.ts";

const [en, es] = await Promise.all([i18nFor("en"), i18nFor("es")]);

test.each([
  ["status", null, null, null],
  ["status", "", null, null],
  ["gallery", [], null, null],
  ["total_price", 84_000, "MX$840", "MX$840"],
  ["people", 1200, "1,200", "1,200"],
  ["is_active", false, "no", "no"],
  ["prices", { MXN: 40_000, USD: 2550 }, "MX$400, US$25.50", "MX$400, US$25.50"],
  ["status", "pending", "waiting for payment", "en espera de pago"],
  ["title", "New", "New", "New"],
  ["title", "new", "new", "new"],
  ["highlights", ["Tacos", "Mezcal"], "Tacos, Mezcal", "Tacos, Mezcal"],
  ["picture_alts", { "a.jpg": { en: "A bar", es: "Un bar" } }, "a.jpg: English: A bar, Spanish: Un bar", null],
  ["asked", { from: null, status: "confirmed" }, "state: confirmed", "estado: confirmada"],
  ["hold_expires_at", "2026-11-21T02:30:00.000Z", "Fri, Nov 20, 2026 20:30", null],
  ["date", "2026-11-20", "Fri, Nov 20, 2026", null],
  ["start_time", "20:00:00", "20:00", "20:00"],
  ["departure", "019a0000-0000-7000-8000-00001a2b3c4d", "…1a2b3c4d", "…1a2b3c4d"],
])("%s %o is said in words", (field, value, english, spanish) => {
  expect(sayValue(field, value, { ...en, currency: "MXN" })).toBe(english);
  if (spanish !== null) expect(sayValue(field, value, { ...es, currency: "MXN" })).toBe(spanish);
});

test("money whose currency nobody tells is a figure, not a count of cents", () => {
  expect(sayValue("amount", 84_050, { ...en, currency: null })).toBe("840.50");
});

test("an entry's own currency comes before its record's", () => {
  expect(currencyOf([{ field: "currency", old: "USD", now: "EUR" }], "MXN")).toBe("EUR");
  expect(currencyOf([], "MXN")).toBe("MXN");
  expect(currencyOf([{ field: "currency", old: null, now: "XXX" }], null)).toBeNull();
});

test("fields and records have words, unknown ones lose their underscores", () => {
  expect([sayField("total_price", es.t), sayField("some_field", es.t)]).toEqual(["precio total", "some field"]);
  expect([sayRecord("saved_view", es.t), sayRecord("some_record", es.t)]).toEqual(["Vista guardada", "some record"]);
});

test("a record is called by its label or id, a kind of email in words", () => {
  expect(sayLabel({ type: "booking", id: "1", label: "RND-ABC234" }, en.t)).toBe("RND-ABC234");
  expect(sayLabel({ type: "booking", id: "1", label: null }, en.t)).toBe("1");
  expect(sayLabel({ type: "email_template", id: "booking_link", label: null }, es.t)).toBe("Enlace de la reserva");
});
