import { listAddress, page, panel, search, type ValuesOf, view } from "#src/kernel/list-address.ts";
import type { RequestState } from "#src/modules/changes/groups/schema.ts";

/** The views of the list of groups' requests: `new` wait for us, `open` for their guests. */
export const REQUEST_VIEWS = ["new", "open", "accepted", "closed", "all"] as const;

/** The states that a view shows. */
export const STATES_OF: Readonly<Record<(typeof REQUEST_VIEWS)[number], readonly RequestState[]>> = {
  new: ["new"],
  open: ["quoted"],
  accepted: ["accepted"],
  closed: ["declined", "closed"],
  all: ["new", "quoted", "accepted", "declined", "closed"],
};

/** The address of the list of groups' requests. */
export const REQUEST_LIST = listAddress({
  view: view(REQUEST_VIEWS, "new"),
  q: search(),
  page: page(),
  open: panel(),
});
export type RequestFilter = ValuesOf<typeof REQUEST_LIST>;
