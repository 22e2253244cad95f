import { Outlet } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { Consent } from "#src/modules/sales/affiliates/components/consent.tsx";
import { pixelId } from "#src/modules/sales/affiliates/queries.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { listDestinations } from "#src/modules/site/catalog/queries.server.ts";
import { LanguageOffer } from "#src/modules/site/content/components/language-offer.tsx";
import { LanguageProvider } from "#src/modules/site/content/components/language-provider.tsx";
import { siteFooter } from "#src/modules/site/content/queries.server.ts";
import { accountOf } from "#src/modules/site/content/rules/profile-menu.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { orElse } from "#src/platform/or-else.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/site-layout";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  // header and footer stay around a page that can't show its crawls
  const [footer, destinations, actor, pixel, sellsGiftCards] = await Promise.all([
    orElse("content.unreadable", siteFooter(ctx), {}),
    orElse("cities.unreadable", listDestinations(ctx), []),
    ctx.user(),
    orElse("settings.unreadable", pixelId(ctx), null),
    orElse(
      "settings.unreadable",
      appSettings(ctx).then(({ giftCards }) => giftCards.on),
      false,
    ),
  ]);
  // the browser asks who is signed in where a page is the same for everybody
  const account = ctx.isShared ? undefined : accountOf(actor);
  return { account, footer, destinations, year: ctx.now.getUTCFullYear(), asksConsent: pixel !== null, sellsGiftCards };
}

const SiteHead = later(
  "header",
  async () => (await import("#src/modules/site/content/components/site-head.tsx")).SiteHead,
  "touched",
);
const SiteFoot = later(
  "footer",
  async () => (await import("#src/modules/sales/affiliates/components/site-foot.tsx")).SiteFoot,
  "touched",
);
const Notices = later(
  "notices",
  async () => (await import("#src/modules/site/content/components/notices.tsx")).Notices,
  "touched",
);

/** Header and footer around every public page outside of checkout. */
export default function SiteLayout({ loaderData: { account, ...foot } }: Route.ComponentProps) {
  const { t } = useText();
  return (
    <LanguageProvider>
      <a
        href="#main"
        className="absolute -top-20 left-4 z-50 rounded-md bg-surface px-4 py-3 font-semibold text-text shadow-lg focus:top-3"
      >
        {t("common.skip")}
      </a>
      <Consent isPending={foot.asksConsent} />
      <SiteHead account={account} destinations={foot.destinations} />
      <LanguageOffer />
      <Outlet />
      <SiteFoot {...foot} />
      <Notices email={account && account.email} />
    </LanguageProvider>
  );
}
