import { data } from "react-router";
import { crawlStopsToEdit } from "#src/modules/evening/stops/queries.server.ts";
import { didStops, refusedStops, stopsNotSent } from "#src/modules/evening/stops/rules/answer.ts";
import { readCrawlStops } from "#src/modules/evening/stops/rules/read-form.ts";
import { setCrawlStops } from "#src/modules/evening/stops/save-crawl-stops.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import CrawlStopsPage from "#src/modules/evening/stops/admin/crawl-stops-page.tsx";
import type { Route } from "./+types/crawl-stops";

export async function loader({ context, params }: Route.LoaderArgs) {
  const seen = await crawlStopsToEdit(await staffContext(context), params.id);
  if (!seen.ok) {
    if (seen.reason === "forbidden") throw refused(seen);
    throw data(null, { status: 404 });
  }
  const { crawl, stops, promise, bars, mayChange } = seen;
  return { crawl, stops, promise, bars, mayChange };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  if (!form.has("seen")) throw data(null, { status: 400 });
  const at = ctx.now.getTime();
  const asked = readCrawlStops(form);
  if (!asked.success) return data(refusedStops("out_of_order", at), { status: 422 });
  const result = await setCrawlStops(ctx, { crawlId: params.id, ...asked.data });
  if (result.ok) return data(didStops("stops-admin.flash.stops", at));
  if (result.reason === "forbidden") throw refused(result);
  return data(refusedStops(result.reason, at), { status: 409 });
}

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, stopsNotSent);

export default CrawlStopsPage;
