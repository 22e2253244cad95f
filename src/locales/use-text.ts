import { useLingui } from "@lingui/react";
import { createContext, use } from "react";
import type { Locale } from "#src/kernel/localized.ts";
import { areaOf, type MessageId, missingArea } from "#src/locales/i18n.ts";

export type Text = (id: MessageId, values?: Record<string, unknown>) => string;

/** On the server: collects the areas whose texts a page shows, so that the browser loads them before it takes the page over. */
export const ShownAreas = createContext<Set<string> | null>(null);

/**
 * The texts of the page's language: `t("home.title", {n: 2})`. In the browser an area that is not there yet is waited for, as
 * long as `t` is called while rendering; name the areas that only handlers and effects speak of (`useText("errors")`).
 */
export function useText(...later: string[]): { t: Text; locale: Locale } {
  const { i18n } = useLingui();
  const shown = use(ShownAreas);
  const locale = i18n.locale as Locale;
  const need = (area: string) => {
    shown?.add(area);
    const missing = missingArea(locale, area);
    if (missing) use(missing);
  };
  later.forEach(need);
  return {
    locale,
    t(id, values) {
      need(areaOf(id));
      return i18n._(id, values);
    },
  };
}
