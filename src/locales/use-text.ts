import { createContext, use } from "react";
import type { Locale } from "#src/kernel/localized.ts";
import { areaOf, type I18n, missingArea, type Text } from "#src/locales/i18n.ts";

/** The texts of the page's language, provided by the root. */
export const PageTexts = createContext<I18n | null>(null);

/** On the server: collects the areas that a page uses, so that the browser loads them before hydration. */
export const ShownAreas = createContext<Set<string> | null>(null);

/**
 * The texts of the page's language: `t("content-home.title", {n: 2})`. In the browser it suspends on an area that isn't loaded,
 * as long as `t` is called while rendering; pass the areas that only handlers and effects use (`useText("errors")`).
 */
export function useText(...later: string[]): { t: Text; locale: Locale } {
  const i18n = use(PageTexts);
  if (!i18n) throw new Error("useText must be used within PageTexts");
  const areas = use(ShownAreas);
  const { locale } = i18n;
  const need = (area: string) => {
    areas?.add(area);
    const missing = missingArea(locale, area);
    // thrown, not `use`d: on retrying a component, React takes its first `use` for the one it has already waited for, so a
    // component with two unloaded areas wouldn't wait for the second
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
