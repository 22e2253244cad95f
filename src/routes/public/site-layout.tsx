import { Outlet } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { Consent } from "#src/modules/affiliates/components/consent.tsx";
import { pixelId } from "#src/modules/affiliates/queries.server.ts";
import { listCrawls } from "#src/modules/catalog/queries.server.ts";
import { LanguageProvider } from "#src/modules/content/components/language-provider.tsx";
import { homeContent } from "#src/modules/content/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/site-layout";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const [{ footer }, crawls, actor, pixel] = await Promise.all([
    homeContent(ctx),
    listCrawls(ctx),
    ctx.user(),
    pixelId(ctx),
  ]);
  const cities = new Map(crawls.map(({ city_id, city_name }) => [city_id, city_name]));
  const destinations = Array.from(cities, ([id, name]) => ({ id, name })).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  const account = actor.email === null ? null : { email: actor.email, role: actor.role };
  return { account, footer, destinations, year: ctx.now.getUTCFullYear(), asksConsent: pixel !== null };
}

const SiteHead = later(
  "header",
  async () => (await import("#src/routes/public/components/site-head.tsx")).SiteHead,
  "touched",
);
const SiteFoot = later(
  "footer",
  async () => (await import("#src/routes/public/components/site-foot.tsx")).SiteFoot,
  "touched",
);
const Notices = later(
  "notices",
  async () => (await import("#src/routes/public/components/notices.tsx")).Notices,
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
      <Consent asked={foot.asksConsent} />
      <SiteHead account={account} />
      <Outlet />
      <SiteFoot {...foot} />
      <Notices email={account?.email ?? null} />
    </LanguageProvider>
  );
}
