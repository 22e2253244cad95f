/** All permissions, as `resource.action` (rule permissions-1). What anyone may do with their own records needs none. */
export const PERMISSIONS = [
  "affiliates.change",
  "affiliates.read",
  "audit.read",
  "bookings.change",
  "bookings.read",
  "books.close",
  "checkins.record",
  "content.change",
  "coupons.change",
  "coupons.read",
  "crawls.change",
  "crawls.read",
  "emails.change",
  "emails.read",
  "health.read",
  "imports.change",
  "manifest.read",
  "messages.change",
  "messages.read",
  "payments.change",
  "payments.read",
  "programs.change",
  "reports.read",
  "reviews.change",
  "reviews.read",
  "roles.change",
  "sales.door",
  "schedule.change",
  "schedule.read",
  "settings.change",
  "users.read",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const ROLES = ["admin", "manager", "support", "marketing", "bookkeeper", "guide", "customer"] as const;
export type Role = (typeof ROLES)[number];

const OF_ADMINS_ONLY: readonly Permission[] = ["health.read", "programs.change", "roles.change", "settings.change"];

/**
 * Permissions per role. A guide sees names and party sizes of the departure (`manifest.read`), never bookings with their money;
 * of money only the price they charge at the door and their own till (`sales.door`).
 */
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
  // reads what money is about and closes months; nothing else changes by it
  bookkeeper: ["affiliates.read", "books.close", "crawls.read", "payments.read", "reports.read", "schedule.read"],
  guide: ["checkins.record", "manifest.read", "sales.door"],
  customer: [],
};

/**
 * What a role that is limited to cities still grants: whatever shows and changes only what is of a city (docs/decisions/139). The rest
 * is of the whole house, or can't be told apart yet, and is refused: a new permission is until it stands here.
 */
const OF_A_CITY: readonly Permission[] = [
  "bookings.change",
  "bookings.read",
  "checkins.record",
  "manifest.read",
  "payments.change",
  "reports.read",
  "reviews.change",
  "reviews.read",
  "sales.door",
  "schedule.change",
  "schedule.read",
];

/** The cities that somebody's role is limited to; null: every city. Never an admin's. */
export const citiesOf = (role: Role, cities: readonly string[] | null): readonly string[] | null =>
  role === "admin" ? null : cities;

/** The cities of which somebody may read: those asked for (none: all) that their role reaches; null: every city, whichever. */
export const readable = (
  { cities }: { cities: readonly string[] | null },
  permissions: readonly string[] = [],
): readonly string[] | null => {
  if (cities === null) return permissions.length > 0 ? permissions : null;
  return permissions.length > 0 ? permissions.filter((city) => cities.includes(city)) : cities;
};

/** Whether somebody's role reaches what is of a city. */
export const reaches = ({ cities }: { cities?: readonly string[] | null }, city: string): boolean =>
  cities == null || cities.includes(city);

/** Whether a role is a staff role. */
export const isStaff = (role: string | null): boolean => role !== "customer" && ROLES.some((one) => one === role);

/** Whether a role, limited to `cities` where there are some, grants a permission. No role, or an unknown one, grants nothing. */
export const allows = (role: string | null, permission: Permission, cities: readonly string[] | null = null): boolean =>
  ALLOWED[ROLES.find((one) => one === role) ?? "customer"].includes(permission) &&
  (cities === null || OF_A_CITY.includes(permission));

/** Somebody's role, and the cities that it is limited to. */
export type Standing = { role: string | null; cities: readonly string[] | null };

/** The same for what a page offers its reader. */
export const grants = ({ role, cities }: Standing, permission: Permission): boolean => allows(role, permission, cities);

/**
 * Whether an actor has a permission: a role counts only with a second factor (rule permissions-3). The system (a job) may do
 * everything, a program what its key has (docs/decisions/215).
 */
export function can(actor: Acting, permission: Permission): boolean {
  if (actor.kind === "system") return true;
  const cities = actor.cities ?? null;
  if (actor.key)
    return actor.key.permissions.includes(permission) && (cities === null || OF_A_CITY.includes(permission));
  return actor.secondFactor && allows(actor.role, permission, cities);
}

type Acting = {
  kind: string;
  role: string | null;
  secondFactor: boolean;
  cities?: readonly string[] | null;
  key?: { permissions: readonly string[] } | null;
};

/**
 * A user's role: `admin` for a verified address in `ADMIN_EMAILS` (lower case there; compared case-insensitively), else the
 * granted role (rule permissions-2). Any other stored value counts as a customer.
 */
export function roleOf(
  user: { email: string; email_verified: boolean; role: string | null },
  adminEmails: readonly string[],
): Role {
  if (user.email_verified && adminEmails.includes(user.email.toLowerCase())) return "admin";
  return ROLES.find((role) => role === user.role) ?? "customer";
}
