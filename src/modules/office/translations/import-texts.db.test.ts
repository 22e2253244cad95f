import { beforeAll, describe, expect, test } from "vitest";
import { csvLine } from "#src/kernel/csv.ts";
import { catalogTexts, cityToEdit } from "#src/modules/site/catalog/queries.server.ts";
import { updateCity } from "#src/modules/site/catalog/save-city.server.ts";
import { CityFields } from "#src/modules/site/catalog/schema.ts";
import { pageToEdit } from "#src/modules/site/content/read-pages.server.ts";
import { publishTemplate } from "#src/modules/mail/notifications/publish-template.server.ts";
import { everyTemplate } from "#src/modules/mail/notifications/read-templates.server.ts";
import { textsOf } from "#src/modules/mail/notifications/rules/template-texts.ts";
import { languageBoard } from "#src/modules/office/translations/queries.server.ts";
import { homeContent, homeToEdit } from "#src/modules/site/content/queries.server.ts";
import { saveDraft } from "#src/modules/site/content/save-draft.server.ts";
import { importTexts } from "#src/modules/office/translations/import-texts.server.ts";
import { planTexts } from "#src/modules/office/translations/plan-texts.server.ts";
import { readTextsFile } from "#src/modules/office/translations/read-file.server.ts";
import type { FileRow } from "#src/modules/office/translations/rules/file.ts";
import { textsSheet } from "#src/modules/office/translations/write-csv.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { seedMinimal } from "#tests/seeds.ts";
import { csvText } from "#tests/sheets.ts";

const database = freshDatabase();
const staff = (role = "admin") => database.ctx({ actor: { kind: "user", role } });
let city: string;
let crawl: string;

beforeAll(async () => {
  await seedMinimal(database.services.db);
  const snapshot = await catalogTexts(staff());
  if (!snapshot.ok) throw new Error(snapshot.reason);
  await database.services.db.updateTable("pub_crawls").set({ description: "Bars" }).execute();
  [city, crawl] = [snapshot.cities[0]!.id, snapshot.crawls[0]!.id];
});

const granted = <T extends { ok: boolean }>(result: T): Extract<T, { ok: true }> => {
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result as Extract<T, { ok: true }>;
};
const exported = async () => csvText(granted(await textsSheet(staff(), { state: null, source: null, q: "" })).sheet);
const bytesOf = (file: string | Uint8Array) => (typeof file === "string" ? new TextEncoder().encode(file) : file);
const read = async (file: string | Uint8Array) => granted(await readTextsFile(bytesOf(file))).rows;

/** The exported rows of some keys, with other cells. */
async function rowsWith(cells: Record<string, { en?: string; es?: string; fingerprint?: string }>): Promise<FileRow[]> {
  const rows = (await read(await exported())).filter(({ key }) => key in cells);
  expect(rows).toHaveLength(Object.keys(cells).length);
  return rows.map((row) => ({ ...row, ...cells[row.key] }));
}
const cityNow = async () => granted(await cityToEdit(staff(), city)).saved;
const saveCity = async (over: object) => {
  const { version, draft } = await cityNow();
  granted(await updateCity(staff(), { id: city, version, city: CityFields.parse({ ...draft, ...over }) }));
};
const saveHero = async (texts: Record<string, string>) => {
  const { draft, versions } = granted(await homeToEdit(staff()));
  const hero = { ...draft.hero, texts: { ...draft.hero.texts, ...texts } };
  granted(await saveDraft(staff(), "home", [{ key: "hero", version: versions.hero, draft: hero }]));
};
const problems = async (rows: readonly FileRow[], role = "admin") =>
  granted(await planTexts(staff(role), rows)).plan.records.flatMap(({ problem, texts }) =>
    [problem, ...texts.map((text) => text.problem)].flatMap((one) => (one ? [one.message] : [])),
  );
const entries = () =>
  database.services.db.selectFrom("audit_log").select(["action", "subject_id"]).orderBy("id").execute();

