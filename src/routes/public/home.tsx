import { homePage } from "#src/modules/site/content/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { homeData } from "#src/routes/public/shared.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/home";

export { FailedCrawls as ErrorBoundary } from "#src/modules/site/catalog/components/late-failed-crawls.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  return homeData(ctx, request, homePage(ctx));
}

export default later(
  "page-home",
  async () => (await import("#src/modules/sales/schedule/components/home-page.tsx")).default,
  "touched",
);
