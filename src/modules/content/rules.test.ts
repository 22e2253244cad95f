import { expect, test } from "vitest";
import { homeContentIn } from "#src/modules/content/rules.ts";
import { figureOf } from "#src/modules/content/rules/figure.ts";
import { isRealLink } from "#src/modules/content/rules/social-link.ts";

const stored = [
  {
    section_key: "hero",
    content: { title: "Hello", subtitle: "You", subtitle_es: "Tú", backgroundImage: "/uploads/a.jpg" },
  },
  { section_key: "expect", content: { title: "Fun", title_es: "Diversión" } },
  {
    section_key: "footer",
    content: { description: "English", description_es: "Español", email: "hola@ronda.example", phone: 12 },
  },
];

test("English shows what is stored", () => {
  const content = homeContentIn("en", stored);
  expect(content.hero).toEqual({ title: "Hello", subtitle: "You", backgroundImage: "/uploads/a.jpg" });
  expect(content.footer).toEqual({ description: "English", email: "hola@ronda.example" });
});

test("Spanish shows stored Spanish and what has no language, never stored English", () => {
  expect(homeContentIn("es", stored).hero).toEqual({ subtitle: "Tú", backgroundImage: "/uploads/a.jpg" });
});

test("what to expect and the footer speak the page's own Spanish", () => {
  const content = homeContentIn("es", stored);
  expect(content.expect).toEqual({});
  expect(content.footer).toEqual({ email: "hola@ronda.example" });
});

test.each([[[]], [[{ section_key: "hero", content: null }]], [[{ section_key: "hero", content: ["x"] }]]])(
  "what is stored as %o breaks nothing",
  (sections) => expect(homeContentIn("es", sections).hero).toEqual({}),
);

test.each([
  ["https://instagram.test/ronda", true],
  ["https://instagram.test/", false],
  ["#", false],
  ["", false],
  [undefined, false],
  ["javascript:alert(1)", false],
])("%s is a link: %s", (link, real) => expect(isRealLink(link)).toBe(real));

test.each([
  ["4–5 venues", "4–5", "venues"],
  ["15+ personas", "15+", "personas"],
  ["400 MXN / 20 USD", "400 MXN", "20 USD"],
  ["Welcome drinks included", null, "Welcome drinks included"],
])("%s starts with the figure %s", (text, figure, rest) => expect(figureOf(text)).toEqual({ figure, rest }));
