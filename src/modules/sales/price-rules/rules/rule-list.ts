import { choice, listAddress, page, panel, type ValuesOf } from "#src/kernel/list-address.ts";

export const STATES = ["active", "inactive"] as const;
export type RuleState = (typeof STATES)[number];

/** The address of the list of price rules. */
export const RULE_LIST = listAddress({ state: choice(STATES), page: page(), edit: panel() });
export type RuleFilter = ValuesOf<typeof RULE_LIST>;
