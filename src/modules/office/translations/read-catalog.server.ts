import { inLocale } from "#src/kernel/localized.ts";
import { ok } from "#src/kernel/result.ts";
import type { Text } from "#src/locales/i18n.ts";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import { catalogTexts } from "#src/modules/site/catalog/queries.server.ts";
import { cityDraftOf } from "#src/modules/site/catalog/rules/city.ts";
import { draftOf } from "#src/modules/site/catalog/rules/draft.ts";
import { updateCity } from "#src/modules/site/catalog/save-city.server.ts";
import { CityFields, CrawlFields } from "#src/modules/site/catalog/schema.ts";
import { updateCrawl } from "#src/modules/site/catalog/update-crawl.server.ts";
import { citySlots, crawlSlots, TEXT_COLUMNS } from "#src/modules/office/translations/rules/catalog-slots.ts";
import { MOST_CHANGES, statesBefore } from "#src/modules/office/translations/rules/past-states.ts";
import { issuesOf, recordOf } from "#src/modules/office/translations/rules/source.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The cities and the crawls that aren't deleted. Refusal: forbidden {missing}. */
export async function readCatalog(ctx: Context, t: Text) {
  const found = await catalogTexts(ctx);
  if (!found.ok) return found;
  const subjects = [
    ...found.cities.map(({ id }) => ["city", id] as const),
    ...found.crawls.map(({ id }) => ["crawl", id] as const),
  ];
  const entries = await historyOf(ctx, subjects, MOST_CHANGES);
  const about = (type: string, id: string) =>
    entries.filter(({ subject }) => subject.type === type && subject.id === id);
  const cities = found.cities.map((row) => {
    const past = statesBefore(row, about("city", row.id), TEXT_COLUMNS);
    return recordOf({
      source: "cities",
      id: row.id,
      name: inLocale(ctx.locale, row.name, row.name_es),
      editor: `/admin/cities/${row.id}`,
      needs: "crawls.change",
      draft: cityDraftOf(row),
      slots: citySlots(t),
      history: past.states.map(({ at, row: then }) => ({ at, draft: cityDraftOf(then) })),
      draftedAt: past.since,
      check: (draft) => issuesOf(CityFields.safeParse(draft)),
      save: (draft) => updateCity(ctx, { id: row.id, version: row.version, city: CityFields.parse(draft) }),
    });
  });
  const crawls = found.crawls.map((row) => {
    const past = statesBefore(row, about("crawl", row.id), TEXT_COLUMNS);
    return recordOf({
      source: "crawls",
      id: row.id,
      name: inLocale(ctx.locale, row.title, row.title_es),
      editor: `/admin/edit-pub-crawl/${row.id}`,
      needs: "crawls.change",
      draft: draftOf(row),
      slots: crawlSlots(t),
      history: past.states.map(({ at, row: then }) => ({ at, draft: draftOf(then) })),
      draftedAt: past.since,
      check: (draft) => issuesOf(CrawlFields.safeParse(draft)),
      save: (draft) => updateCrawl(ctx, { id: row.id, version: row.version, crawl: CrawlFields.parse(draft) }),
    });
  });
  return ok({ records: [...cities, ...crawls] });
}
