import { doorManifest, siteManifest } from "#src/modules/site/content/rules/manifest.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { textsFor } from "#src/modules/base/settings/read-texts.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/manifest";

/** What a phone needs to keep the site, or the scanner in a language, as an app. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { pathname } = new URL(request.url);
  const locale = pathname === "/door-es.webmanifest" ? "es" : "en";
  const [{ brand }, { t }] = await Promise.all([appSettings(ctx), textsFor(ctx, locale)]);
  const manifest =
    pathname === "/site.webmanifest"
      ? siteManifest(brand)
      : doorManifest({ name: t("door-scanner.app"), short: t("door-scanner.appShort"), locale });
  return new Response(JSON.stringify(manifest), {
    headers: { "content-type": "application/manifest+json; charset=utf-8", "cache-control": "public, max-age=600" },
  });
}
