import { expect, test } from "vitest";
import { robotsTxt, sitemapXml, STANDING_PAGES } from "#src/modules/site/content/rules/sitemap.ts";

const ORIGIN = "https://ronda.example";

/** Parses XML of elements, attributes and text strictly; throws when it is not well-formed. */
function wellFormed(xml: string): string[] {
  const names: string[] = [];
  const open: string[] = [];
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, "");
  const token = /<(\/?)([a-z:]+)((?: [a-z:]+="[^"<]*")*)(\/?)>|([^<]+)/gy;
  while (token.lastIndex < body.length) {
    const at = token.lastIndex;
    const [, end, name = "", attributes = "", empty, text = ""] = token.exec(body) ?? [];
    if (token.lastIndex === 0) throw new Error(`no XML at ${body.slice(at, at + 40)}`);
    if (/&(?!(amp|lt|gt|quot|apos);)/.test(text + attributes)) throw new Error(`a bare & in ${text}${attributes}`);
    if (end && open.pop() !== name) throw new Error(`</${name}> closes what is not open`);
    if (name && !end) names.push(name);
    if (name && !end && !empty) open.push(name);
  }
  if (open.length > 0) throw new Error(`open at the end: ${open.join(", ")}`);
  return names;
}

test("the sitemap is well-formed and names every page in both languages", () => {
  const xml = sitemapXml(ORIGIN, STANDING_PAGES);
  const count = (name: string) => wellFormed(xml).filter((one) => one === name).length;
  expect(count("loc")).toBe(STANDING_PAGES.length * 2);
  expect(count("xhtml:link")).toBe(STANDING_PAGES.length * 2 * 3);
});

test("a page names itself, its other language and what stands for the rest", () => {
  expect(sitemapXml(ORIGIN, [{ path: "/", changed: "2026-11-20" }])).toContain(`  <url>
    <loc>https://ronda.example/es</loc>
    <lastmod>2026-11-20</lastmod>
    <xhtml:link rel="alternate" hreflang="en" href="https://ronda.example/"/>
    <xhtml:link rel="alternate" hreflang="es" href="https://ronda.example/es"/>
    <xhtml:link rel="alternate" hreflang="x-default" href="https://ronda.example/"/>
  </url>`);
});

test("a slug of any signs stays XML", () => {
  const xml = sitemapXml(ORIGIN, [{ path: `/crawls/día & <noche>'"` }]);
  expect(() => wellFormed(xml)).not.toThrow();
  expect(xml).toContain("<loc>https://ronda.example/crawls/d%C3%ADa%20&amp;%20%3Cnoche%3E&apos;%22</loc>");
});

test.each(["<a><b></a></b>", "<a>", "<a>R & B</a>", "<a b='c'/>"])("%s would not pass for XML", (xml) => {
  expect(() => wellFormed(xml)).toThrow();
});

test("robots are asked to leave alone what is private, in both languages, and told of the sitemap", () => {
  const lines = robotsTxt(ORIGIN).split("\n");
  expect(lines[0]).toBe("User-agent: *");
  for (const path of [
    "/admin",
    "/es/admin",
    "/checkout",
    "/es/checkout",
    "/booking-confirmation/",
    "/profile",
    "/es/desk",
    "/q/",
    "/api/",
  ])
    expect(lines).toContain(`Disallow: ${path}`);
  expect(lines).toContain("Sitemap: https://ronda.example/sitemap.xml");
});

test("no page of the sitemap is one that robots leave alone", () => {
  const closed = Array.from(robotsTxt(ORIGIN).matchAll(/^Disallow: (.+)$/gm), ([, path]) => path ?? "");
  expect(STANDING_PAGES.filter(({ path }) => closed.some((start) => path.startsWith(start)))).toEqual([]);
});
