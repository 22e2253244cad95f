import { expect, test } from "vitest";
import { draftOf } from "#src/modules/site/content/rules/home-draft.ts";
import { homeFieldErrors } from "#src/modules/site/content/rules/home-errors.ts";
import { type DraftKey, SECTION_KEYS, type SectionKey } from "#src/modules/site/content/rules/home-fields.ts";
import { homeOn } from "#db/seeds/demo/home.ts";

const errors = (key: DraftKey, content: object) =>
  homeFieldErrors(key, draftOf(key, content)).map(({ path, message }) => `${path} ${message.split(".").at(-1)}`);

test("the demo's texts have no errors", () => {
  const home = homeOn("2026-11-20") as Partial<Record<SectionKey, object>>;
  for (const key of SECTION_KEYS) expect(errors(key, home[key] ?? {}), key).toEqual([]);
});

test.each<[DraftKey, object, string[]]>([
  ["hero", { title: "x".repeat(81) }, ["title long"]],
  ["hero", { title_es: "x".repeat(81) }, ["title_es long"]],
  ["hero", { title: ` ${"x".repeat(80)} ` }, []],
  ["hero", { title: "{{constructor}} <img src=x onerror=alert(1)>" }, []],
  ["hero", { subtitle: "one\r\ntwo" }, []],
  ["hero", { subtitle: "4\u2060–\u20605 venues" }, []],
  ["hero", { subtitle: "nul \u0000 turned \u202E around" }, []],
  ["hero", { backgroundImage: "/uploads/0123abcd" }, []],
  ["hero", { backgroundImage: "https://cdn.example/night.jpg" }, ["backgroundImage picture"]],
  ["hero", { backgroundImage: "/uploads/../secret" }, ["backgroundImage picture"]],
  ["events", { items: [{ link: "/mezcal-tasting" }, { link: "https://tickets.example/x" }] }, []],
  ["events", { items: [{}, { link: "javascript:alert(1)" }] }, ["items.1.link link"]],
  ["events", { items: [{ link: "//evil.example" }] }, ["items.0.link link"]],
  ["events", { items: [{ link: "http://tickets.example" }] }, ["items.0.link link"]],
  ["events", { items: Array.from({ length: 13 }, () => ({ title: "A" })) }, ["items many"]],
  ["footer", { email: "hola@ronda.example", phone: "+52 55 0000 0000", facebook: "#" }, []],
  [
    "footer",
    { email: "hola", phone: "call us", instagram: "ronda" },
    ["email email", "phone phone", "instagram social"],
  ],
  ["terms", { title: "{company}", lead: "[x](y)" }, []],
  ["terms", { title: "{emial}", description_es: "{correo}" }, ["title live", "description_es live"]],
  ["faq", { blocks: [{ title: "{aa}", text: "{constructor}" }] }, ["items.0.title live", "items.0.text live"]],
  ["about", { routeNote: "{metodos}", blocks: [{ time: "{aa}" }] }, ["routeNote live"]],
])("%s with %o", (key, content, expected) => expect(errors(key, content)).toEqual(expected));
