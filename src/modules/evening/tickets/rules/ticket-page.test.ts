import { expect, test } from "vitest";
import { keepUntil, ticketPageState, whatsAppLink } from "#src/modules/evening/tickets/rules/ticket-page.ts";

test.each([
  ["confirmed", null, "tickets"],
  ["pending", null, "unpaid"],
  ["cancelled", "customer", "cancelled"],
  ["cancelled", "admin", "cancelled"],
  ["cancelled", "departure_cancelled", "cancelled"],
  ["cancelled", "expired", "lapsed"],
  ["cancelled", "replaced", "lapsed"],
  ["cancelled", "payment_cancelled", "lapsed"],
] as const)("a booking that is %s (%s) shows: %s", (status, cancel_reason, state) => {
  expect(ticketPageState({ status, cancel_reason })).toBe(state);
});

test("a copy may be kept until two days after the departure", () => {
  expect(keepUntil(new Date("2026-11-22T06:30:00Z"))).toEqual(new Date("2026-11-24T06:30:00Z"));
});

test("what guests and operators wrote stays one value of a link", () => {
  expect(new URL(whatsAppLink("a&b=c\nñ")).searchParams.get("text")).toBe("a&b=c\nñ");
});

test.each([
  ["+49 171 1234567", "MX", "491711234567"],
  ["0049 171 1234567", "DE", "491711234567"],
  ["55 1234 5678", "MX", "525512345678"],
  ["55 1234 5678", "US", ""],
  ["1234567", "MX", ""],
])("a text to %s of %s goes to the number %j", (phone, country, number) => {
  expect(new URL(whatsAppLink("Hi", { phone, country })).pathname).toBe(`/${number}`);
});
