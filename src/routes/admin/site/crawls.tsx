import { actOnCrawl } from "#src/modules/site/catalog/act-on-crawl.server.ts";
import { crawlsForStaff } from "#src/modules/site/catalog/queries.server.ts";
import {
  CRAWL_ACTS,
  CRAWL_REFUSALS,
  type CrawlAct,
  SAID_OF,
  STILL_UNSEEN,
  UNDO,
} from "#src/modules/site/catalog/rules/answer.ts";
import { CRAWL_LIST } from "#src/modules/site/catalog/rules/crawl-list.ts";
import { isHidden } from "#src/modules/site/catalog/rules/visible.ts";
import { CrawlId } from "#src/modules/site/catalog/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { act, adminAct } from "#src/routes/admin/shared/act.server.ts";
import Crawls from "#src/modules/site/catalog/admin/crawls-page.tsx";
import type { Route } from "./+types/crawls";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const filter = CRAWL_LIST.read(new URL(request.url).searchParams);
  const page = await crawlsForStaff(ctx, { city: filter.city, state: filter.state, text: filter.q });
  if (!page.ok) throw refused(page);
  const { crawls, near, today, counts, cities, mayChange } = page;
  return { crawls, near, today, counts, filter, mayChange, cities: cities.map(({ id, name }) => ({ id, name })) };
}

const acting = (name: CrawlAct) =>
  act({
    input: CrawlId,
    run: async (ctx, { id }) => actOnCrawl(ctx, { act: name, id }),
    done: (result, { id }) => ({
      flash: name === "activate" && "unseen" in result && isHidden(result.unseen) ? STILL_UNSEEN : SAID_OF[name],
      values: { title: result.title },
      undo: { intent: UNDO[name], id },
    }),
    refusal: (refusal) =>
      refusal.reason === "has_departures"
        ? {
            flash: "catalog-admin.refused.has_departures",
            values: { departures: refusal.departures, people: refusal.people },
            bad: true,
          }
        : undefined,
  });

const acts = Object.fromEntries(CRAWL_ACTS.map((name) => [name, acting(name)]));

/** Actions on a crawl, from this list, the list of deleted ones and the crawl's form. */
export const action = (args: Route.ActionArgs) => adminAct(args, { acts, refusals: CRAWL_REFUSALS });

export default Crawls;
