import type { MessageId } from "#src/locales/i18n.ts";
import type { ReviewReply } from "#src/modules/evening/reviews/schema.ts";
import type { AnswerState } from "#src/ui/admin/answer.ts";

type Intent = "answer" | "publish" | "unpublish" | "hide" | "show" | "close" | "reopen";

/** The result of an action on a review: `flash` is shown as a toast, the rest beside its form. */
export type ReviewAct = AnswerState & {
  intent: Intent;
  id: string;
  flash?: MessageId;
  bad?: boolean;
  undo?: Record<string, string>;
  /** all replies, when others have replied meanwhile */
  replies?: ReviewReply[];
};

/** What takes each act back. */
export const OPPOSITE = {
  publish: "unpublish",
  unpublish: "publish",
  hide: "show",
  show: "hide",
  close: "reopen",
  reopen: "close",
} as const;

/** The flash of each completed action. */
export const DONE = {
  publish: "reviews-admin.flash.published",
  unpublish: "reviews-admin.flash.unpublished",
  hide: "reviews-admin.flash.hidden",
  show: "reviews-admin.flash.shown",
  close: "reviews-admin.flash.handled",
  reopen: "reviews-admin.flash.reopened",
} as const satisfies Record<keyof typeof OPPOSITE, MessageId>;

const REFUSED: Record<string, MessageId> = {
  no_consent: "reviews-admin.flash.noConsent",
  no_words: "reviews-admin.flash.noWords",
  guest_forgotten: "reviews-admin.flash.forgotten",
};

/** The flash of a refusal. */
export const refusalText = (reason: string): MessageId => REFUSED[reason] ?? "reviews-admin.flash.gone";

/** The flash of an unexpected failure. */
export function failedAct(form: FormData): ReviewAct {
  const asked = form.get("intent");
  const intent = (Object.keys(OPPOSITE) as (keyof typeof OPPOSITE)[]).find((one) => one === asked) ?? "answer";
  const id = form.get("id");
  return { intent, id: typeof id === "string" ? id : "", flash: "reviews-admin.flash.failed", bad: true };
}
