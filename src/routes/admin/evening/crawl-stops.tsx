import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { STOPS_REFUSALS } from "#src/modules/evening/stops/rules/refusals.ts";
import { data } from "react-router";
import { crawlStopsToEdit } from "#src/modules/evening/stops/queries.server.ts";
import { readCrawlStops } from "#src/modules/evening/stops/rules/read-form.ts";
import { setCrawlStops } from "#src/modules/evening/stops/save-crawl-stops.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import CrawlStopsPage from "#src/modules/evening/stops/admin/crawl-stops-page.tsx";
import type { Route } from "./+types/crawl-stops";

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await crawlStopsToEdit(await staffContext(context), params.id);
  if (!page.ok) {
    if (page.reason === "forbidden") throw refused(page);
    throw data(null, { status: 404 });
  }
  const { crawl, stops, promise, bars, mayChange } = page;
  return { crawl, stops, promise, bars, mayChange };
}

export const action = ({ params, ...args }: Route.ActionArgs) =>
  adminAct(args, {
    refusals: STOPS_REFUSALS,
    acts: {
      save: act({
        input: readCrawlStops,
        invalid: "stops-admin.refused.out_of_order",
        run: (ctx, stops) => setCrawlStops(ctx, { crawlId: params.id, ...stops }),
        done: "stops-admin.flash.stops",
      }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "stops-admin.refused.failed");

export default CrawlStopsPage;
