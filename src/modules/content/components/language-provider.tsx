import { createContext, type ReactNode, use, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { isLocale, type Locale, localeOfPath, localizedPath } from "#src/kernel/localized.ts";

type LanguageChoice = {
  language: Locale;
  /** Keeps the choice and shows this page in that language. */
  setLanguage: (language: Locale) => void;
};

const LanguageContext = createContext<LanguageChoice | null>(null);
const KEY = "ronda.language";
const YEAR_S = 31_536_000;

/**
 * The language of the pages inside it, which is that of their address. A choice made in another tab is followed here
 * (spec section 4).
 */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const language = localeOfPath(pathname);
  const show = (chosen: Locale, replace: boolean) =>
    void navigate(localizedPath(pathname + search + hash, chosen), { replace, preventScrollReset: true });
  // storage belongs to the browser, and tells only the other tabs of a change
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === KEY && isLocale(newValue) && newValue !== language) show(newValue, true);
    };
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  });
  const setLanguage = (chosen: Locale) => {
    keepLanguage(chosen);
    show(chosen, false);
  };
  return <LanguageContext value={{ language, setLanguage }}>{children}</LanguageContext>;
}

/** The language of the page and how to change it. Throws outside a `LanguageProvider` (spec section 8). */
export function useLanguage(): LanguageChoice {
  const choice = use(LanguageContext);
  if (!choice) throw new Error("useLanguage must be used within a LanguageProvider");
  return choice;
}

/** In storage, where other tabs hear of it, and in a cookie, by which the server answers the bare address in that language. */
export function keepLanguage(language: Locale): void {
  document.cookie = `language=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // storage may be blocked; the address says the language anyway
  }
}
