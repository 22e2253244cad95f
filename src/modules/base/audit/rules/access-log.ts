import { besideNumber, choice, day, listAddress, words } from "#src/kernel/list-address.ts";
import { ACCESS_KINDS } from "#src/modules/base/audit/schema.ts";

/** The address of the access log. */
export const ACCESS_LIST = listAddress({
  who: words(),
  kind: choice(ACCESS_KINDS),
  from: day(),
  to: day(),
  older: besideNumber(),
  newer: besideNumber(),
});
