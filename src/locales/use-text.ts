import { createContext, use } from "react";
import type { Locale } from "#src/kernel/localized.ts";
import { areaOf, type I18n, missingArea, type Text } from "#src/locales/i18n.ts";

/** The texts of the page's language, given by the root. */
export const PageTexts = createContext<I18n | null>(null);

/** On the server: collects the areas whose texts a page shows, so that the browser loads them before it takes the page over. */
export const ShownAreas = createContext<Set<string> | null>(null);

/**
 * The texts of the page's language: `t("content-home.title", {n: 2})`. In the browser an area that is not there yet is waited for, as
 * long as `t` is called while rendering; name the areas that only handlers and effects speak of (`useText("errors")`).
 */
export function useText(...later: string[]): { t: Text; locale: Locale } {
  const i18n = use(PageTexts);
  if (!i18n) throw new Error("useText must be used within PageTexts");
  const shown = use(ShownAreas);
  const { locale } = i18n;
  const need = (area: string) => {
    shown?.add(area);
    const missing = missingArea(locale, area);
    // thrown, not used: when a component is tried again, React takes its first `use` for the one that it has waited for already,
    // so one that speaks of two late areas would not wait for the second
    if (missing) throw missing;
  };
  later.forEach(need);
  return {
    locale,
    t(id, values) {
      need(areaOf(id));
      return i18n.t(id, values);
    },
  };
}
