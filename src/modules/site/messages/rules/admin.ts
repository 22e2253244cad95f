import type { MessageId } from "#src/locales/i18n.ts";
import type { Answer } from "#src/modules/site/messages/schema.ts";
import type { AnswerState } from "#src/ui/admin/answer.ts";

type Intent = "answer" | "close" | "reopen" | "trust";

/** The result of an action on a message: `flash` is shown as a toast, the rest beside its form. */
export type MessageAct = AnswerState & {
  intent: Intent;
  id: string;
  flash?: MessageId;
  bad?: boolean;
  undo?: Record<string, string>;
  /** all answers, when others have answered meanwhile */
  answers?: Answer[];
};

/** The flash of an unexpected failure. */
export function failedAnswer(form: FormData): MessageAct {
  const intent = (["close", "reopen", "trust"] as const).find((one) => one === form.get("intent")) ?? "answer";
  const id = form.get("id");
  return { intent, id: typeof id === "string" ? id : "", flash: "messages-admin.flash.failed", bad: true };
}
