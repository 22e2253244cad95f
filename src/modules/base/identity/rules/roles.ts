import { allows, PERMISSIONS, ROLES, type Role, roleOf } from "#src/modules/base/identity/rules/permissions.ts";

export const STAFF_ROLES = ROLES.filter((role) => role !== "customer");
export type StaffRole = Exclude<Role, "customer">;

/** How long an emailed invitation can be accepted. */
export const INVITED_FOR_MS = 7 * 24 * 3_600_000;

type Person = { id: string; email: string; email_verified: boolean; role: string | null; banned?: boolean | null };

/** Whether a user is an admin by the server's settings, which no page can change. */
export const isAdminBySetting = (
  person: Pick<Person, "email" | "email_verified">,
  adminEmails: readonly string[],
): boolean => roleOf({ ...person, role: null }, adminEmails) === "admin";

/** Whether a change of role grants anything that the former role didn't. */
export const isRise = (from: Role, to: Role): boolean =>
  PERMISSIONS.some((permission) => allows(to, permission) && !allows(from, permission));

/** Whether a role reaches more cities than before; null: every city. */
export const isWider = (from: readonly string[] | null, to: readonly string[] | null): boolean =>
  from !== null && (to === null || to.some((city) => !from.includes(city)));

/** Whether two roles are limited to the same cities. */
export const sameCities = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  (one?.toSorted().join() ?? null) === (other?.toSorted().join() ?? null);

type Wish = { id: string; role: Role; by: string | null; sure: boolean };

/**
 * Why a role can't be changed, or null. `people` are all admins and the user concerned, locked: the caller must still be an
 * admin among them, and one must be left afterward. Removing one's own admin role needs confirmation.
 */
export function whyNotRole(people: readonly Person[], wish: Wish, adminEmails: readonly string[]) {
  const isAdmin = (person: Person) => roleOf(person, adminEmails) === "admin" && person.banned !== true;
  const person = people.find(({ id }) => id === wish.id);
  if (!person) return "user_not_found";
  if (wish.by !== null && !people.some((one) => one.id === wish.by && isAdmin(one))) return "forbidden";
  if (isAdminBySetting(person, adminEmails)) return "admin_by_setting";
  if (!isAdmin(person) || wish.role === "admin") return null;
  if (!people.some((one) => one.id !== wish.id && isAdmin(one))) return "last_admin";
  return wish.id === wish.by && !wish.sure ? "confirm_self" : null;
}

type Invitation = { accepted_at: Date | null; revoked_at: Date | null; expires_at: Date };

/** Whether an invitation can still be accepted. */
export const isOpen = ({ accepted_at, revoked_at, expires_at }: Invitation, now: Date): boolean =>
  accepted_at === null && revoked_at === null && expires_at > now;
