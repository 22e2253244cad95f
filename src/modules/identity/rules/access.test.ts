import { expect, test } from "vitest";
import { gateOf, isGuarded, type PageAccess } from "#src/modules/identity/rules/access.ts";

const asker = (role: string | null, secondFactor = false) => ({
  kind: role === null ? "guest" : "user",
  role,
  secondFactor,
});

test.each<[PageAccess, string | null, string]>([
  ["public", null, "open"],
  ["link", null, "open"],
  ["development", null, "open"],
  ["signed-in", null, "sign_in"],
  ["signed-in", "customer", "open"],
  ["signed-in", "admin", "open"],
  ["admin", null, "sign_in"],
  ["admin", "customer", "home"],
  ["admin", "manager", "home"],
  ["admin", "admin", "open"],
  ["coupons.read", null, "sign_in"],
  ["coupons.read", "guide", "home"],
  ["coupons.read", "marketing", "open"],
  ["coupons.read", "manager", "open"],
  ["settings.change", "manager", "home"],
])("a page for %s sends %s to: %s", (access, role, gate) => {
  expect(gateOf(asker(role, true), access)).toBe(gate);
});

test("staff without a second factor set one up first; customers never", () => {
  expect(gateOf(asker("admin"), "admin")).toBe("second_factor");
  expect(gateOf(asker("support"), "bookings.read")).toBe("second_factor");
  expect(gateOf(asker("admin"), "signed-in")).toBe("open");
  expect(gateOf(asker("customer"), "admin")).toBe("home");
});

test.each([
  ["/profile", true],
  ["/es/bookings/1", true],
  ["/admin", true],
  ["/es/admin/dashboard", true],
  ["/profiles", false],
  ["/booking-confirmation/1", false],
  ["/", false],
])("%s is guarded: %s", (path, guarded) => {
  expect(isGuarded(path)).toBe(guarded);
});
