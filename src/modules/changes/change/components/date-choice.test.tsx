import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import type { DateToMoveTo } from "#src/modules/sales/booking/schema.ts";
import { DateChoice } from "#src/modules/changes/change/components/date-choice.tsx";

const night = (date: string, over: Partial<DateToMoveTo> & { minor?: number } = {}): DateToMoveTo => ({
  departure_id: date,
  crawl_id: "a",
  date,
  start_time: "20:00",
  end_time: "00:30",
  left: null,
  difference: { amount_minor: over.minor ?? 0, currency: "MXN" },
  ...over,
});

async function render(dates: DateToMoveTo[], locale: "en" | "es" = "en"): Promise<string> {
  const Stub = createRoutesStub([
    { path: "/", Component: () => <DateChoice dates={dates} place={{ path: "/manage", token: "t" }} /> },
  ]);
  return renderToStaticMarkup(
    <PageTexts value={await i18nFor(locale)}>
      <Stub />
    </PageTexts>,
  );
}

const all = (html: string, pattern: RegExp) => Array.from(html.matchAll(pattern), ([, text]) => text!);

test("each night is a link in its month's calendar that says its hour, its difference and few places", async () => {
  const html = await render([night("2026-11-27", { minor: 30_000, left: 3 }), night("2026-12-04", { minor: -10_000 })]);
  expect(all(html, /<h2[^>]*>(.*?)<\/h2>/g)).toEqual(["November 2026", "December 2026"]);
  expect(all(html, /<a aria-label="([^"]*)"/g)).toEqual([
    "Friday, November 27, 8:00 PM – 12:30 AM, + MX$300, 3 places left",
    "Friday, December 4, 8:00 PM – 12:30 AM, MX$100 back",
  ]);
  expect(all(html, /href="[^"]*[;&]to=([^"&]*)/g)).toEqual(["2026-11-27", "2026-12-04"]);
});

test("a night's price difference is signed where it stands, with its currency where there is room", async () => {
  const html = await render([night("2026-11-27", { minor: 30_050 }), night("2026-11-28", { minor: -10_000 })]);
  for (const message of ["+MX$300.50<", "+300.50<", "−MX$100<", "−100<"]) expect(html).toContain(`>${message}`);
});

test("a month begins with the week of its first night", async () => {
  const html = await render([night("2026-11-27"), night("2026-12-04")]);
  const [november = "", december = ""] = html.split("December 2026");
  expect(all(november, /<td[^>]*><[^>]*>(\d+)/g)).toEqual(["22", "23", "24", "25", "26", "27", "28", "29", "30"]);
  expect(all(december, /<td[^>]*><[^>]*>(\d+)/g)[0]).toBe("1");
});

test("a day with several nights leads to their list, where each is chosen", async () => {
  const two = [night("2026-11-27"), night("2026-11-27", { departure_id: "b", start_time: "21:00", minor: 5_000 })];
  const html = await render(two, "es");
  expect(html).toContain('href="#night-2026-11-27"');
  const list = /<ul id="night-2026-11-27".*?<\/ul>/.exec(html)![0];
  expect(all(list, /href="[^"]*[;&]to=([^"&]*)/g)).toEqual(["2026-11-27", "b"]);
  expect(list).toContain("+ MX$50");
  expect(list).toContain("Mismo precio");
});

test("without another date it says so", async () => {
  expect(await render([])).toContain("There’s no other date with enough places right now.");
});
