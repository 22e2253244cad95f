import { z } from "zod";
import { fail, ok } from "#src/kernel/result.ts";
import { reaches } from "#src/modules/base/identity/rules/permissions.ts";
import { findCrawl, listCrawls } from "#src/modules/site/catalog/queries.server.ts";
import { PubCrawl } from "#src/modules/site/catalog/schema.ts";
import { endpoint } from "#src/api/endpoint.ts";

export const pubCrawls = [
  endpoint({
    method: "get",
    path: "/api/pub-crawls",
    summary: "List the pub crawls of this site, newest first",
    description: "With a key that is limited to cities, those of its cities.",
    status: 200,
    answer: z.array(PubCrawl),
    refusals: [],
    handle: async (ctx) => ok({ answer: (await listCrawls(ctx)).filter((crawl) => reaches(ctx.actor, crawl.city_id)) }),
  }),
  endpoint({
    method: "get",
    path: "/api/pub-crawls/{id}",
    summary: "Read one pub crawl",
    params: { id: "id or slug of the pub crawl" },
    status: 200,
    answer: PubCrawl,
    refusals: ["crawl_not_found"],
    handle: async (ctx, { params }) => {
      const crawl = await findCrawl(ctx, params["id"] ?? "");
      return crawl && reaches(ctx.actor, crawl.city_id) ? ok({ answer: crawl }) : fail("crawl_not_found");
    },
  }),
];