test("a file that comes back as it was exported changes nothing", async () => {
  await saveCity({ description: '=HYPERLINK("https://x.example")\n- "a"; +1', description_es: "“Bares” 🎉" });
  const { plan } = granted(await planTexts(staff(), await read(await exported())));
  expect(plan).toMatchObject({ records: [], unknown: [] });
  expect(plan.same).toBeGreaterThan(2);
});

test("a translated city is saved once, with one audit entry, and a formula is text again", async () => {
  const rows = await rowsWith({ [`cities/${city}/description`]: { es: `'=HYPERLINK("x")\r\n'- uno` } });
  const before = (await entries()).length;
  expect(granted(await importTexts(staff(), rows)).records).toMatchObject([{ id: city, texts: 1, problem: null }]);
  expect((await cityNow()).draft.description_es).toBe('=HYPERLINK("x")\n- uno');
  expect(granted(await importTexts(staff(), rows))).toMatchObject({ records: [], same: 1 });
  expect((await entries()).slice(before)).toEqual([{ action: "city.updated", subject_id: city }]);
});

test("a home page's texts become a draft, and guests see nothing of it", async () => {
  await saveHero({ title: "Tonight" });
  const rows = await rowsWith({ "home/hero/title": { es: "Esta noche" } });
  expect(granted(await importTexts(staff("marketing"), rows)).records).toMatchObject([{ id: "hero", problem: null }]);
  expect(granted(await homeToEdit(staff())).draft.hero.texts["title_es"]).toBe("Esta noche");
  expect((await homeContent(database.ctx({ locale: "es" }))).hero.title).toBeUndefined();
});

test("what was changed here since the export is refused, and its whole record with it", async () => {
  const key = (field: string) => `cities/${city}/${field}`;
  await saveCity({ meeting_point: "Fountain", meeting_point_es: "" });
  const rows = await rowsWith({
    [key("meeting_point")]: { es: "La fuente" },
    [key("description")]: { es: "Otra" },
  });
  await saveCity({ meeting_point_es: "Junto a la fuente" });
  expect(await problems(rows)).toEqual(["translations.problem.meanwhile"]);
  const version = (await cityNow()).version;
  expect(granted(await importTexts(staff(), rows)).records).toMatchObject([
    { id: city, problem: { message: "translations.problem.meanwhile" } },
  ]);
  expect((await cityNow()).version).toBe(version);
});

test("a change of the language that the file leaves alone is kept", async () => {
  const rows = await rowsWith({ [`cities/${city}/meeting_point`]: { es: "La fuente grande" } });
  await saveCity({ meeting_point: "The big fountain" });
  expect(granted(await importTexts(staff(), rows)).records).toMatchObject([{ problem: null }]);
  const { draft } = await cityNow();
  expect([draft.meeting_point, draft.meeting_point_es]).toEqual(["The big fountain", "La fuente grande"]);
});

test("what breaks a rule, comes twice, has no fingerprint or isn't allowed says so", async () => {
  const title = `crawls/${crawl}/title`;
  expect(await problems(await rowsWith({ [title]: { es: "x".repeat(121) } }))).toEqual(["catalog-admin.error.long"]);
  expect(await problems(await rowsWith({ [title]: { es: "Ruta", fingerprint: "1" } }))).toEqual([
    "translations.problem.fingerprint",
  ]);
  const [row] = await rowsWith({ [title]: { es: "Ruta" } });
  expect(await problems([row!, { ...row!, es: "Camino" }])).toEqual(["translations.problem.twice"]);
  expect(await problems([row!], "marketing")).toEqual(["translations.problem.forbidden"]);
  expect(granted(await importTexts(staff("marketing"), [row!])).records).toMatchObject([
    { id: crawl, problem: { message: "translations.problem.forbidden" } },
  ]);
  expect(granted(await planTexts(staff(), [{ ...row!, key: "crawls/nope/title" }])).plan.unknown).toHaveLength(1);
  expect(await problems(await rowsWith({ [title]: { en: "", es: "" } }))).toEqual([]);
  expect(await importTexts(staff("support"), [row!])).toMatchObject({ ok: false, reason: "forbidden" });
});

