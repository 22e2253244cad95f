import type { MessageId } from "#src/locales/i18n.ts";
import type { ReviewReply } from "#src/modules/reviews/schema.ts";
import type { AnswerState } from "#src/ui/admin/answer.ts";

type Intent = "answer" | "publish" | "unpublish" | "close" | "reopen";

/** What came of something that was asked of a review: `flash` is told as a toast, the rest stays beside its form. */
export type ReviewAct = AnswerState & {
  intent: Intent;
  id: string;
  flash?: MessageId;
  bad?: boolean;
  /** what others have replied meanwhile, with all before */
  replies?: ReviewReply[];
};

/** What takes an act back. */
export const OPPOSITE = { publish: "unpublish", unpublish: "publish", close: "reopen", reopen: "close" } as const;

/** What is told of each act that was done. */
export const DONE = {
  publish: "reviews-admin.flash.published",
  unpublish: "reviews-admin.flash.unpublished",
  close: "reviews-admin.flash.handled",
  reopen: "reviews-admin.flash.reopened",
} as const satisfies Record<keyof typeof OPPOSITE, MessageId>;

const REFUSED: Record<string, MessageId> = {
  no_consent: "reviews-admin.flash.noConsent",
  no_words: "reviews-admin.flash.noWords",
  guest_forgotten: "reviews-admin.flash.forgotten",
};

/** What a refusal is told as. */
export const refusalText = (reason: string): MessageId => REFUSED[reason] ?? "reviews-admin.flash.gone";

/** What is told when something could not be done for a reason that is nobody's input. */
export function failedAct(form: FormData): ReviewAct {
  const asked = form.get("intent");
  const intent = (Object.keys(OPPOSITE) as (keyof typeof OPPOSITE)[]).find((one) => one === asked) ?? "answer";
  const id = form.get("id");
  return { intent, id: typeof id === "string" ? id : "", flash: "reviews-admin.flash.failed", bad: true };
}
