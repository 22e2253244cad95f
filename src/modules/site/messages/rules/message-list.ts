import { listAddress, page, panel, search, type ValuesOf, view } from "#src/kernel/list-address.ts";

/** The views of the list of messages: `new` wait for us, `suspect` may be spam. */
export const MESSAGE_VIEWS = ["new", "done", "all", "suspect"] as const;

/** The address of the list of messages. */
export const MESSAGE_LIST = listAddress({
  view: view(MESSAGE_VIEWS, "new"),
  q: search(),
  page: page(),
  open: panel(),
});
export type MessageFilter = ValuesOf<typeof MESSAGE_LIST>;
