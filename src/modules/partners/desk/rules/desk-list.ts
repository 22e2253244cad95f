import { choice, id, inRole, listAddress, page, panel } from "#src/kernel/list-address.ts";

/** The address of the list of desks: of a partner or of all; `open` and `bind`: whose panel is open, and that for a new one. */
export const DESK_LIST = listAddress({
  partner: id(),
  page: page(),
  open: panel(),
  bind: inRole("panel", choice(["1"])),
});
