import { isUuid } from "#src/kernel/codes.ts";
import { beside, listAddress, panel, search, type ValuesOf } from "#src/kernel/list-address.ts";

/** The address of the list of customers: `before` and `open` are booking ids, so that no email address is in it. */
export const CUSTOMER_LIST = listAddress({ q: search(), before: beside(), open: panel(isUuid) });
export type CustomerQuery = ValuesOf<typeof CUSTOMER_LIST>;
