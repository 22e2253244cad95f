import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { type AccountPage, SiteHeader } from "#src/modules/site/content/components/site-header.tsx";
import { useOwnAccount } from "#src/modules/site/content/components/use-own-account.ts";
import { type Account, menuFor } from "#src/modules/site/content/rules/profile-menu.ts";
import { useSiteSignOut } from "#src/modules/base/identity/components/use-sign-out.ts";

/** `account` is undefined on a page that was rendered for everybody. */
type SiteHeadProps = { account: Account | null | undefined; destinations: readonly { id: string; name: string }[] };

/** The site's header with the pages that the user may open; the server refuses the others anyway. */
export function SiteHead({ account: rendered, destinations }: SiteHeadProps) {
  const account = useOwnAccount(rendered);
  const { t, locale } = useText();
  const onSignOut = useSiteSignOut(localizedPath("/", locale));
  const { own, staff } = menuFor(account);
  const withNames = (pages: typeof own): AccountPage[] => pages.map((page) => ({ ...page, name: t(page.name) }));
  return (
    <SiteHeader
      account={account}
      pages={withNames(own)}
      staffPages={withNames(staff)}
      onSignOut={onSignOut}
      cities={destinations.map(({ id, name }) => ({ path: `/cities/${id}`, name }))}
    />
  );
}
