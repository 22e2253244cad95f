import { z } from "zod";
import { fail, ok } from "#src/kernel/result.ts";
import { tonight as readTonight } from "#src/modules/office/reports/queries.server.ts";
import { endpoint } from "#src/api/endpoint.ts";

const Night = z
  .object({
    departure_id: z.uuid(),
    crawl_title: z.string(),
    city: z.string(),
    time_zone: z.string(),
    start_time: z.string().describe("local, HH:MM"),
    starts_at: z.iso.datetime(),
    state: z.enum(["upcoming", "sold_out", "running", "over", "cancelled"]),
    places: z.int().describe("in all"),
    sold: z.int().describe("people of confirmed bookings"),
    checked_in: z.int().describe("those of them who are inside"),
    held: z.int().describe("places that aren't paid yet"),
    left: z.int(),
  })
  .meta({ id: "TonightsNight" });

export const tonight = [
  endpoint({
    method: "get",
    path: "/api/tonight",
    summary: "Count who comes tonight",
    description:
      "For a key of the house: the nights of tonight in its cities, in figures alone. After midnight it is still the night before, until its last one has ended. A key that is limited to sites is refused, because places are of a night, not of a site.",
    personal: true,
    status: 200,
    answer: z.object({ at: z.iso.datetime(), nights: z.array(Night) }).meta({ id: "Tonight" }),
    refusals: ["forbidden"],
    handle: async (ctx) => {
      if (ctx.actor.key?.sites) return fail("forbidden");
      const found = await readTonight(ctx);
      if (!found.ok) return found;
      const { at, departures } = found.tonight;
      const nights = departures.map((night) => ({
        departure_id: night.id,
        crawl_title: night.title,
        city: night.city,
        time_zone: night.zone,
        start_time: night.start,
        starts_at: night.starts_at,
        state: night.state,
        places: night.total,
        sold: night.booked + night.inside,
        checked_in: night.inside,
        held: night.held,
        left: night.free,
      }));
      return ok({ answer: { at, nights } });
    },
  }),
];
