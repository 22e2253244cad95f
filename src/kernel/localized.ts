/** The two languages of the product; English is the default and the fallback. */
export const LOCALES = ["en", "es"] as const;
export type Locale = (typeof LOCALES)[number];

export const isLocale = (value: unknown): value is Locale => value === "en" || value === "es";

/** The first of our languages in an `Accept-Language` header, by weight: `fr, es-MX;q=0.8, en;q=0.5` → `es`. */
export function preferredLocale(header: string): Locale | null {
  let [best, weight]: [Locale | null, number] = [null, 0];
  for (const part of header.slice(0, 500).split(",")) {
    const [tag = "", ...parameters] = part.split(";");
    const language = tag.trim().slice(0, 2).toLowerCase();
    const quality = parameters.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find(Boolean);
    const q = quality === undefined ? 1 : Number(quality);
    if (isLocale(language) && /^..(-|$)/.test(tag.trim()) && q > weight) [best, weight] = [language, q];
  }
  return best;
}

/** The language of a path: Spanish pages are under /es. */
export const localeOfPath = (pathname: string): Locale => (/^\/es(\/|\.data|$)/.test(pathname) ? "es" : "en");

/**
 * The canonical form of a path that people may type differently (`/Crawls/`, `/ES`, `/%66aq`, `//`): no trailing slash, lower
 * case, nothing encoded that needn't be; null when it is canonical already, or must not be changed. A path that begins with two
 * slashes would lead to another host.
 */
export function tidyPath(pathname: string): string | null {
  const plain = pathname.replaceAll(/%[2-7][\da-f]/gi, (code) =>
    /[\w.-]/.test(decodeURIComponent(code)) ? decodeURIComponent(code) : code,
  );
  if (!/^((\/[\w.-]+)+\/*|\/+)$/.test(plain)) return null;
  const tidy = plain.toLowerCase().replace(/\/+$/, "") || "/";
  return tidy === pathname ? null : tidy;
}

/** The same page in a language: `/checkout` ⇄ `/es/checkout`. Takes and returns a path, with its query and hash. */
export function localizedPath(path: string, locale: Locale): string {
  const plain = path.replace(/^\/es(?=[/?#]|$)/, "");
  if (locale === "en") return plain.startsWith("/") ? plain : `/${plain}`;
  return `/es${plain.replace(/^\/(?=[?#]|$)/, "")}`;
}

/** The Spanish text on a Spanish page if there is one, else the English one. */
export const inLocale = <T>(locale: Locale, en: T, es: T | null | undefined): T => {
  const written = Array.isArray(es) ? es.length > 0 : es !== null && es !== undefined && es !== "";
  return locale === "es" && written ? (es as T) : en;
};

/** The BCP 47 tag for dates, money and numbers: Mexican Spanish, American English. */
export const languageTag = (locale: Locale): string => (locale === "es" ? "es-MX" : "en-US");
