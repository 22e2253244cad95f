import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";
import type { TextProblem } from "#src/modules/mail/notifications/rules/template.ts";
import type { EditableText } from "#src/modules/mail/notifications/rules/template-texts.ts";

/** The sentence that says why a text can't be used. */
export function problemWords(
  error: TextProblem,
  { most, long }: Pick<EditableText, "most" | "long">,
): { message: MessageId; values: Values } {
  const { problem } = error;
  if (problem === "line") return { message: `notifications-templates.problem.${long ? "lines" : "line"}`, values: {} };
  const name = "name" in error ? (problem === "required" ? `{{${error.name}}}` : error.name) : "";
  return { message: `notifications-templates.problem.${problem}`, values: { name, most, example: "{{name}}" } };
}
