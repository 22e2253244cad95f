import { z } from "zod";
import { ok } from "#src/kernel/result.ts";
import { listDepartures } from "#src/modules/sales/schedule/queries.server.ts";
import { Departure, DepartureFilter } from "#src/modules/sales/schedule/schema.ts";
import { endpoint } from "#src/api/endpoint.ts";

export const scheduledCrawls = [
  endpoint({
    method: "get",
    path: "/api/scheduled-crawls",
    summary: "List the departures that are on sale, by date",
    description:
      "Scheduled departures whose sales are open, for one crawl or for the calendar's crawls. Places are null where the operator hides them.",
    query: DepartureFilter,
    status: 200,
    answer: z.array(Departure),
    refusals: [],
    handle: async (ctx, { query }) => ok({ answer: await listDepartures(ctx, query) }),
  }),
];
