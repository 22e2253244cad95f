import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { type Account, type AccountPage, SiteHeader } from "#src/modules/content/components/site-header.tsx";
import { allows, type Permission } from "#src/modules/identity/rules/permissions.ts";
import { useSiteSignOut } from "#src/routes/account/components/use-sign-out.ts";

/** The pages of the profile menu (spec section 2.2), in order. Staff pages name the permission they need. */
const PAGES: readonly { path: string; name: MessageId; permission?: Permission }[] = [
  { path: "/profile", name: "site.myProfile" },
  { path: "/bookings", name: "site.myBookings" },
  { path: "/admin/dashboard", name: "site.dashboard", permission: "manifest.read" },
  { path: "/admin/bookings", name: "site.manageBookings", permission: "bookings.read" },
  { path: "/admin/pub-crawls", name: "site.manageCrawls", permission: "crawls.read" },
  { path: "/admin/schedule", name: "site.manageSchedule", permission: "schedule.read" },
  { path: "/admin/payments", name: "site.money", permission: "payments.read" },
];

/** The site's header with the pages that the user may open; the server refuses the others anyway. */
export function SiteHead({ account }: { account: Account | null }) {
  const { t, locale } = useText();
  const onSignOut = useSiteSignOut(localizedPath("/", locale));
  const mayOpen = (permission: Permission) => allows(account?.role ?? null, permission);
  const shown = (staff: boolean): AccountPage[] =>
    PAGES.filter(({ permission }) => (permission ? staff && mayOpen(permission) : !staff)).map(({ path, name }) => ({
      path,
      name: t(name),
    }));
  return <SiteHeader account={account} pages={shown(false)} staffPages={shown(true)} onSignOut={onSignOut} />;
}
