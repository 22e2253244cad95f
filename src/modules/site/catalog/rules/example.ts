import type { Text } from "#src/locales/i18n.ts";
import type { CrawlDraft } from "#src/modules/site/catalog/rules/draft.ts";

/** A new crawl's form filled with example texts in both languages, to write over. Shown to guests as soon as it is saved. */
export function exampleDraft(empty: CrawlDraft, en: Text, es: Text): CrawlDraft {
  const line = (id: Parameters<Text>[0]) => [{ en: en(id), es: es(id) }];
  return {
    ...empty,
    title: en("catalog-admin.example.title"),
    title_es: es("catalog-admin.example.title"),
    description: en("catalog-admin.example.description"),
    description_es: es("catalog-admin.example.description"),
    highlights: line("catalog-admin.example.highlight"),
    includes: line("catalog-admin.example.include"),
    excludes: line("catalog-admin.example.exclude"),
    meeting_place: en("catalog-admin.example.meeting"),
    meeting_place_es: es("catalog-admin.example.meeting"),
    duration: en("catalog-admin.example.duration"),
    duration_es: es("catalog-admin.example.duration"),
    group_size: en("catalog-admin.example.group"),
    price: "20",
    is_active: true,
  };
}
