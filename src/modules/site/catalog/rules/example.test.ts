import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { emptyDraft, untranslated } from "#src/modules/site/catalog/rules/draft.ts";
import { exampleDraft } from "#src/modules/site/catalog/rules/example.ts";
import { CrawlFields } from "#src/modules/site/catalog/schema.ts";

test("the example could be saved as it is, and nothing of it is untranslated", async () => {
  const [en, es] = await Promise.all([i18nFor("en"), i18nFor("es")]);
  const draft = exampleDraft(emptyDraft("oaxaca", "agave"), en.t, es.t);
  expect(CrawlFields.safeParse(draft)).toMatchObject({ success: true, data: { is_active: true, price: 2000 } });
  expect(untranslated(draft)).toBe(0);
});
