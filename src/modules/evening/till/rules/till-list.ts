import { beside, choice, day, listAddress, panel, type ValuesOf } from "#src/kernel/list-address.ts";

const STATES = ["open", "different", "closed"] as const;
/** The views of the operator's list: those that aren't closed, those with a difference that nobody has looked at, closed ones. */
export const TILL_VIEWS = ["all", ...STATES] as const;

/** The address of the list of tills; `count`: the one whose cash is counted. */
export const TILL_LIST = listAddress({ night: day(), state: choice(STATES), older: beside(), count: panel() });
export type TillFilter = Pick<ValuesOf<typeof TILL_LIST>, "night" | "state">;
