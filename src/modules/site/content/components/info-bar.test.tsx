import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { InfoBar } from "#src/modules/site/content/components/info-bar.tsx";

const texts = { en: await i18nFor("en"), es: await i18nFor("es") };

/** What the bar says of the price, in words. */
function priceOf(locale: "en" | "es", stored: string | undefined, usual: string | null) {
  const page = renderToStaticMarkup(
    <PageTexts value={texts[locale]}>
      <InfoBar infoBar={stored === undefined ? {} : { price: stored }} usualPrice={usual} />
    </PageTexts>,
  );
  const [, first = ""] = /<li[^>]*>(.*?)<\/li>/s.exec(page) ?? [];
  return first.replaceAll(/<\/p><p[^>]*>/g, " ").replaceAll(/<[^>]+>/g, "");
}

test.each([
  ["en", undefined, null, "400 MXN / 20 USD per person"],
  ["es", undefined, null, "400 MXN / 20 USD por persona"],
  ["en", undefined, "1,500 MXN / 75 USD", "1,500 MXN / 75 USD per person"],
  ["es", undefined, "1,500 MXN / 75 USD", "1,500 MXN / 75 USD por persona"],
  ["en", "400 MXN / 20 USD per person", "1,500 MXN / 75 USD", "400 MXN / 20 USD per person"],
  ["es", "400 MXN / 20 USD por persona", "1,500 MXN / 75 USD", "400 MXN / 20 USD por persona"],
  ["en", "350 MXN", null, "350 MXN per person"],
  ["en", "Free tonight", null, "Free tonight per person"],
] as const)("in %s, stored %j and usual %j, the price is %j (spec section 9)", (locale, stored, usual, expected) =>
  expect(priceOf(locale, stored, usual).replaceAll(/\s+/g, " ").trim()).toBe(expected),
);
