import type { Text } from "#src/locales/i18n.ts";
import type { EditableText } from "#src/modules/mail/notifications/rules/template-texts.ts";

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
