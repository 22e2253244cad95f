import { useLocation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";

/** Where options are posted to: their page, which also takes those that are shown elsewhere. */
export function useOptionsPath(): string {
  const { locale } = useText();
  const { pathname, search } = useLocation();
  const path = localizedPath("/admin/general-options", locale);
  return pathname === path ? path + search : path;
}
