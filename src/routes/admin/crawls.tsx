import { data } from "react-router";
import { actOnCrawl } from "#src/modules/site/catalog/act-on-crawl.server.ts";
import { crawlsForStaff } from "#src/modules/site/catalog/queries.server.ts";
import { REFUSED_ACT, SAID_OF, STILL_UNSEEN, UNDO } from "#src/modules/site/catalog/rules/answer.ts";
import { isHidden } from "#src/modules/site/catalog/rules/visible.ts";
import { ActOnCrawl, CrawlFilter } from "#src/modules/site/catalog/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import Crawls from "#src/modules/site/catalog/admin/crawls-page.tsx";
import type { Route } from "./+types/crawls";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const filter = CrawlFilter.parse(Object.fromEntries(asked(request)));
  const seen = await crawlsForStaff(ctx, { city: filter.city, state: filter.state, text: filter.q });
  if (!seen.ok) throw refused(seen);
  const { crawls, near, today, counts, cities, mayChange } = seen;
  return { crawls, near, today, counts, filter, mayChange, cities: cities.map(({ id, name }) => ({ id, name })) };
}

const asked = (request: Request) => {
  const { searchParams } = new URL(request.url);
  return ["q", "city", "state"].map((name) => [name, searchParams.get(name)] as const);
};

/** Actions on a crawl, from this list, the list of deleted ones and the crawl's form. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const input = ActOnCrawl.safeParse(Object.fromEntries(await request.formData()));
  if (!input.success) throw data(null, { status: 400 });
  const { act, id } = input.data;
  const result = await actOnCrawl(ctx, input.data);
  const isUnseen = result.ok && act === "activate" && "unseen" in result && isHidden(result.unseen);
  if (result.ok)
    return data({
      flash: isUnseen ? STILL_UNSEEN : SAID_OF[act],
      values: { title: result.title },
      undo: { act: UNDO[act], id },
    });
  const values = result.reason === "has_departures" ? { departures: result.departures, people: result.people } : {};
  const status = result.reason === "forbidden" ? 403 : 409;
  return data({ flash: REFUSED_ACT[result.reason], values, bad: true, undo: null }, { status });
}

export default Crawls;
