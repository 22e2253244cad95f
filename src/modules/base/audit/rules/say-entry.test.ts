import fs from "node:fs";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import {
  currencyOf,
  sayCode,
  sayField,
  sayLabel,
  sayRecord,
  sayValue,
} from "#src/modules/base/audit/rules/say-entry.ts";
import { isCompany, SIMULATION } from "#src/modules/base/settings/rules/payment-companies.ts";

const [en, es] = await Promise.all([i18nFor("en"), i18nFor("es")]);

test.each([
  ["status", null, null, null],
  ["status", "", null, null],
  ["gallery", [], null, null],
  ["total_price", 84_000, "MX$840", "MX$840"],
  ["people", 1200, "1,200", "1,200"],
  ["is_active", false, "no", "no"],
  ["prices", { MXN: 40_000, USD: 2550 }, "MX$400, US$25.50", "MX$400, US$25.50"],
  [
    "counted",
    { MXN: 70_000, terminal_MXN: 99_975 },
    "MX$700, card terminal: MX$999.75",
    "MX$700, terminal bancaria: MX$999.75",
  ],
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

/** Stored words that no entry holds: the pages that show them have words of their own. */
const ELSEWHERE =
  /^(access_log|ad_events|bulk_act_bookings|checkin_events_kind|commission_lines|consents|coupon_redemptions|credit_uses|daily_|due_of_what|emails|entries|funnel_|group_deposits|group_requests_occasion|headcounts|ledger_entries|oauth_records|office_moves|partner_statements_agreed|partner_traces|price_rules_currency|provider_events_(mode|topic)|purchases|reconciliation_differences|stop_steps|test_resales|tickets|till_lines|undo_names|waiting_entries|wallet_passes|webhook_)/;

/** Every word that the database may hold in a column of states, by the constraint that lists it. */
const stored = [...fs.readFileSync("db/schema.sql", "utf8").matchAll(/constraint (\w+) CHECK \((.*)\)/g)].flatMap(
  ([, constraint, text]) =>
    [...text!.matchAll(/= ANY \(ARRAY\[(.*?)\]/g)].flatMap(([, list]) =>
      [...list!.matchAll(/'([^']+)'/g)].map(([, word]) => ({ constraint: constraint!, word: word! })),
    ),
);

test("every stored state has words in both languages", () => {
  expect(stored.length).toBeGreaterThan(250);
  const data = JSON.parse(fs.readFileSync("src/locales/es/admin/audit.json", "utf8")) as object;
  const isWorded = (word: string) => isCompany(word) || word === SIMULATION || `audit.value.${word}` in data;
  const raw = stored.filter(({ constraint, word }) => !ELSEWHERE.test(constraint) && !isWorded(word));
  expect(raw).toEqual([]);
});

test.each([
  ["refund_failed", "the refund failed", "el reembolso falló"],
  ["lost_or_stolen_card", "the card was lost or stolen", "la tarjeta se perdió o fue robada"],
  ["some_new_reason", "some new reason", "some new reason"],
  ["cs_test_a1b2", "cs_test_a1b2", "cs_test_a1b2"],
  ["The card was refused. (E42)", "The card was refused. (E42)", "The card was refused. (E42)"],
])("what a company says, %s, is said in words", (code, english, spanish) => {
  expect([sayCode(code, en.t), sayCode(code, es.t)]).toEqual([english, spanish]);
  expect(sayValue("reason", code, { ...en, currency: null })).toBe(english);
});
