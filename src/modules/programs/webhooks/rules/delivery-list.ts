import { choice, listAddress, page } from "#src/kernel/list-address.ts";
import { DELIVERY_STATES } from "#src/modules/programs/webhooks/schema.ts";

/** The address of an endpoint's log. */
export const DELIVERY_LIST = listAddress({ state: choice(DELIVERY_STATES), page: page() });
