import { expect, test } from "vitest";
import { gateOf, type PageAccess } from "#src/modules/base/identity/rules/access.ts";
import { isAdmin, isGuarded } from "#src/modules/base/identity/rules/paths.ts";

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
  ["staff", null, "sign_in"],
  ["staff", "customer", "home"],
  ["staff", "nobody", "home"],
  ["staff", "guide", "open"],
  ["staff", "admin", "open"],
  ["coupons.read", null, "sign_in"],
  ["coupons.read", "customer", "home"],
  ["coupons.read", "guide", "refused"],
  ["coupons.read", "marketing", "open"],
  ["coupons.read", "manager", "open"],
  ["settings.change", "manager", "refused"],
])("a page for %s sends %s to: %s", (access, role, gate) => {
  expect(gateOf(asker(role, true), access)).toBe(gate);
});

test("staff without a second factor set one up first; customers never", () => {
  expect(gateOf(asker("admin"), "staff")).toBe("second_factor");
  expect(gateOf(asker("support"), "bookings.read")).toBe("second_factor");
  expect(gateOf(asker("admin"), "signed-in")).toBe("open");
  expect(gateOf(asker("customer"), "staff")).toBe("home");
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

test.each([
  ["/admin", true],
  ["/es/admin/dashboard", true],
  ["/administer", false],
  ["/es/profile", false],
])("%s looks like the admin: %s", (path, admin) => {
  expect(isAdmin(path)).toBe(admin);
});
