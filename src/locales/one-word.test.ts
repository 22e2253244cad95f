import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";

// One state has one word wherever people read it, in each language (docs/decisions/082).

const [en, es] = await Promise.all([i18nFor("en"), i18nFor("es")]);

/** The labels of a booking that wasn't paid in time, and of one that waits to be. */
const LAPSED = [
  "audit.value.lapsed",
  "booking-admin-list.state.lapsed",
  "booking-admin.lapsed",
  "door-scanner.others.state.lapsed",
  "door-scanner.state.lapsed",
] as const;
const HELD = ["booking-admin-list.state.hold", "customers.state.pending"] as const;

test.each(LAPSED)("%s: expired, vencida", (id) => {
  expect(en.t(id)).toMatch(/^expired(, not paid)?$/i);
  expect(es.t(id)).toMatch(/^vencida(, no pagada)?$/i);
});

test.each(HELD)("%s: on hold, apartada", (id) => {
  expect([en.t(id), es.t(id)]).toEqual(["On hold", "Apartada"]);
});

test.each([
  "schedule.full",
  "schedule.soldOut",
  "booking-checkout.soldOut.title",
  "affiliates-widget.soldOut",
] as const)("%s: agotado", (id) => {
  expect(es.t(id)).toBe("Agotado");
});
