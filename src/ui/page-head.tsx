import { useLocation, useRouteLoaderData } from "react-router";
import { isProduct, tabTitle } from "#src/kernel/brand.ts";
import { LOCALES, localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";

type PageHeadProps = {
  title: string;
  description: string;
  /** The page's canonical path in its language, if it has other URLs too. */
  path?: string;
  /** Path of the 1200 × 630 share image. */
  card?: string | undefined;
  /** The Open Graph type. */
  kind?: "website" | "article";
  /** False for pages that must not be indexed. */
  index?: boolean;
  /** Path of the calendar of the page's nights. */
  calendar?: string;
  /** JSON-LD objects (schema.org). */
  data?: readonly object[];
};

/** A share picture without words. */
const PLAIN_CARD = "/pictures/cdmx-wide-1280.webp";

/** A page's metadata for search engines and link previews. URLs use the configured origin, never the request's. */
export function PageHead({
  title: of,
  description,
  path,
  card,
  kind = "website",
  index = true,
  calendar,
  data = [],
}: PageHeadProps) {
  const { t, locale } = useText();
  const location = useLocation();
  const pathname = path ?? location.pathname;
  const origin = useRouteLoaderData<{ origin: string }>("root")?.origin ?? "";
  const address = origin + pathname;
  const brand = t("common.brand");
  const title = tabTitle(of, brand);
  // the product's own share pictures show its name
  const own = card ?? `/cards/general-${locale}.jpg`;
  const picture = origin + (!isProduct(brand) && own.startsWith("/cards/") ? PLAIN_CARD : own);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {index ? (
        <>
          <link rel="canonical" href={address} />
          {LOCALES.map((language) => (
            <link
              key={language}
              rel="alternate"
              hrefLang={language}
              href={origin + localizedPath(pathname, language)}
            />
          ))}
          <link rel="alternate" hrefLang="x-default" href={origin + localizedPath(pathname, "en")} />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
      {calendar && <link rel="alternate" type="text/calendar" href={origin + calendar} />}
      <meta property="og:type" content={kind} />
      <meta property="og:site_name" content={brand} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={locale === "es" ? "es_MX" : "en_US"} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      {data.map((thing, place) => (
        <script
          key={place}
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: JSON.stringify(thing).replaceAll("<", "\\u003c") }}
        />
      ))}
    </>
  );
}
