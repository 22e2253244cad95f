import { CookieSettings } from "#src/modules/sales/affiliates/components/cookie-settings.tsx";
import { RememberedLink } from "#src/modules/sales/affiliates/components/remembered-link.tsx";
import { SiteFooter } from "#src/modules/site/content/components/site-footer.tsx";
import type { Route } from "#routes/public/+types/site-layout.ts";

/** The footer of every page. */
export function SiteFoot({ asksConsent, ...footer }: Omit<Route.ComponentProps["loaderData"], "account">) {
  return (
    <SiteFooter {...footer}>
      <CookieSettings isPending={asksConsent} />
      <RememberedLink />
    </SiteFooter>
  );
}
