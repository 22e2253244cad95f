import { findCrawl } from "#src/modules/site/catalog/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { orElse } from "#src/platform/or-else.server.ts";
import { bookingOf } from "#src/routes/public/shared.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/book-now";

export { FailedCrawls as ErrorBoundary } from "#src/modules/site/catalog/components/late-failed-crawls.tsx";

/** The calendar's crawls; `?crawl=` filters one of the site's, `?date=` selects a departure. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const query = new URL(request.url).searchParams;
  const only = await orElse("crawls.unreadable", findCrawl(ctx, query.get("crawl") ?? ""), null);
  return { booking: await bookingOf(ctx, query, only), only: only?.title ?? null };
}

export default later(
  "page-book-now",
  async () => (await import("#src/modules/sales/schedule/components/book-now-page.tsx")).default,
  "touched",
);
