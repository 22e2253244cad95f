import { choice, inRole, listAddress, matching, search, type ValuesOf } from "#src/kernel/list-address.ts";

/** The address of the list of crawls. */
export const CRAWL_LIST = listAddress({
  q: search(),
  city: matching((id) => /^[a-z0-9-]{1,60}$/.test(id)),
  state: inRole("view", choice(["active", "inactive"])),
});
export type CrawlFilter = ValuesOf<typeof CRAWL_LIST>;
