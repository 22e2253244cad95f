import { expect, test } from "vitest";
import { can, PERMISSIONS, roleOf, ROLES } from "#src/modules/base/identity/rules/permissions.ts";
import { permissionsOf, SCOPE_NAMES, SCOPES } from "#src/modules/base/identity/rules/scopes.ts";

const user = { email: "Ops@Ronda.test", email_verified: true, role: null };
test.each([
  [user, "admin"],
  [{ ...user, email_verified: false }, "customer"],
  [{ ...user, email: "guest@ronda.test" }, "customer"],
  [{ email: "guest@ronda.test", email_verified: true, role: "admin" }, "admin"],
  [{ email: "guest@ronda.test", email_verified: true, role: "guide" }, "guide"],
  [{ email: "guest@ronda.test", email_verified: true, role: "user" }, "customer"],
  [{ email: "guest@ronda.test", email_verified: true, role: "constructor" }, "customer"],
])("%o is %s", (input, role) => expect(roleOf(input, ["ops@ronda.test"])).toBe(role));

const allowed = (role: string | null) =>
  PERMISSIONS.filter((permission) => can({ kind: "user", role, secondFactor: true }, permission));

test("an admin may do everything, a manager all but roles and settings, a customer nothing", () => {
  expect(allowed("admin")).toEqual([...PERMISSIONS]);
  expect(PERMISSIONS.filter((p) => !allowed("manager").includes(p))).toEqual([
    "health.read",
    "programs.change",
    "roles.change",
    "settings.change",
  ]);
  expect(allowed("customer")).toEqual([]);
});

test("a guide sees the departure and its door, never bookings, money or people's addresses", () =>
  expect(allowed("guide")).toEqual(["checkins.record", "manifest.read", "sales.door"]));

test.each([null, "", "user", "constructor", "__proto__"])("a role that is none (%s) may do nothing", (role) =>
  expect(allowed(role)).toEqual([]),
);

test("only admins change roles, and jobs may do everything", () => {
  expect(ROLES.filter((role) => can({ kind: "user", role, secondFactor: true }, "roles.change"))).toEqual(["admin"]);
  expect(can({ kind: "system", role: null, secondFactor: false }, "roles.change")).toBe(true);
});

test("without a second factor no role counts", () =>
  expect(
    PERMISSIONS.filter((permission) => can({ kind: "user", role: "admin", secondFactor: false }, permission)),
  ).toEqual([]));

// written out a second time on purpose: expectations derived from the table would share its mistakes
const WHO_MAY = `
  permission         admin  manager  support  marketing  bookkeeper  guide  customer
  affiliates.change  yes    yes      -        yes        -           -      -
  affiliates.read    yes    yes      -        yes        yes         -      -
  audit.read         yes    yes      -        -          -           -      -
  bookings.change    yes    yes      yes      -          -           -      -
  bookings.read      yes    yes      yes      -          -           -      -
  books.close        yes    yes      -        -          yes         -      -
  checkins.record    yes    yes      -        -          -           yes    -
  content.change     yes    yes      -        yes        -           -      -
  coupons.change     yes    yes      -        yes        -           -      -
  coupons.read       yes    yes      -        yes        -           -      -
  crawls.change      yes    yes      -        -          -           -      -
  crawls.read        yes    yes      yes      yes        yes         -      -
  emails.change      yes    yes      -        -          -           -      -
  emails.read        yes    yes      yes      -          -           -      -
  health.read        yes    -        -        -          -           -      -
  imports.change     yes    yes      -        -          -           -      -
  manifest.read      yes    yes      yes      -          -           yes    -
  messages.change    yes    yes      yes      -          -           -      -
  messages.read      yes    yes      yes      -          -           -      -
  payments.change    yes    yes      -        -          -           -      -
  payments.read      yes    yes      yes      -          yes         -      -
  programs.change    yes    -        -        -          -           -      -
  reports.read       yes    yes      -        yes        yes         -      -
  reviews.change     yes    yes      yes      -          -           -      -
  reviews.read       yes    yes      yes      yes        -           -      -
  roles.change       yes    -        -        -          -           -      -
  sales.door         yes    yes      -        -          -           yes    -
  schedule.change    yes    yes      -        -          -           -      -
  schedule.read      yes    yes      yes      yes        yes         -      -
  settings.change    yes    -        -        -          -           -      -
  users.read         yes    yes      yes      -          -           -      -`;

test("each role may do what stands here, and nothing else", () => {
  const [[, ...roles], ...rows] = WHO_MAY.trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/)) as [string[], ...string[][]];
  expect(roles).toEqual([...ROLES]);
  const found = PERMISSIONS.map((permission) => [
    permission,
    ...ROLES.map((role) => (allowed(role).includes(permission) ? "yes" : "-")),
  ]);
  expect(found).toEqual(rows);
});

const NOBODY = { kind: "key", role: null, secondFactor: false, cities: null };
/** What a key may do; `more` is what stands beside it. */
const of = (scopes: readonly string[], { partnerId = null as string | null } = {}, more: object = {}) => {
  const actor = { ...NOBODY, key: { permissions: permissionsOf({ scopes, partnerId }) }, ...more };
  return PERMISSIONS.filter((permission) => can(actor, permission));
};

test("a key of the house may do what its scopes say, within cities only what is of a city", () => {
  expect(of(SCOPE_NAMES).toSorted()).toEqual(Object.values(SCOPES).toSorted());
  expect(of(["tonight:read"])).toEqual(["manifest.read"]);
  expect(of(["programs:change", "roles.change", "__proto__"])).toEqual([]);
  expect(of(SCOPE_NAMES, {}, { cities: ["cdmx"] })).not.toContain("crawls.read");
  expect(of(SCOPE_NAMES, {}, { cities: ["cdmx"] })).toContain("manifest.read");
});

test("a partner's key has no permission of the house, whatever its scopes and whoever's role stands beside it", () =>
  expect(of(SCOPE_NAMES, { partnerId: "p" }, { role: "admin", secondFactor: true })).toEqual([]));
