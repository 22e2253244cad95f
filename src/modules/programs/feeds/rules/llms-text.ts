import type { Text } from "#src/locales/i18n.ts";

/** What the site says of itself to programs that read for people. Paths are without language. */
export type SiteFacts = {
  origin: string;
  name: string;
  /** In the site's words, as its home page describes itself. */
  summary: string;
  isOpen: boolean;
  cities: readonly { id: string; name: string; description: string }[];
  crawls: readonly { slug: string; title: string; city: string; price: string | null; description: string }[];
};

/**
 * The text of /llms.txt (llmstxt.org): a heading, a summary, how to book, then lists of links. Its order is that of what is asked
 * first: where, what, with which program; what can be left out comes last.
 */
export function llmsText({ origin, name, summary, isOpen, cities, crawls }: SiteFacts, t: Text): string {
  const link = (title: string, path: string, words = "") =>
    `- [${plain(title)}](${origin}${path})${words === "" ? "" : `: ${plain(words)}`}`;
  const section = (title: string, links: readonly string[]) =>
    links.length > 0 ? [`## ${title}`, "", ...links, ""] : [];
  const page = (id: "bookNow" | "faq" | "terms" | "privacy" | "contact" | "privateGroups", path: string) =>
    link(t(`feeds.llms.${id}`), path);
  return [
    `# ${plain(name)}`,
    "",
    `> ${plain(summary)}`,
    "",
    t(isOpen ? "feeds.llms.booking" : "feeds.llms.closed"),
    "",
    ...section(
      t("feeds.llms.cities"),
      cities.map(({ id, name: city, description }) => link(city, `/cities/${id}`, description)),
    ),
    ...section(
      t("feeds.llms.crawls"),
      crawls.map(({ slug, title, city, price, description }) =>
        link(title, `/crawls/${slug}`, [city, price, description].filter(Boolean).join(". ")),
      ),
    ),
    ...section(t("feeds.llms.pages"), [
      page("bookNow", "/book-now"),
      page("privateGroups", "/private-groups"),
      page("faq", "/faq"),
      page("terms", "/terms"),
      page("contact", "/contact"),
    ]),
    ...section(t("feeds.llms.programs"), [
      link(t("feeds.llms.api"), "/api/docs"),
      link("OpenAPI", "/api/openapi.json"),
      link(t("feeds.llms.assistants"), "/api/docs#assistants", `${origin}/mcp`),
      link(t("feeds.llms.staff"), "/api/docs#assistants", `${origin}/mcp/staff`),
      link(t("feeds.llms.resellers"), "/api/docs#resellers", `${origin}/octo`),
      ...(isOpen ? [link(t("feeds.llms.products"), "/feeds/things-to-do.json")] : []),
      ...cities.map(({ id, name: city }) => link(t("feeds.llms.calendar", { city }), `/calendar/cities/${id}.ics`)),
    ]),
    // the format's name for what may be left out
    ...section("Optional", [
      page("privacy", "/privacy"),
      link("Español", "/es"),
      link(t("feeds.llms.sitemap"), "/sitemap.xml"),
    ]),
  ].join("\n");
}

/** One line without what Markdown would take for a link. */
const plain = (text: string): string => text.replaceAll(/\s+/g, " ").replaceAll(/[[\]]/g, "").trim();
