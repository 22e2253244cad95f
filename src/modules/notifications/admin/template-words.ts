import type { Text } from "#src/locales/i18n.ts";
import { type Placeholder, type TextProblem } from "#src/modules/notifications/rules/template.ts";
import type { EditableText } from "#src/modules/notifications/rules/template-texts.ts";

export const sayPlaceholder = (name: Placeholder, t: Text): string => t(`notifications-templates.placeholder.${name}`);

/** Why a text can't be used, in words. */
export function sayProblem(error: TextProblem, { most, long }: EditableText, t: Text): string {
  const { problem } = error;
  if (problem === "line") return t(`notifications-templates.problem.${long ? "lines" : "line"}`);
  const name = "name" in error ? (problem === "required" ? `{{${error.name}}}` : error.name) : "";
  return t(`notifications-templates.problem.${problem}`, { name, most, example: "{{name}}" });
}

/** What each text of an email is called: what it is in it and in which case, numbered where two are alike. */
export function labelsOf(texts: readonly EditableText[], t: Text): Map<string, string> {
  const labels = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const { id, role, when } of texts) {
    const plain = t(`notifications-templates.role.${role}`);
    const label =
      when === null
        ? plain
        : t("notifications-templates.label.case", { role: plain, case: t(`notifications-templates.case.${when}`) });
    const n = (counts.get(label) ?? 0) + 1;
    counts.set(label, n);
    labels.set(id, n === 1 ? label : t("notifications-templates.label.nth", { label, n }));
  }
  return labels;
}
