import { expect, test } from "vitest";
import { homeContentFor, homeContentIn } from "#src/modules/site/content/rules/home-content.ts";
import { figureOf } from "#src/modules/site/content/rules/figure.ts";
import { instagramEmbed } from "#src/modules/site/content/rules/instagram.ts";
import { isRealLink } from "#src/modules/site/content/rules/social-link.ts";

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

test("contact that the footer doesn't give is that of the settings", () => {
  const contact = { email: "shop@ronda.example", phone: "55 1234", facebook: "", instagram: "", twitter: "" };
  const { footer } = homeContentFor("es", stored, contact);
  expect(footer).toEqual({ email: "hola@ronda.example", phone: "55 1234" });
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
  ["MX$400 / US$20", "MX$400", "/ US$20"],
  ["400 MXN / 20 USD", "400 MXN", "/ 20 USD"],
  ["Welcome drinks included", null, "Welcome drinks included"],
])("%s starts with the figure %s", (text, figure, rest) => expect(figureOf(text)).toEqual({ figure, rest }));

const events = {
  section_key: "events",
  content: {
    title: "Special nights",
    title_es: "Noches especiales",
    items: [
      { title: "Halloween", title_es: "Noche de Muertos", date: "October 31", date_es: "31 de octubre", time: "20:00" },
      { title: "New Year", title_es: "Año Nuevo", date: "2026-12-31" },
      { title: "Only in English", subtitle_es: "Sin título", link: "/vip-bar-crawl" },
      { subtitle: "No title" },
      "no event at all",
    ],
  },
};

test("an event needs a title in the page's language; its time has none", () => {
  const titles = (locale: "en" | "es") => homeContentIn(locale, [events]).events.items.map(({ title }) => title);
  expect(titles("en")).toEqual(["Halloween", "New Year", "Only in English"]);
  expect(titles("es")).toEqual(["Noche de Muertos", "Año Nuevo"]);
  const { title, items } = homeContentIn("es", [events]).events;
  expect(title).toBe("Noches especiales");
  expect(items[0]).toEqual({ title: "Noche de Muertos", date: "31 de octubre", time: "20:00" });
  expect(items[1]).toEqual({ title: "Año Nuevo", date: "2026-12-31" });
});

test.each([
  ["/mezcal-tasting", "/mezcal-tasting"],
  ["https://tickets.example/night", "https://tickets.example/night"],
  ["#", undefined],
  ["//evil.example", undefined],
  ["/\\evil.example", undefined],
  ["javascript:alert(1)", undefined],
  [7, undefined],
])("the link %s of an event leads to %s", (link, expected) => {
  const content = { items: [{ title: "Night", link }] };
  expect(homeContentIn("en", [{ section_key: "events", content }]).events.items[0]?.link).toBe(expected);
});

test("features speak the page's own Spanish, whatever is stored", () => {
  const features = { drinks: { title: "Drinks", title_es: "Tragos" } };
  const sections = [{ section_key: "features", content: features }];
  expect(homeContentIn("en", sections).features.drinks).toEqual({ title: "Drinks" });
  expect(homeContentIn("es", sections).features.drinks).toEqual({});
});

test("the stops of the route are those of the language, or none", () => {
  const stops = [{ time: "20:00", title: "Meet up", title_es: "Punto de encuentro", badge: "Shot", badge_es: "" }];
  const sections = [{ section_key: "route", content: { title: "The route", stops } }];
  expect(homeContentIn("es", sections).route).toEqual({ stops: [{ time: "20:00", title: "Punto de encuentro" }] });
  expect(homeContentIn("en", []).route).toEqual({ stops: [] });
});

test("a guest's words stay as they were written until somebody translates them", () => {
  const items = [
    { text: "Best night", author: "A", country: "France", country_es: "Francia" },
    { text: "Great", text_es: "Genial", author: "B", country: "Peru" },
    { text: "Nobody said this" },
  ];
  const { testimonials } = homeContentIn("es", [{ section_key: "testimonials", content: { items } }]);
  expect(testimonials.items).toEqual([
    { text: "Best night", author: "A", country: "Francia" },
    { text: "Genial", author: "B", country: "Peru" },
  ]);
});

test.each([
  ["https://www.instagram.com/p/Cx_9-aB/", "https://www.instagram.com/p/Cx_9-aB/embed"],
  ["https://instagram.com/ronda/p/Cx9?img_index=1", "https://www.instagram.com/p/Cx9/embed"],
  ["https://www.instagram.com/p/", null],
  ["https://www.instagram.com/p/a%2F..", null],
  ["https://www.instagram.com/reel/Cx9/", null],
  ["https://social.example/picture.jpg", null],
])("%s is embedded as %s", (link, embed) => expect(instagramEmbed(link)).toBe(embed));

test.each([
  ["/pictures/cdmx-wide", "/pictures/cdmx-wide"],
  ["https://cdn.example/night.jpg", undefined],
  ["//cdn.example/pictures/night", undefined],
  ["/uploads/../secret", undefined],
])("the picture %s is shown as %s: pages load none from other hosts", (backgroundImage, expected) => {
  const one = { section_key: "hero", content: { backgroundImage } };
  expect(homeContentIn("es", [one]).hero.backgroundImage).toBe(expected);
});