test("two imports at once save a record once, and without its version the second would overwrite", async () => {
  const rows = await rowsWith({ [`cities/${city}/name`]: { es: "Ciudad de las Rondas" } });
  const other = rows.map((row) => ({ ...row, es: "Otra ciudad" }));
  const done = await Promise.all([importTexts(staff(), rows), importTexts(staff(), other)]);
  const outcomes = done.flatMap((one) => granted(one).records.map(({ problem }) => problem?.message ?? "saved"));
  expect(outcomes.toSorted()).toEqual(["saved", "translations.problem.meanwhile"]);
  // the control: the same texts, exported anew, do overwrite
  const [again] = await rowsWith({ [`cities/${city}/name`]: { es: "Tercera" } });
  expect(granted(await importTexts(staff(), [again!])).records).toMatchObject([{ problem: null }]);
});

test("a plain page becomes a draft, and guests see its words as before", async () => {
  const rows = await rowsWith({ "pages/about/title": { es: "Quiénes somos de verdad" } });
  const before = (await entries()).length;
  expect(granted(await importTexts(staff("marketing"), rows)).records).toMatchObject([{ id: "about", problem: null }]);
  const page = granted(await pageToEdit(staff(), "about"));
  expect(page.draft.texts["title_es"]).toBe("Quiénes somos de verdad");
  expect(page.published.texts["title_es"]).not.toBe("Quiénes somos de verdad");
  expect((await entries()).slice(before)).toEqual([{ action: "page_draft.saved", subject_id: "about" }]);
});

test("an email worded in English alone lacks Spanish; what can't be inserted is refused in words", async () => {
  const id = "emails.confirmation.title";
  const { templates } = granted(await everyTemplate(staff()));
  const kind = templates.find(({ kind: one }) => textsOf(one).some((text) => text.id === id))!.kind;
  const key = `emails/${kind}/${id}`;
  expect((await read(await exported())).find((row) => row.key === key)?.es).not.toBe("");
  granted(await publishTemplate(staff(), { kind, base: 1, texts: { en: { [id]: "See you, {{name}}" }, es: {} } }));
  const wrong = await rowsWith({ [key]: { es: "Nos vemos, {{constructor}}" } });
  expect(wrong[0]).toMatchObject({ en: "See you, {{name}}" });
  expect(await problems(wrong)).toEqual(["notifications-templates.problem.unknown"]);
  const rows = wrong.map((row) => ({ ...row, es: "Nos vemos, {{name}}" }));
  expect(granted(await importTexts(staff(), rows)).records).toMatchObject([{ id: kind, problem: null }]);
  const now = granted(await everyTemplate(staff())).templates.find((one) => one.kind === kind)!;
  expect(now.wordings.at(-1)!.wording).toEqual({
    en: { [id]: "See you, {{name}}" },
    es: { [id]: "Nos vemos, {{name}}" },
  });
  expect(granted(await importTexts(staff(), rows))).toMatchObject({ records: [], same: 1 });
  expect(granted(await planTexts(staff("marketing"), rows)).plan.unknown).toHaveLength(1);
});

