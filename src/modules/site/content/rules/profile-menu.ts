import type { MessageId } from "#src/locales/i18n.ts";
import { grants, type Permission, type Standing } from "#src/modules/base/identity/rules/permissions.ts";

type Page = {
  path: string;
  name: MessageId;
  permission?: Permission;
  /** Whether it is a document of its own, which works offline. */
  isApart?: boolean;
};

/** The pages of the profile menu (spec section 2.2), in order. Staff pages name the permission they need. */
const PAGES: readonly Page[] = [
  { path: "/profile", name: "site.myProfile" },
  { path: "/bookings", name: "site.myBookings" },
  { path: "/admin/dashboard", name: "site.dashboard", permission: "manifest.read" },
  { path: "/admin/bookings", name: "site.manageBookings", permission: "bookings.read" },
  { path: "/admin/pub-crawls", name: "site.manageCrawls", permission: "crawls.read" },
  { path: "/admin/gallery", name: "site.gallery", permission: "content.change" },
  { path: "/admin/schedule", name: "site.manageSchedule", permission: "schedule.read" },
  { path: "/admin/ticket-scanner", name: "site.ticketScanner", permission: "checkins.record", isApart: true },
  { path: "/admin/payments", name: "site.money", permission: "payments.read" },
];

/** The signed-in user. */
export type Account = { email: string; role: string | null; cities: readonly string[] | null };

/** Whose menu somebody sees; null for who isn't signed in. */
export const accountOf = ({ email, role, cities }: Omit<Account, "email"> & { email: string | null }): Account | null =>
  email === null ? null : { email, role, cities };

/** What the profile menu offers somebody: their own pages, and those of the staff that their role opens with the cities it is limited to. */
export const menuFor = (account: Standing | null | undefined): { own: readonly Page[]; staff: readonly Page[] } => ({
  own: PAGES.filter(({ permission }) => permission === undefined),
  staff: PAGES.filter(({ permission }) => permission !== undefined && !!account && grants(account, permission)),
});
