/** Everything that not everybody may do, as `resource.action` (mechanics 10). What anyone may do with what is theirs is none of these. */
export const PERMISSIONS = [
  "affiliates.change",
  "affiliates.read",
  "audit.read",
  "bookings.change",
  "bookings.read",
  "checkins.record",
  "content.change",
  "coupons.change",
  "coupons.read",
  "crawls.change",
  "crawls.read",
  "emails.change",
  "emails.read",
  "manifest.read",
  "messages.change",
  "messages.read",
  "payments.change",
  "payments.read",
  "reports.read",
  "reviews.change",
  "reviews.read",
  "roles.change",
  "schedule.change",
  "schedule.read",
  "settings.change",
  "users.read",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const ROLES = ["admin", "manager", "support", "marketing", "guide", "customer"] as const;
export type Role = (typeof ROLES)[number];

const OF_ADMINS_ONLY: readonly Permission[] = ["roles.change", "settings.change"];

/** What each role may do. A guide sees names and party sizes of the departure (`manifest.read`), never bookings with their money. */
const ALLOWED: Record<Role, readonly Permission[]> = {
  admin: PERMISSIONS,
  manager: PERMISSIONS.filter((permission) => !OF_ADMINS_ONLY.includes(permission)),
  support: [
    "bookings.change",
    "bookings.read",
    "crawls.read",
    "emails.read",
    "manifest.read",
    "messages.change",
    "messages.read",
    "payments.read",
    "reviews.change",
    "reviews.read",
    "schedule.read",
    "users.read",
  ],
  marketing: [
    "affiliates.change",
    "affiliates.read",
    "content.change",
    "coupons.change",
    "coupons.read",
    "crawls.read",
    "reports.read",
    "reviews.read",
    "schedule.read",
  ],
  guide: ["checkins.record", "manifest.read"],
  customer: [],
};

/** Whether a role is one of those who work here. */
export const isStaff = (role: string | null): boolean => role !== "customer" && ROLES.some((known) => known === role);

/** Whether a role allows something. Nothing is allowed without one, or with one that isn't ours. */
export const allows = (role: string | null, permission: Permission): boolean =>
  ALLOWED[ROLES.find((known) => known === role) ?? "customer"].includes(permission);

/**
 * Whether somebody may do something: what their role allows counts once they sign in with a second factor (trust.md "sessions").
 * The system (a job) may do everything.
 */
export const can = (
  actor: { kind: string; role: string | null; secondFactor: boolean },
  permission: Permission,
): boolean => actor.kind === "system" || (actor.secondFactor && allows(actor.role, permission));

/**
 * The role of a user: `admin` for an address of `ADMIN_EMAILS` (lower case there), compared without regard to case and only once it
 * is verified, else the role that was granted (mechanics 10). Whatever else is stored may do no more than a customer.
 */
export function roleOf(
  user: { email: string; email_verified: boolean; role: string | null },
  adminEmails: readonly string[],
): Role {
  if (user.email_verified && adminEmails.includes(user.email.toLowerCase())) return "admin";
  return ROLES.find((role) => role === user.role) ?? "customer";
}
