import {
  beside,
  choice,
  choiceOr,
  day,
  id,
  inRole,
  listAddress,
  matching,
  panel,
  type ValuesOf,
} from "#src/kernel/list-address.ts";
import { isMonth } from "#src/kernel/local-time.ts";
import { OFFICE_KINDS } from "#src/modules/evening/till/rules/office.ts";

const STATES = ["open", "different", "closed"] as const;
/** The views of the operator's list: those that aren't closed, those with a difference that nobody has looked at, closed ones. */
export const TILL_VIEWS = ["all", ...STATES] as const;

/** The address of the list of tills; `count`: the one whose cash is counted. */
export const TILL_LIST = listAddress({ night: day(), state: choice(STATES), older: beside(), count: panel() });
/** The address of the office's cash: where its list begins, and what its form begins with. */
export const OFFICE_LIST = listAddress({
  kind: inRole("aspect", choiceOr(OFFICE_KINDS, "banked")),
  bar: inRole("aspect", id()),
  month: inRole("aspect", matching(isMonth)),
  older: beside(),
});
export type TillFilter = Pick<ValuesOf<typeof TILL_LIST>, "night" | "state">;
