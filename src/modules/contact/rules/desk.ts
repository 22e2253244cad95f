import type { FormFault } from "#src/locales/form-faults.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Answer } from "#src/modules/contact/schema.ts";

type Intent = "answer" | "close" | "reopen";

/** What came of something that was asked of a message: `said` is told as a toast, the rest stays beside its form. */
export type MessageAct = {
  intent: Intent;
  id: string;
  said?: MessageId;
  bad?: boolean;
  /** the key of the form whose answer is on its way */
  sent?: string;
  faults?: FormFault<"text">[];
  /** what others have answered meanwhile, with all before */
  answers?: Answer[];
  at?: number;
};

/** Reads the posted answer; its schema decides whether it is right. Browsers post line breaks as CR LF. */
export function typedAnswerOf(form: FormData) {
  const text = form.get("text");
  return {
    text: typeof text === "string" ? text.replaceAll("\r\n", "\n") : "",
    key: form.get("key"),
    seen: form.get("seen"),
    done: form.has("done"),
  };
}

/** What is told when something could not be done for a reason that is nobody's input. */
export function failedAnswer(form: FormData): MessageAct {
  const intent = (["close", "reopen"] as const).find((one) => one === form.get("intent")) ?? "answer";
  const id = form.get("id");
  return { intent, id: typeof id === "string" ? id : "", said: "messages.said.failed", bad: true };
}
