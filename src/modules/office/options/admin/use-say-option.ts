import { useText } from "#src/locales/use-text.ts";
import { isYesNo, logoIn, type SettingKey } from "#src/modules/base/settings/rules/app-settings.ts";

/** A setting's text in words: yes or no, a dash for none. */
export function useSayOption(): (key: SettingKey, text: string) => string {
  const { t } = useText("audit");
  return (key, text) => {
    if (text.trim() === "") return "–";
    const logo = logoIn(text);
    if (logo) return t("audit.logo", { width: logo.width, height: logo.height });
    return isYesNo(key) ? t(text === "true" ? "audit.yes" : "audit.no") : text;
  };
}
