import type { Text } from "#src/locales/i18n.ts";
import type { Placeholder, TextProblem } from "#src/modules/mail/notifications/rules/template.ts";
import { problemWords } from "#src/modules/mail/notifications/rules/template-problem.ts";
import type { EditableText } from "#src/modules/mail/notifications/rules/template-texts.ts";

export const sayPlaceholder = (name: Placeholder, t: Text): string => t(`notifications-templates.placeholder.${name}`);

/** Why a text can't be used, in words. */
export function sayProblem(error: TextProblem, text: EditableText, t: Text): string {
  const { message, values } = problemWords(error, text);
  return t(message, values);
}
