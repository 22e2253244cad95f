import { expect, test } from "vitest";
import { commissionMove, contactDoubts } from "#src/modules/office/booking-admin/rules/partner.ts";

const hostel = { email: "Front.Desk+ronda@hostel.test", phone: "+52 55 1234 5678" };

test.each([
  ["the same address in another spelling", { email: "front.desk@hostel.test", phone: "" }, ["email"]],
  ["the same line without its country", { email: "ana@guest.test", phone: "55 12 34 56 78" }, ["phone"]],
  ["both", { email: hostel.email, phone: hostel.phone }, ["email", "phone"]],
  ["neither", { email: "ana@guest.test", phone: "55 9999 9999" }, []],
  ["nothing known of the guest", { email: "", phone: "" }, []],
])("%s casts the doubts %j %j", (_, guest, doubts) => expect(contactDoubts(hostel, guest)).toEqual(doubts));

test("a partner of whom nothing is known is in no doubt", () =>
  expect(contactDoubts({ email: "", phone: "" }, { email: "", phone: "" })).toEqual([]));

test.each([
  [null, null, "none"],
  ["a", "a", "none"],
  [null, "a", "gains"],
  ["a", null, "loses"],
  ["a", "b", "moves"],
])("from %s to %s the commission %s", (from, to, move) => expect(commissionMove(from, to)).toBe(move));
