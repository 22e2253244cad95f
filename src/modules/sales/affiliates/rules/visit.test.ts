import { expect, test } from "vitest";
import { referrerOf } from "#src/modules/sales/affiliates/rules/visit.ts";

test.each([
  ["https://hostel.example/deals?guest=ana@example.test#room", "https://hostel.example/deals"],
  ["https://user:secret@hostel.example/", "https://hostel.example/"],
  ["https://ronda.example/booking-confirmation/7?token=x", ""],
  ["android-app://com.example.app/", ""],
  ["javascript:alert(1)", ""],
  ["no address", ""],
  ["", ""],
  [`https://hostel.example/${"a".repeat(400)}`, `https://hostel.example/${"a".repeat(277)}`],
])("%s is stored as %s", (text, stored) => expect(referrerOf(text, ["https://ronda.example"])).toBe(stored));
