import { createContext, type ReactNode, use, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { LANGUAGE_KEY, languageCookie } from "#src/kernel/language-choice.ts";
import { isLocale, type Locale, localeOfPath, localizedPath } from "#src/kernel/localized.ts";

type LanguageChoice = {
  language: Locale;
  /** Stores the choice and shows this page in that language. */
  setLanguage: (language: Locale) => void;
};

const LanguageContext = createContext<LanguageChoice | null>(null);

/** Provides the language of the URL. Follows a choice made in another tab (spec section 4). */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const language = localeOfPath(pathname);
  const show = (chosen: Locale, replace: boolean) =>
    void navigate(localizedPath(pathname + search + hash, chosen), { replace, preventScrollReset: true });
  // storage exists only in the browser; its event fires only in other tabs
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === LANGUAGE_KEY && isLocale(newValue) && newValue !== language) show(newValue, true);
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

/** The page's language and its setter. Throws outside a `LanguageProvider` (spec section 8). */
export function useLanguage(): LanguageChoice {
  const choice = use(LanguageContext);
  if (!choice) throw new Error("useLanguage must be used within a LanguageProvider");
  return choice;
}

/**
 * Stores the language in localStorage, which notifies other tabs, and in a cookie, which the server uses for URLs without a
 * language.
 */
export function keepLanguage(language: Locale): void {
  document.cookie = languageCookie(language);
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch {
    // storage may be blocked; the URL carries the language anyway
  }
}

/** The language once chosen in this browser; null when none was, or storage is blocked. */
export function storedLanguage(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY);
  } catch {
    return null;
  }
}
