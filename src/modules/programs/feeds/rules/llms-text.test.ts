import { describe, expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { llmsText, type SiteFacts } from "#src/modules/programs/feeds/rules/llms-text.ts";

const { t } = await i18nFor("en");
const FACTS: SiteFacts = {
  origin: "https://ronda.test",
  name: "Ronda",
  summary: "A guided pub crawl,\nevery night.",
  isOpen: true,
  cities: [{ id: "oaxaca", name: "Oaxaca", description: "Mezcal [and] more" }],
  crawls: [{ slug: "mezcal", title: "Mezcal night", city: "Oaxaca", price: "From $350 per person", description: "" }],
};

/** The file as llmstxt.org describes it: one heading, a quotation, free text without headings, then sections of links. */
function read(text: string) {
  const [head = "", ...sections] = text.split(/^## /m);
  const [heading = "", summary = "", ...free] = head.split("\n\n").map((part) => part.trim());
  return {
    heading,
    summary,
    free: free.filter(Boolean),
    sections: sections.map((section) => {
      const [title = "", ...lines] = section.split("\n").filter(Boolean);
      return { title, lines };
    }),
  };
}

describe("/llms.txt", () => {
  const written = read(llmsText(FACTS, t));

  test("has a heading, a summary in one line, how to book, and sections of links alone", () => {
    expect(written.heading).toBe("# Ronda");
    expect(written.summary).toBe("> A guided pub crawl, every night.");
    expect(written.free).toHaveLength(1);
    for (const { lines } of written.sections)
      for (const line of lines) expect(line).toMatch(/^- \[[^[\]]+\]\(https:\/\/ronda\.test\/[^()\s]*\)(: [^[\]]+)?$/);
    expect(written.sections.at(-1)!.title).toBe("Optional");
  });

  test("leads to cities, crawls with their prices, the API and the feeds", () => {
    const all = written.sections.flatMap(({ lines }) => lines);
    expect(all).toEqual(
      expect.arrayContaining([
        "- [Oaxaca](https://ronda.test/cities/oaxaca): Mezcal and more",
        "- [Mezcal night](https://ronda.test/crawls/mezcal): Oaxaca. From $350 per person",
        "- [Assistants of our staff, who sign in](https://ronda.test/api/docs#assistants): https://ronda.test/mcp/staff",
      ]),
    );
    for (const path of [
      "/api/docs",
      "/api/docs#assistants",
      "/api/docs#resellers",
      "/calendar/cities/oaxaca.ics",
      "/feeds/things-to-do.json",
    ])
      expect(all.some((line) => line.includes(`(https://ronda.test${path})`))).toBe(true);
  });

  test("says that bookings aren't open where they aren't, and leads to no feed of what is on sale", () => {
    const closed = llmsText({ ...FACTS, isOpen: false, crawls: [] }, t);
    expect(closed).toContain("Bookings aren’t open");
    expect(closed).not.toContain("things-to-do");
    expect(read(closed).sections.map(({ title }) => title)).not.toContain("Pub crawls");
  });
});
