import { expect, test } from "vitest";
import { mappingIn } from "#src/modules/office/importing/schema.ts";

test("a form's names of crawls and heads lose what can't be stored, as those of a file do", () => {
  const crawl = crypto.randomUUID();
  const form = new FormData();
  for (const [name, value] of Object.entries({
    "column-crawl": "To\u0000ur",
    dates: "dmy",
    language: "es",
    "crawl-name-0": "Ro\u0000ma  NIGHT",
    "crawl-of-0": crawl,
  }))
    form.set(name, value);
  expect(mappingIn(form)).toMatchObject({ columns: { crawl: "Tour" }, crawls: { "roma night": crawl } });
});
