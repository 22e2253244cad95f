import { describe, expect, test } from "vitest";
import {
  CITY_FIELDS,
  type CityDraft,
  type CityField,
  cityDraftOf,
  cityDraftOfForm,
  cityIdOf,
  emptyCity,
  isMapLink,
  isTimeZone,
  MEXICAN_ZONES,
  otherZones,
  untranslatedIn,
} from "#src/modules/site/catalog/rules/city.ts";
import { byFields } from "#src/kernel/edited.ts";
import { CityFields, CityId, CityToSwitch, OrderCities } from "#src/modules/site/catalog/schema.ts";

const PICTURE = "/uploads/0123456789abcdef0123456789abcdef";
const FULL: CityDraft = {
  name: "Mexico City",
  name_es: "Ciudad de México",
  description: "Cantinas.\nRooftops.",
  description_es: "Cantinas.\nTerrazas.",
  image: { src: PICTURE, alt: "Towers at night", alt_es: "Torres de noche" },
  meeting_point: "The fountain",
  meeting_point_es: "La fuente",
  map_url: "https://maps.example.com/?q=19.41,-99.16",
  time_zone: "America/Mexico_City",
};
const problemOf = (over: Partial<CityDraft>) =>
  CityFields.safeParse({ ...FULL, ...over }).error?.issues.map(({ path, message }) => [path[0], message])[0] ?? null;

test("a form becomes columns and comes back as it was", () => {
  const stored = CityFields.parse(FULL);
  expect(stored).toMatchObject({ image: PICTURE, image_alt: "Towers at night", image_alt_es: "Torres de noche" });
  expect(cityDraftOf(stored)).toEqual(FULL);
  const bare = CityFields.parse({ ...emptyCity("America/Merida"), name: "Mérida" });
  expect(bare).toMatchObject({ name_es: null, description: "", image: null, image_alt: "", map_url: null });
  expect(cityDraftOf(bare)).toEqual({ ...emptyCity("America/Merida"), name: "Mérida" });
});

test("a posted form is read with its line breaks as one character, and without a picture when there is none", () => {
  const form = new FormData();
  form.set("name", "Mérida");
  form.set("description", "Cantinas.\r\nTerrazas.");
  form.set("image_alt", "left over");
  expect(cityDraftOfForm(form)).toEqual({ ...emptyCity(""), name: "Mérida", description: "Cantinas.\nTerrazas." });
});

describe("what is written is kept as text", () => {
  test.each(["{{constructor}}", "<img src=x onerror=alert(1)>", "Köln & Söhne’s", "${7*7}"])("%s", (text) => {
    expect(CityFields.parse({ ...FULL, name: text, description: text }).name).toBe(text);
  });
});

test.each<[string, Partial<CityDraft>, [string, string] | null]>([
  ["nothing wrong", {}, null],
  ["no name", { name: " " }, ["name", "catalog-cities-admin.error.name"]],
  ["a name in Spanish only", { name: "", name_es: "Mérida" }, ["name", "catalog-cities-admin.error.name"]],
  ["no translation", { name_es: "", description_es: "", meeting_point_es: "" }, null],
  ["a description in Spanish only", { description: "" }, ["description", "catalog-cities-admin.error.english"]],
  ["a meeting point in Spanish only", { meeting_point: "" }, ["meeting_point", "catalog-cities-admin.error.english"]],
  ["a name of nothing that shows", { name: "\u202e\u00ad" }, ["name", "catalog-cities-admin.error.name"]],
  ["a long name", { name: "m".repeat(61) }, ["name", "catalog-admin.error.long"]],
  [
    "a picture from elsewhere",
    { image: { src: "https://x.example/a", alt: "", alt_es: "" } },
    ["image", "catalog-admin.error.picture"],
  ],
  ["a zone of no place", { time_zone: "America/Atlantis" }, ["time_zone", "catalog-cities-admin.error.zone"]],
  ["a map that isn't encrypted", { map_url: "http://maps.example.com" }, ["map_url", "catalog-cities-admin.error.map"]],
  ["no map", { map_url: "" }, null],
])("%s", (_, over, expected) => expect(problemOf(over)).toEqual(expected));

