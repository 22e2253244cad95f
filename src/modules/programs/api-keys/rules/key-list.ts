import { choice, id, inRole, listAddress, page, panel } from "#src/kernel/list-address.ts";

/** The address of the list of keys: of a partner or of all; `open` and `new`: whose panel is open, and that for a new one. */
export const KEY_LIST = listAddress({
  partner: id(),
  page: page(),
  open: panel(),
  new: inRole("panel", choice(["1"])),
});
