import { listAddress, page } from "#src/kernel/list-address.ts";

/** The address of the list of connections. */
export const CONNECTION_LIST = listAddress({ page: page() });