test.each([
  ["https://maps.example.com/?q=1", true],
  ["https://www.openstreetmap.org/#map=18/19.4/-99.1", true],
  ["http://maps.example.com/", false],
  ["javascript:alert(1)", false],
  ["data:text/html,x", false],
  ["//maps.example.com", false],
  ["https://localhost/map", false],
  ["https://user:word@maps.example.com", false],
  ["https://maps.example.com/a b", false],
  ["maps.example.com", false],
])("a link to a map, %s: %s", (text, is) => expect(isMapLink(text)).toBe(is));

test.each([
  ["America/Mexico_City", true],
  ["America/Argentina/Buenos_Aires", true],
  ["Europe/Madrid", true],
  ["America/Atlantis", false],
  ["Etc/GMT+6", false],
  ["UTC", false],
  ["-06:00", false],
  ["", false],
  ["America/Mexico_City; drop table cities", false],
])("a time zone, %s: %s", (text, is) => expect(isTimeZone(text)).toBe(is));

test("every zone that can be chosen is valid, those of Mexico only once", () => {
  expect([...MEXICAN_ZONES, ...otherZones()].filter((zone) => !isTimeZone(zone))).toEqual([]);
  expect(new Set([...MEXICAN_ZONES, ...otherZones()]).size).toBe(MEXICAN_ZONES.length + otherZones().length);
});

test.each([
  ["Puerto Vallarta", "puerto-vallarta"],
  ["San Cristóbal de las Casas", "san-cristobal-de-las-casas"],
  [`${"m".repeat(59)} Norte`, "m".repeat(59)],
  ["東京", ""],
])("the address of %s by default: %j", (name, id) => expect(cityIdOf(name)).toBe(id));

test.each([
  ["puerto-vallarta", null],
  ["", "catalog-cities-admin.error.slug"],
  ["Puerto", "catalog-cities-admin.error.slug"],
  ["puerto--vallarta", "catalog-cities-admin.error.slug"],
  ["../admin", "catalog-cities-admin.error.slug"],
  ["new", "catalog-cities-admin.error.slugTaken"],
  ["m".repeat(61), "catalog-cities-admin.error.slugLong"],
])("an address, %j: %s", (id, expected) =>
  expect(CityId.safeParse(id).error?.issues[0]?.message ?? null).toBe(expected),
);

test.each<[Partial<CityDraft>, number | null]>([
  [{}, 0],
  [{ name_es: "" }, 1],
  [{ name_es: " ", description_es: "", image: { src: PICTURE, alt: "Towers", alt_es: "" } }, 3],
  [{ name: "", description: "", meeting_point: "", image: null }, null],
])("texts to translate, %j: %s", (over, count) => expect(untranslatedIn({ ...FULL, ...over })).toBe(count));

test("a merge takes theirs where nothing was typed, keeps mine elsewhere, and names what both have changed", () => {
  const mine = { ...FULL, name: "CDMX", name_es: "La ciudad" };
  const theirs = { ...FULL, name: "DF", time_zone: "America/Cancun" };
  expect(byFields<CityDraft, CityField>(CITY_FIELDS).merged(FULL, mine, theirs)).toEqual({
    draft: { ...FULL, name: "CDMX", name_es: "La ciudad", time_zone: "America/Cancun" },
    both: ["name"],
  });
});

test.each([
  [OrderCities, { was: "a,b", now: "b,a" }, true],
  [OrderCities, { was: "", now: "" }, false],
  [OrderCities, { was: "a,B!", now: "a" }, false],
  [CityToSwitch, { id: "oaxaca" }, true],
  [CityToSwitch, { id: "../x" }, false],
])("an action as posted, %#: %j: %s", (form, posted, is) => expect(form.safeParse(posted).success).toBe(is));
