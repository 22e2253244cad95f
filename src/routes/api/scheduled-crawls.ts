import { z } from "zod";
import { ok } from "#src/kernel/result.ts";
import { departuresForKey, listDepartures } from "#src/modules/sales/schedule/queries.server.ts";
import { Departure, DepartureFilter } from "#src/modules/sales/schedule/schema.ts";
import { addOnsOfNight } from "#src/modules/sales/booking/read-add-ons.server.ts";
import { AddOnFilter, OfferedAddOn } from "#src/modules/sales/booking/schema.ts";
import { endpoint } from "#src/api/endpoint.ts";

export const scheduledCrawls = [
  endpoint({
    method: "get",
    path: "/api/scheduled-crawls",
    summary: "List the departures that are on sale, by date",
    description:
      "Scheduled departures whose sales are open, for one crawl or for the calendar's crawls. Places are null where the operator hides them. With a key of the house: those of every crawl in its cities, also hidden ones, with all places; with a partner's: at the prices of the partner's guests.",
    query: DepartureFilter,
    status: 200,
    answer: z.array(Departure),
    refusals: [],
    handle: async (ctx, { query }) =>
      ok({ answer: await (ctx.actor.key ? departuresForKey(ctx, query) : listDepartures(ctx, query)) }),
  }),
  endpoint({
    method: "get",
    path: "/api/scheduled-crawls/{id}/add-ons",
    summary: "List what may be bought beside the places of a departure",
    description:
      "Name what is wanted in `add_ons` of a quote and of a booking. The price of each is frozen with the booking.",
    params: { id: "id of the departure" },
    query: AddOnFilter,
    status: 200,
    answer: z.array(OfferedAddOn),
    refusals: [
      "departure_not_found",
      "crawl_not_found",
      "departure_cancelled",
      "departure_past",
      "bookings_disabled",
      "external_booking",
    ],
    handle: async (ctx, { params, query }) => {
      const { number_of_people: people, currency } = query;
      const result = await addOnsOfNight(ctx, params["id"] ?? "", { people, currency });
      return result.ok ? ok({ answer: result.addOns }) : result;
    },
  }),
];
