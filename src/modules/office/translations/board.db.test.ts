import { beforeAll, expect, test } from "vitest";
import { catalogTexts, cityToEdit, crawlToEdit } from "#src/modules/site/catalog/queries.server.ts";
import { updateCity } from "#src/modules/site/catalog/save-city.server.ts";
import { CityFields } from "#src/modules/site/catalog/schema.ts";
import { addImage } from "#src/modules/site/content/add-image.server.ts";
import { homeToEdit } from "#src/modules/site/content/queries.server.ts";
import { publishDraft } from "#src/modules/site/content/publish-draft.server.ts";
import { saveDraft } from "#src/modules/site/content/save-draft.server.ts";
import { languageBoard } from "#src/modules/office/translations/queries.server.ts";
import { type BoardFilter, stateIn } from "#src/modules/office/translations/rules/board.ts";
import { textsSheet } from "#src/modules/office/translations/write-csv.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { seedMinimal } from "#tests/seeds.ts";
import { csvText } from "#tests/sheets.ts";

const database = freshDatabase();
const staff = (role = "admin", over = {}) => database.ctx({ actor: { kind: "user", role }, ...over });
const ALL: BoardFilter = { state: null, source: null, q: "" };

beforeAll(async () => void (await seedMinimal(database.services.db)));

const board = async (filter: Partial<BoardFilter> = {}, role = "admin") => {
  const snapshot = await languageBoard(staff(role), { ...ALL, ...filter });
  if (!snapshot.ok) throw new Error(snapshot.reason);
  return snapshot;
};
const textOf = async (key: string) =>
  (await board()).records.flatMap(({ texts }) => texts).find((text) => text.key === key)!;

const saveHero = async (texts: Record<string, string>) => {
  const home = await homeToEdit(staff());
  if (!home.ok) throw new Error(home.reason);
  const draft = { ...home.draft.hero, texts: { ...home.draft.hero.texts, ...texts } };
  await saveDraft(staff(), "home", [{ key: "hero", version: home.versions.hero, draft }]);
};
const publish = async (minutes: number) => {
  const home = await homeToEdit(staff());
  if (!home.ok) throw new Error(home.reason);
  const now = new Date(staff().now.getTime() + minutes * 60_000);
  expect(await publishDraft(staff("admin", { now }), "home", { versions: home.versions, note: "" })).toMatchObject({
    ok: true,
  });
};

test("a text of the home page is missing, complete, and older once the other language alone was published anew", async () => {
  await saveHero({ title: "Tonight" });
  expect(await textOf("home/hero/title")).toMatchObject({ en: "Tonight", es: "", older: null });
  await publish(1);
  await saveHero({ title_es: "Esta noche" });
  await publish(2);
  expect(await textOf("home/hero/title")).toMatchObject({ es: "Esta noche", older: null });
  await saveHero({ title: "Tonight, in the old town" });
  const drafted = await textOf("home/hero/title");
  expect(drafted.older?.language).toBe("es");
  expect(drafted.href).toEqual({
    en: "/admin/home-content?section=hero#hero-title",
    es: "/admin/home-content?section=hero#hero-title_es",
  });
  await publish(3);
  expect(stateIn("es", await textOf("home/hero/title"))).toBe("older");
  await saveHero({ title_es: "Esta noche en el centro" });
  expect(stateIn("es", await textOf("home/hero/title"))).toBe("complete");
});

test("a city's texts are as old as the audit log says", async () => {
  const snapshot = await catalogTexts(staff());
  const { id } = snapshot.ok ? snapshot.cities[0]! : { id: "" };
  const save = async (over: object) => {
    const city = await cityToEdit(staff(), id);
    if (!city.ok) throw new Error(city.reason);
    const { version, draft } = city.saved;
    const result = await updateCity(staff(), { id, version, city: CityFields.parse({ ...draft, ...over }) });
    expect(result).toMatchObject({ ok: true });
  };
  await save({ description: "Bars", description_es: "Bares" });
  expect((await textOf(`cities/${id}/description`)).older).toBeNull();
  await save({ map_url: "https://maps.example/x" });
  await save({ description: "Bars and more" });
  expect((await textOf(`cities/${id}/description`)).older).toMatchObject({ language: "es" });
  await save({ description_es: "Bares y más" });
  expect((await textOf(`cities/${id}/description`)).older).toBeNull();
});

test("filters by state, source and words, whatever their accents; and needs the permission", async () => {
  await saveHero({ subtitle: "Música in every bar" });
  const missing = await board({ state: "missing", source: "home", q: "musica" });
  expect(missing.records).toHaveLength(1);
  expect(missing.records[0]!.texts.map(({ key }) => key)).toEqual(["home/hero/subtitle"]);
  expect(missing.states).toMatchObject({ missing: 1, complete: 0 });
  const { languages } = await board();
  expect(languages.es.missing).toBeGreaterThan(0);
  expect(await languageBoard(staff("support"), ALL)).toMatchObject({ ok: false, missing: "content.change" });
  expect((await board({}, "marketing")).sources).toEqual(["home", "pages", "cities", "crawls"]);
});

test("the file has what is missing, keys and fingerprints, and no formula", async () => {
  await saveHero({ subtitle: '=HYPERLINK("https://evil.example","x")' });
  const written = await textsSheet(staff(), { ...ALL, state: "missing", source: "home" });
  const [heads, ...lines] = (written.ok ? await csvText(written.sheet) : "").split("\r\n");
  expect(heads).toBe("key,place,en,es,state,fingerprint");
  const line = lines.find((one) => one.startsWith("home/hero/subtitle"));
  expect(line).toMatch(/,"'=HYPERLINK\(""https:\/\/evil.example"",""x""\)",,missing,x[\da-f]{12}\.[\da-f]{12}$/);
  expect(await textsSheet(staff("guide"), ALL)).toMatchObject({ ok: false, reason: "forbidden" });
});

test("a crawl's lines lead to their fields", async () => {
  const snapshot = await catalogTexts(staff());
  const crawl = snapshot.ok ? snapshot.crawls[0]! : null;
  expect(await crawlToEdit(staff(), crawl!.id)).toMatchObject({ ok: true });
  const text = await textOf(`crawls/${crawl!.id}/title`);
  expect(text.href.es).toBe(`/admin/edit-pub-crawl/${crawl!.id}#title_es`);
});

test("a gallery picture that came with its description from the library is on the board", async () => {
  const added = await addImage(staff(), { src: "/pictures/oaxaca", site: "cdmx", alt: "Dancers", alt_es: "" });
  if (!added.ok) throw new Error(added.reason);
  expect(await textOf(`gallery/${added.id}/alt`)).toMatchObject({ en: "Dancers", es: "", older: null });
});
