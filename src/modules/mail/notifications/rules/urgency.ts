import { PRIORITY } from "#src/kernel/job-order.ts";
import { kindsWhere } from "#src/modules/mail/notifications/kinds/every-kind.ts";

/** Kinds of email whose place in the queue isn't that of what follows from an act (`PRIORITY.soon`), with it. */
export const PLACES: readonly { kinds: readonly string[]; priority: number }[] = (["at_once", "last"] as const).map(
  (urgency) => ({ kinds: kindsWhere((one) => one.urgency === urgency), priority: PRIORITY[urgency] }),
);
