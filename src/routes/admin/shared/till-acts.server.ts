import type { MessageId } from "#src/locales/i18n.ts";
import { countTill } from "#src/modules/evening/till/count-till.server.ts";
import { refusalOf, type TillExtra } from "#src/modules/evening/till/rules/answer.ts";
import { ALONE, countedIn, CountTill } from "#src/modules/evening/till/schema.ts";
import { type Act, act } from "#src/routes/shared/act.server.ts";

/** For what isn't said with the refusal's figures. */
export const TILL_REFUSALS = { failed: "till.refused.other" } as const satisfies { failed: MessageId };

/** A till is counted by its owner, and in the list of tills for them. */
export const countAct: Act<TillExtra> = act({
  input: (form) => CountTill.safeParse(countedIn(Object.fromEntries(form))),
  fields: Object.keys(CountTill.shape),
  run: countTill,
  done: (_, { taker_id }) => ({ flash: taker_id === ALONE ? "till.done.close_alone" : "till.done.count" }),
  refusal: refusalOf,
});
