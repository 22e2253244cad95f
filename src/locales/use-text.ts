import { useLingui } from "@lingui/react";
import type { Locale } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";

export type Text = (id: MessageId, values?: Record<string, unknown>) => string;

/** The texts of the page's language: `t("home.title", {n: 2})`. */
export function useText(): { t: Text; locale: Locale } {
  const { i18n } = useLingui();
  return { t: (id, values) => i18n._(id, values), locale: i18n.locale as Locale };
}
