import { data } from "react-router";
import { previewHome } from "#src/modules/site/content/queries.server.ts";
import { homeContentFor } from "#src/modules/site/content/rules/home-content.ts";
import { shownParts } from "#src/modules/site/content/rules/home-layout.ts";
import { accountOf } from "#src/modules/site/content/rules/profile-menu.ts";
import { listCities } from "#src/modules/site/catalog/queries.server.ts";
import { testimonials } from "#src/modules/evening/reviews/queries.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { signedIn } from "#src/platform/context.server.ts";
import { homeData, SHOWN_TESTIMONIALS } from "#src/routes/public/shared.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/home-preview";

/** For no one else's eyes: neither search engines nor caches keep it. */
const PRIVATE = { "x-robots-tag": "noindex, nofollow", "cache-control": "private, no-store" };

export const headers: Route.HeadersFunction = () => PRIVATE;

/** The home page with its drafts, for the editor's frame, for staff, and for whoever has a link that was shared. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await signedIn(context);
  const query = new URL(request.url).searchParams;
  const [until, key, version] = [query.get("until"), query.get("key"), query.get("version")];
  const preview = await previewHome(ctx, { until, key, version });
  if (!preview.ok) return data({ page: null, account: null }, { status: 404 });
  const { sections } = preview;
  const { contact } = await appSettings(ctx);
  const content = homeContentFor(ctx.locale, sections, contact);
  const [home, reviews, cities] = await Promise.all([
    homeData(ctx, request, { content, parts: shownParts(sections) }),
    testimonials(ctx, SHOWN_TESTIMONIALS),
    listCities(ctx),
  ]);
  const foot = { destinations: cities.map(({ id, name }) => ({ id, name })), year: ctx.now.getUTCFullYear() };
  const { actor } = ctx;
  const account = accountOf(actor);
  const isFrame = query.has("frame");
  const { version: shownVersion, until: ends } = preview;
  return data({ page: { home, reviews, foot, sections, contact, isFrame, version: shownVersion, ends }, account });
}

export default later(
  "page-home-preview",
  async () => (await import("#src/modules/sales/schedule/components/home-preview-page.tsx")).default,
);
