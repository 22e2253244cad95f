import { listAddress, page, panel, search, type ValuesOf, view } from "#src/kernel/list-address.ts";

/** The views of the list of groups' requests: `new` wait for us. */
export const REQUEST_VIEWS = ["new", "closed", "all"] as const;

/** The address of the list of groups' requests. */
export const REQUEST_LIST = listAddress({
  view: view(REQUEST_VIEWS, "new"),
  q: search(),
  page: page(),
  open: panel(),
});
export type RequestFilter = ValuesOf<typeof REQUEST_LIST>;
