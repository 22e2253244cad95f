import { listAddress, page, panel, search, type ValuesOf, view } from "#src/kernel/list-address.ts";

/** The views of the list of requests: `open` are those that wait for us. */
export const REQUEST_VIEWS = ["open", "issued", "refused", "all"] as const;

/** The address of the list of requests. */
export const REQUEST_LIST = listAddress({
  view: view(REQUEST_VIEWS, "open"),
  q: search(),
  page: page(),
  open: panel(),
});
export type RequestFilter = ValuesOf<typeof REQUEST_LIST>;
