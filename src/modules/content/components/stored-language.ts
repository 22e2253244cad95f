import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { isLocale, type Locale, localeOfPath, localizedPath } from "#src/kernel/localized.ts";

const KEY = "ronda.language";

/** Keeps the chosen language in this browser. */
export function rememberLanguage(language: Locale): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // storage may be blocked; the address says the language anyway
  }
}

function rememberedLanguage(): Locale | null {
  try {
    const stored = localStorage.getItem(KEY);
    return isLocale(stored) ? stored : null;
  } catch {
    return null;
  }
}

/**
 * Who once chose Spanish and comes in at the bare address gets Spanish; a choice made in another tab is followed here
 * (spec section 4). Every other address says its language itself, so that a shared link stays what it was.
 */
export function useRememberedLanguage(): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  // storage belongs to the browser: the server can't know it
  useEffect(() => {
    if (pathname === "/" && rememberedLanguage() === "es") void navigate(`/es${search}${hash}`, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- only on entering: later changes of language are links
  }, []);
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key !== KEY || !isLocale(newValue) || newValue === localeOfPath(pathname)) return;
      void navigate(localizedPath(pathname + search + hash, newValue), { replace: true, preventScrollReset: true });
    };
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  }, [pathname, search, hash, navigate]);
}
