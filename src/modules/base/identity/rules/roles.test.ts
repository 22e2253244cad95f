import { expect, test } from "vitest";
import type { Role } from "#src/modules/base/identity/rules/permissions.ts";
import { isOpen, whyNotRole } from "#src/modules/base/identity/rules/roles.ts";

const person = (id: string, role: Role | null, over: object = {}) => ({
  id,
  email: `${id}@ronda.test`,
  email_verified: true,
  role,
  ...over,
});
const ANA = person("ana", "admin");
const BEA = person("bea", "admin");
const OPS = person("ops", null);
const GUIDE = person("gil", "guide");
const SETTING = ["ops@ronda.test"];

type Case = [string, object[], { id: string; role: Role; by?: string; sure?: boolean }, string[], string | null];
test.each<Case>([
  ["an admin gives a guide more", [ANA, GUIDE], { id: "gil", role: "manager" }, [], null],
  ["an admin takes a guide's role", [ANA, GUIDE], { id: "gil", role: "customer" }, [], null],
  ["an admin demotes another", [ANA, BEA], { id: "bea", role: "guide" }, [], null],
  ["the last admin stays", [BEA, GUIDE], { id: "bea", role: "customer", by: "bea", sure: true }, [], "last_admin"],
  ["one by setting is enough of an admin", [ANA, OPS], { id: "ana", role: "guide", sure: true }, SETTING, null],
  [
    "one by setting whose address isn't proved is none",
    [ANA, { ...OPS, email_verified: false }],
    { id: "ana", role: "guide", sure: true },
    SETTING,
    "last_admin",
  ],
  [
    "one who is locked out is none",
    [ANA, { ...BEA, banned: true }],
    { id: "ana", role: "guide", sure: true },
    [],
    "last_admin",
  ],
  ["an admin by setting can't be demoted", [ANA, OPS], { id: "ops", role: "guide" }, SETTING, "admin_by_setting"],
  ["oneself only when sure", [ANA, BEA], { id: "ana", role: "guide" }, [], "confirm_self"],
  ["oneself when sure", [ANA, BEA], { id: "ana", role: "guide", sure: true }, [], null],
  [
    "who has been demoted meanwhile may nothing",
    [BEA, { ...ANA, role: "guide" }],
    { id: "bea", role: "guide" },
    [],
    "forbidden",
  ],
  ["nobody", [ANA], { id: "zoe", role: "guide" }, [], "user_not_found"],
])("%s", (_, people, { by = "ana", sure = false, ...wish }, setting, why) =>
  expect(whyNotRole(people as (typeof ANA)[], { ...wish, by, sure }, setting)).toBe(why),
);

const NOW = new Date("2026-11-20T18:00:00Z");
const open = { accepted_at: null, revoked_at: null, expires_at: new Date("2026-11-20T18:00:01Z") };
test.each([
  [open, true],
  [{ ...open, expires_at: NOW }, false],
  [{ ...open, accepted_at: NOW }, false],
  [{ ...open, revoked_at: NOW }, false],
])("an invitation %o can be accepted: %s", (one, yes) => expect(isOpen(one, NOW)).toBe(yes));
