import { listAddress, page, panel } from "#src/kernel/list-address.ts";

/** The address of the list of phones at the door. */
export const DEVICE_LIST = listAddress({ page: page(), open: panel() });

/** The address of what somebody should look at. */
export const ALERT_LIST = listAddress({ page: page() });
