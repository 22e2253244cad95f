import type { FormFault } from "#src/locales/form-faults.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { RatingReply } from "#src/modules/reviews/schema.ts";

type Intent = "answer" | "publish" | "unpublish" | "close" | "reopen";

/** What came of something that was asked of a rating: `said` is told as a toast, the rest stays beside its form. */
export type RatingAct = {
  intent: Intent;
  id: string;
  said?: MessageId;
  bad?: boolean;
  /** the key of the form whose reply is on its way */
  sent?: string;
  faults?: FormFault<"text">[];
  /** what others have replied meanwhile, with all before */
  replies?: RatingReply[];
  at?: number;
};

/** What takes an act back. */
export const OPPOSITE = { publish: "unpublish", unpublish: "publish", close: "reopen", reopen: "close" } as const;

/** What is told of each act that was done. */
export const DONE = {
  publish: "feedback.said.published",
  unpublish: "feedback.said.unpublished",
  close: "feedback.said.handled",
  reopen: "feedback.said.reopened",
} as const satisfies Record<keyof typeof OPPOSITE, MessageId>;

const REFUSED: Record<string, MessageId> = {
  no_consent: "feedback.said.noConsent",
  no_words: "feedback.said.noWords",
  guest_forgotten: "feedback.said.forgotten",
};

/** What a refusal is told as. */
export const refusalText = (reason: string): MessageId => REFUSED[reason] ?? "feedback.said.gone";

/** Reads the posted reply; its schema decides whether it is right. Browsers post line breaks as CR LF. */
export function typedReplyOf(form: FormData) {
  const text = form.get("text");
  return {
    text: typeof text === "string" ? text.replaceAll("\r\n", "\n") : "",
    key: form.get("key"),
    seen: form.get("seen"),
  };
}

/** What is told when something could not be done for a reason that is nobody's input. */
export function failedAct(form: FormData): RatingAct {
  const asked = form.get("intent");
  const intent = (Object.keys(OPPOSITE) as (keyof typeof OPPOSITE)[]).find((one) => one === asked) ?? "answer";
  const id = form.get("id");
  return { intent, id: typeof id === "string" ? id : "", said: "feedback.said.failed", bad: true };
}
