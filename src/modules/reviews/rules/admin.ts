import type { MessageId } from "#src/locales/i18n.ts";
import type { RatingReply } from "#src/modules/reviews/schema.ts";
import type { AnswerState } from "#src/ui/admin/answer.ts";

type Intent = "answer" | "publish" | "unpublish" | "close" | "reopen";

/** What came of something that was asked of a rating: `flash` is told as a toast, the rest stays beside its form. */
export type RatingAct = AnswerState & {
  intent: Intent;
  id: string;
  flash?: MessageId;
  bad?: boolean;
  /** what others have replied meanwhile, with all before */
  replies?: RatingReply[];
};

/** What takes an act back. */
export const OPPOSITE = { publish: "unpublish", unpublish: "publish", close: "reopen", reopen: "close" } as const;

/** What is told of each act that was done. */
export const DONE = {
  publish: "feedback.flash.published",
  unpublish: "feedback.flash.unpublished",
  close: "feedback.flash.handled",
  reopen: "feedback.flash.reopened",
} as const satisfies Record<keyof typeof OPPOSITE, MessageId>;

const REFUSED: Record<string, MessageId> = {
  no_consent: "feedback.flash.noConsent",
  no_words: "feedback.flash.noWords",
  guest_forgotten: "feedback.flash.forgotten",
};

/** What a refusal is told as. */
export const refusalText = (reason: string): MessageId => REFUSED[reason] ?? "feedback.flash.gone";

/** What is told when something could not be done for a reason that is nobody's input. */
export function failedAct(form: FormData): RatingAct {
  const asked = form.get("intent");
  const intent = (Object.keys(OPPOSITE) as (keyof typeof OPPOSITE)[]).find((one) => one === asked) ?? "answer";
  const id = form.get("id");
  return { intent, id: typeof id === "string" ? id : "", flash: "feedback.flash.failed", bad: true };
}
