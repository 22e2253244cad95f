import { data } from "react-router";
import { listCities } from "#src/modules/site/catalog/queries.server.ts";
import { homeContent } from "#src/modules/site/content/queries.server.ts";
import { previewPage } from "#src/modules/site/content/read-pages.server.ts";
import { isPage } from "#src/modules/site/content/rules/page-fields.ts";
import { accountOf } from "#src/modules/site/content/rules/profile-menu.ts";
import { usableMethods } from "#src/modules/money/payments/queries.server.ts";
import { signedIn } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/page-preview";

/** For no one else's eyes: neither search engines nor caches keep it. */
const PRIVATE = { "x-robots-tag": "noindex, nofollow", "cache-control": "private, no-store" };

export const headers: Route.HeadersFunction = () => PRIVATE;

/** A plain page with its draft for its editors, or one of its versions for whoever may see what guests agreed to. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await signedIn(context);
  const query = new URL(request.url).searchParams;
  const { page } = params;
  const preview = isPage(page)
    ? await previewPage(ctx, page, query.get("version"), await usableMethods(ctx))
    : ({ ok: false } as const);
  if (!preview.ok) return data({ page: null, account: null }, { status: 404 });
  const [{ footer }, cities] = await Promise.all([homeContent(ctx), listCities(ctx)]);
  const foot = { destinations: cities.map(({ id, name }) => ({ id, name })), year: ctx.now.getUTCFullYear() };
  const { content, shown: result, live, updated, version } = preview;
  const isFrame = query.has("frame");
  return data({
    page: { content, shown: result, live, updated, version, footer, foot, isFrame },
    account: accountOf(ctx.actor),
  });
}

export default later(
  "page-plain-preview",
  async () => (await import("#src/modules/site/content/components/page-preview-page.tsx")).default,
);
