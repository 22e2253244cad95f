import { ROLES, type Role, roleOf } from "#src/modules/identity/rules/permissions.ts";

/** Roles of people who work here. */
export const STAFF_ROLES = ROLES.filter((role) => role !== "customer");
export type StaffRole = Exclude<Role, "customer">;

/** How long an emailed invitation can be accepted. */
export const INVITED_FOR_MS = 7 * 24 * 3_600_000;

type Person = { id: string; email: string; email_verified: boolean; role: string | null; banned?: boolean | null };

/** Whether somebody is an admin because the settings of the server name their address: nobody can change that on a page. */
export const isAdminBySetting = (
  person: Pick<Person, "email" | "email_verified">,
  adminEmails: readonly string[],
): boolean => roleOf({ ...person, role: null }, adminEmails) === "admin";

type Wish = { id: string; role: Role; by: string | null; sure: boolean };

/**
 * Why somebody's role isn't changed, or null when it may be. `people` are all admins and the one it is about, as they are while
 * locked: whoever asks must still be an admin among them, and one must be left afterwards. Taking the role of an admin from oneself
 * wants to be confirmed.
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