test("what a gallery's picture and one of the library show comes back as well", async () => {
  const { db } = database.services;
  const name = "a".repeat(32);
  await db.insertInto("pictures").values({ name, alt: "Dancers", added_at: staff().now }).execute();
  const { id } = await db
    .insertInto("gallery_images")
    .values({ image_url: "/pictures/x", alt: "A toast", site_tag: "cdmx", position: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const rows = await rowsWith({ [`pictures/${name}/alt`]: { es: "Bailan" }, [`gallery/${id}/alt`]: { es: "Brindis" } });
  expect(granted(await importTexts(staff(), rows)).records.map(({ problem }) => problem)).toEqual([null, null]);
  expect(await db.selectFrom("pictures").select("alt_es").where("name", "=", name).execute()).toEqual([
    { alt_es: "Bailan" },
  ]);
  expect(await db.selectFrom("gallery_images").select("alt_es").where("id", "=", id).execute()).toEqual([
    { alt_es: "Brindis" },
  ]);
  granted(await importTexts(staff(), await rowsWith({ [`gallery/${id}/alt`]: { en: "A long toast" } })));
  const snapshot = granted(await languageBoard(staff(), { state: "older", source: "gallery", q: "" }));
  expect(snapshot.records.flatMap(({ texts }) => texts.map(({ older }) => older?.language))).toEqual(["es"]);
});

describe("a file is read as spreadsheets save it", () => {
  const HEADS = ["key", "place", "en", "es", "state", "fingerprint"];
  const line = csvLine(["a/b", "p", 'He said "hi"; bye', "dos\nlíneas", "", "x1"]);
  const [first, second] = [csvLine(HEADS), line];
  const row = { line: 2, key: "a/b", en: 'He said "hi"; bye', es: "dos\nlíneas", fingerprint: "x1" };
  const semicolons = `\ufeff${HEADS.join(";")}\r\na/b;p;"He said ""hi""; bye";"dos\nlíneas";;x1\r\n;;;;;\r\n`;
  const utf16 = new Uint8Array(
    Buffer.from(`\ufeff${HEADS.join("\t")}\r\na/b\tp\t"He said ""hi""; bye"\t"dos\nlíneas"\t\tx1`, "utf16le"),
  );

  test.each([
    ["as exported", `\ufeff${first}${second}`],
    ["without a byte order mark, with bare line feeds", `${first}${second}`.replaceAll("\r\n", "\n")],
    ["with semicolons", semicolons],
    ["as UTF-16 with tabs", utf16],
    ["with its columns in another order", 'ES,Key,fingerprint,EN\r\n"dos\nlíneas",a/b,x1,"He said ""hi""; bye"\r\n'],
  ])("%s", async (_, file) => expect(await read(file)).toEqual([row]));

  test.each([
    ["file_not_utf8", new Uint8Array([...Buffer.from(first), 0x6e, 0xf1])],
    ["file_not_utf8", "key,en,es,fingerprint\n\0"],
    ["file_without_columns", "a,b\r\n1,2\r\n"],
    ["file_without_columns", ""],
    ["file_unreadable", `${first}a/b,p,"open\r\n`],
    ["file_too_large", new Uint8Array(2 * 1024 * 1024 + 1)],
    ["file_too_long", `${first}${"a\n".repeat(20_001)}`],
    // no line of it is read
    ["file_without_columns", `a,b\r\n${'x,"y'.repeat(9)}`],
  ])("%s", async (reason, file) => {
    expect(await readTextsFile(bytesOf(file))).toMatchObject({ ok: false, reason });
  });

  /** How often others had a turn while a file was read. */
  async function turnsOf(file: string): Promise<{ turns: number; read: Awaited<ReturnType<typeof readTextsFile>> }> {
    let turns = 0;
    let reading = true;
    const others = (): void => void setImmediate(() => reading && (turns++, others()));
    others();
    const done = await readTextsFile(bytesOf(file));
    reading = false;
    return { turns, read: done };
  }

  test("while a long file is read others are served, and none of it is where its heads are wrong", async () => {
    const lines = (count: number) => csvLine(["a/b", "p", "Hello 🍻 there", "Hola", "", "x1"]).repeat(count);
    const long = await turnsOf(first + lines(20_000));
    const rows = granted(long.read).rows;
    expect([rows.length, new Set(rows.map(({ en }) => en))]).toEqual([20_000, new Set(["Hello 🍻 there"])]);
    expect(long.turns).toBeGreaterThan(30);
    const wrong = await turnsOf(csvLine(["a", "b"]) + "a,b\n".repeat(200_000));
    expect(wrong).toMatchObject({ turns: 0, read: { reason: "file_without_columns" } });
    const tooLong = await turnsOf(first + "a,b\n".repeat(200_000));
    expect(tooLong.read).toMatchObject({ reason: "file_too_long" });
    expect(tooLong.turns).toBeLessThan(20);
  });
});
