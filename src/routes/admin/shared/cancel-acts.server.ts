import { textsOf } from "#src/kernel/form-texts.ts";
import { retryRefund } from "#src/modules/money/payments/retry-refund.server.ts";
import { CANCEL_FIELDS } from "#src/modules/changes/cancellation/schema.ts";
import { RetryRefund } from "#src/modules/money/payments/schema.ts";
import { act } from "#src/routes/shared/act.server.ts";
import type { Refusals } from "#src/ui/form/answer.ts";

export const CANCEL_REFUSALS = {
  word_wrong: { id: "word", message: "payments-cancel.error.word" },
  failed: "payments-cancel.flash.notRetried",
} as const satisfies Refusals;

/** What was typed to cancel one night or several, as it is shown again. */
export const typedToCancel = (form: FormData) => textsOf(form, [...CANCEL_FIELDS, "choice"]);

/** Sends the money of a cancelled booking again. */
export const retryAct = act({
  input: (form) => RetryRefund.safeParse({ refund_id: form.get("refund_id") }),
  run: retryRefund,
  done: "payments-cancel.flash.retried",
});
