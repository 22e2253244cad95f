import type { Text } from "#src/locales/i18n.ts";
import { labelsOf } from "#src/modules/mail/notifications/rules/template-labels.ts";
import { textsOf } from "#src/modules/mail/notifications/rules/template-texts.ts";
import { LANGUAGES, type Wording } from "#src/modules/mail/notifications/rules/wording.ts";
import type { TemplateKind } from "#src/modules/mail/notifications/schema.ts";
import type { Slot } from "#src/modules/office/translations/rules/slots.ts";

/**
 * A kind's texts as they stand in its emails. Where the operator worded one language alone, the other says something else, namely
 * what Ronda says: there its text is missing.
 */
export function shownWording(kind: TemplateKind, own: Wording, ronda: Wording): Wording {
  const texts = { en: {} as Record<string, string>, es: {} as Record<string, string> };
  for (const { id } of textsOf(kind)) {
    const isOwn = LANGUAGES.some((language) => own[language][id] !== undefined);
    for (const language of LANGUAGES)
      texts[language][id] = own[language][id] ?? (isOwn ? "" : (ronda[language][id] ?? ""));
  }
  return texts;
}

/** The texts of a kind of email in their order. */
export const emailSlots =
  (kind: TemplateKind, t: Text) =>
  (wording: Wording): Slot<Wording>[] => {
    const texts = textsOf(kind);
    const labels = labelsOf(texts, t);
    return texts.map(({ id }) => ({
      field: id,
      track: id,
      label: labels.get(id) ?? id,
      pair: { en: wording.en[id] ?? "", es: wording.es[id] ?? "" },
      put: ({ en, es }, pair) => ({ en: { ...en, [id]: pair.en }, es: { ...es, [id]: pair.es } }),
      anchors: { en: id, es: `${id}_es` },
      paths: { en: `en.${id}`, es: `es.${id}` },
    }));
  };
