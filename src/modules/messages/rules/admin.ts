import type { MessageId } from "#src/locales/i18n.ts";
import type { Answer } from "#src/modules/messages/schema.ts";
import type { AnswerState } from "#src/ui/admin/answer.ts";

type Intent = "answer" | "close" | "reopen";

/** What came of something that was asked of a message: `flash` is told as a toast, the rest stays beside its form. */
export type MessageAct = AnswerState & {
  intent: Intent;
  id: string;
  flash?: MessageId;
  bad?: boolean;
  /** what others have answered meanwhile, with all before */
  answers?: Answer[];
};

/** What takes an act back. */
export const OPPOSITE = { close: "reopen", reopen: "close" } as const;

/** What is told when something could not be done for a reason that is nobody's input. */
export function failedAnswer(form: FormData): MessageAct {
  const intent = (["close", "reopen"] as const).find((one) => one === form.get("intent")) ?? "answer";
  const id = form.get("id");
  return { intent, id: typeof id === "string" ? id : "", flash: "messages-admin.flash.failed", bad: true };
}
