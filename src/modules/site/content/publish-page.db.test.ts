import { beforeEach, expect, test } from "vitest";
import * as documents from "#src/locales/documents.server.ts";
import { discardDraft } from "#src/modules/site/content/discard-draft.server.ts";
import { keepOwnPages } from "#src/modules/site/content/keep-own-pages.server.ts";
import { publishDraft } from "#src/modules/site/content/publish-draft.server.ts";
import {
  listPages,
  listPageVersions,
  pageToEdit,
  plainPage,
  previewPage,
  termsUpdated,
} from "#src/modules/site/content/read-pages.server.ts";
import { livened } from "#src/modules/site/content/rules/page-content.ts";
import { restoreVersion } from "#src/modules/site/content/restore-version.server.ts";
import type { SectionDraft } from "#src/modules/site/content/rules/home-draft.ts";
import { OWN_TEXT, type PageKey } from "#src/modules/site/content/rules/page-fields.ts";
import { saveDraft } from "#src/modules/site/content/save-draft.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addAccount } from "#tests/signed-in.ts";

const database = freshDatabase();
const METHODS = ["card", "paypal"];
/** The names that our own texts have where nobody has set others. */
const NAMES = { brand: "Ronda", company: "Ronda", founded: "2022" };
const readDocument = async (...request: Parameters<typeof documents.readDocument>) =>
  livened(await documents.readDocument(...request), NAMES);
const readQuestions = async (...request: Parameters<typeof documents.readQuestions>) =>
  livened(await documents.readQuestions(...request), NAMES);
const readAbout = async (...request: Parameters<typeof documents.readAbout>) =>
  livened(await documents.readAbout(...request), NAMES);
let userId: string;
const lucia = (now = NOON) => database.ctx({ now, actor: { kind: "user", role: "marketing", userId } });
const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);
const render = <Page extends PageKey>(page: Page, locale: "en" | "es" = "en") =>
  plainPage(database.ctx({ locale }), page, METHODS);

beforeEach(async () => {
  const { db, pool } = database.services;
  userId ??= (await addAccount(db)).id;
  await db.deleteFrom("content_drafts").execute();
  // versions can't be deleted, which this test has to
  await pool.query(
    "alter table content_versions disable trigger user; delete from content_versions; alter table content_versions enable trigger user",
  );
});

const opened = async (page: PageKey) => {
  const home = await pageToEdit(lucia(), page);
  if (!home.ok) throw new Error(home.reason);
  return home;
};
const versionsOf = async (page: PageKey) => ({ [page]: (await opened(page)).version });
async function save(page: PageKey, over: (draft: SectionDraft) => SectionDraft) {
  const { draft, version } = await opened(page);
  const result = await saveDraft(lucia(), page, [{ key: page, version, draft: over(draft) }]);
  if (!result.ok) throw new Error(result.reason);
  return result;
}
const publish = async (page: PageKey, now = NOON) =>
  publishDraft(lucia(now), page, { versions: await versionsOf(page), note: "" });
const restore = async (page: PageKey, id: string) =>
  restoreVersion(lucia(), page, { id, versions: await versionsOf(page) });
const titled = (title: string) => (draft: SectionDraft) => ({ ...draft, texts: { ...draft.texts, title } });
const listed = async (page: PageKey) => {
  const result = await listPageVersions(lucia(), page);
  if (!result.ok) throw new Error(result.reason);
  return result.versions;
};

test("while nothing is edited, the pages show exactly Ronda's texts", async () => {
  await keepOwnPages(lucia());
  for (const locale of ["en", "es"] as const) {
    expect(await render("terms", locale)).toEqual(await readDocument("terms", locale, true));
    expect(await render("privacy", locale)).toEqual(await readDocument("privacy", locale, true));
    expect(await render("faq", locale)).toEqual(await readQuestions(locale, METHODS));
    expect(await render("about", locale)).toEqual(await readAbout(locale));
  }
});

test("under another name our own text says that name, and is the same version of the terms", async () => {
  const { db } = database.services;
  await keepOwnPages(lucia());
  const before = await listed("terms");
  const named = { brand_name: "Noches", operator_name: "Prueba SA", founded_year: "1987" };
  await db
    .insertInto("app_settings")
    .values(Object.entries(named).map(([key, value]) => ({ key, value })))
    .execute();
  forgetSettings({ db });
  await keepOwnPages(lucia());
  expect(await listed("terms")).toEqual(before);
  expect(JSON.stringify(await render("terms"))).toContain("“We” is Prueba SA;");
  expect((await render("about", "es")).description).toMatch(/^Desde 1987 Noches lleva/);
  // what staff write may name them too
  await save("about", titled("{brand}, since {founded}"));
  await publish("about");
  expect((await render("about")).title).toBe("Noches, since 1987");
  await db.deleteFrom("app_settings").where("key", "in", Object.keys(named)).execute();
  forgetSettings({ db });
});

test("Ronda's text, published as one's own with another title alone, shows everything else as it was", async () => {
  for (const page of ["terms", "privacy", "faq", "about"] as const) {
    await save(page, titled("Ours"));
    expect(await publish(page)).toMatchObject({ ok: true, isOwn: false });
  }
  const own = { terms: await readDocument("terms", "en", true), faq: await readQuestions("en", METHODS) };
  expect(await render("terms")).toEqual({ ...own.terms, title: "Ours", updated: "Last updated November 20, 2026" });
  expect(await render("faq")).toEqual({ ...own.faq, title: "Ours" });
  const { route, ...about } = await readAbout("en");
  expect(await render("about")).toEqual({ ...about, title: "Ours", route: { ...route, langs: {} } });
  const { route: spanish, ...nosotros } = await readAbout("es");
  expect(await render("about", "es")).toEqual({ ...nosotros, route: { ...spanish, langs: {} } });
  expect(await render("privacy", "es")).toEqual({
    ...(await readDocument("privacy", "es", true)),
    updated: "Última actualización: 20 de noviembre de 2026",
  });
});

test("guests see a draft once it is published; a version is restored as a draft; Ronda's text can be gone back to", async () => {
  await keepOwnPages(lucia());
  await save("terms", titled("Second"));
  expect((await render("terms")).title).toBe("Terms and conditions");
  await publish("terms", later(1));
  await save("terms", titled("Third"));
  await publish("terms", later(2));
  expect((await render("terms")).title).toBe("Third");
  const [third, second, own] = await listed("terms");
  expect([third?.own, second?.own, typeof own?.own, own?.isFirst]).toEqual([null, null, "string", true]);
  expect(third?.changes).toMatchObject([{ field: "title", old: "Second", now: "Third" }]);
  expect(await restore("terms", second!.id)).toMatchObject({ ok: true });
  expect([(await opened("terms")).draft.texts["title"], (await render("terms")).title]).toEqual(["Second", "Third"]);
  expect(await restore("terms", OWN_TEXT)).toMatchObject({ ok: true });
  expect(await publish("terms", later(3))).toMatchObject({ ok: true, isOwn: true });
  // the day on which it came back, not Ronda's: what guests agree to has changed
  expect(await render("terms")).toEqual({
    ...(await readDocument("terms", "en", true)),
    updated: "Last updated November 20, 2026",
  });
  expect((await opened("terms")).isOwn).toBe(true);
  expect(await restore("terms", OWN_TEXT)).toMatchObject({ reason: "nothing_to_restore" });
});

test("a version counts from after the one before, whatever its server's clock says", async () => {
  await save("terms", titled("Ahead"));
  await publish("terms", later(5));
  await save("terms", titled("Behind"));
  await publish("terms", later(1));
  expect((await render("terms")).title).toBe("Behind");
});

test("what somebody else saved meanwhile is told and nothing is stored; what was sent twice is stored once", async () => {
  const { draft, version } = await opened("faq");
  const mine = { key: "faq" as const, version, draft: titled("Mine")(draft) };
  await save("faq", titled("Theirs"));
  expect(await saveDraft(lucia(), "faq", [mine])).toMatchObject({
    saved: [],
    met: [{ draft: { texts: { title: "Theirs" } } }],
  });
  const now = await opened("faq");
  expect(await saveDraft(lucia(), "faq", [{ ...mine, version: now.version }])).toMatchObject({ met: [] });
  expect(await saveDraft(lucia(), "faq", [{ ...mine, version: now.version }])).toMatchObject({ met: [] });
  expect(await publishDraft(lucia(), "faq", { versions: { faq: version }, note: "" })).toMatchObject({
    reason: "changed_meanwhile",
  });
  expect(await discardDraft(lucia(), "faq", { versions: await versionsOf("faq") })).toMatchObject({
    ok: true,
  });
  expect(await publish("faq")).toMatchObject({ reason: "nothing_to_publish" });
});

test("a stored value that can't be read breaks no page, and a version stays as it is", async () => {
  const { db } = database.services;
  for (const sections of [
    {},
    { terms: 7 },
    { terms: { title: {}, blocks: "x" } },
    { terms: { blocks: [null, { kind: 1 }] } },
  ]) {
    await db
      .insertInto("content_versions")
      .values({ site_tag: "page:terms", sections: JSON.stringify(sections), published_by: userId, published_at: NOON })
      .execute();
    expect((await render("terms")).sections).toEqual((await readDocument("terms", "en", true)).sections);
  }
  await expect(db.deleteFrom("content_versions").execute()).rejects.toThrow("kept as they are");
  await expect(db.updateTable("content_versions").set({ note: "x" }).execute()).rejects.toThrow("kept as they are");
});

test("Ronda's text is kept once, however many servers start, and not over a text of one's own", async () => {
  await Promise.all([keepOwnPages(lucia()), keepOwnPages(lucia()), keepOwnPages(lucia())]);
  expect(await listed("terms")).toHaveLength(1);
  await save("terms", titled("Ours"));
  await publish("terms");
  await keepOwnPages(lucia());
  expect(await listed("terms")).toHaveLength(2);
});

test("while two releases run, each shows the text that was kept last, and a restart of the older one takes nothing back", async () => {
  const keepOther = async (minutes: number) => {
    const sections = { own: "00000000", terms: { title: "Next", blocks: [{ kind: "text", text: "No refunds." }] } };
    const row = { site_tag: "page:terms", sections: JSON.stringify(sections), published_at: later(minutes) };
    await database.services.db.insertInto("content_versions").values(row).execute();
  };
  const names = async () => (await listed("terms")).map(({ own }) => own === "00000000");
  await keepOther(-2);
  await keepOwnPages(lucia());
  expect(await names()).toEqual([false, true]);
  expect(await render("terms")).toEqual(await readDocument("terms", "en", true));
  await keepOther(1);
  await keepOwnPages(lucia(later(2)));
  expect(await names()).toEqual([true, false, true]);
  expect(await render("terms")).toMatchObject({
    title: "Next",
    updated: "Last updated November 20, 2026",
    sections: [{ blocks: [{ text: "No refunds." }] }],
  });
  expect(await termsUpdated(database.ctx())).toBe("Last updated November 20, 2026");
  expect((await opened("terms")).published.texts["title"]).toBe("Next");
});

test("the list says what each language misses, and drafts are for those who may change contents", async () => {
  await save("about", (draft) => ({ ...draft, texts: { ...draft.texts, title: "", lead_es: "" } }));
  await publish("about");
  const list = await listPages(lucia());
  expect(list.ok && list.pages[0]).toMatchObject({
    page: "about",
    isOwn: false,
    missing: { en: 1, es: 1 },
    draft: null,
  });
  expect(await render("about", "en")).toMatchObject({ langs: { title: "es" } });
  const guide = database.ctx({ actor: { kind: "user", role: "guide" } });
  expect(await previewPage(guide, "about", null, [])).toMatchObject({ reason: "forbidden" });
  const support = database.ctx({ actor: { kind: "user", role: "support" } });
  expect(await previewPage(support, "about", null, [])).toMatchObject({ reason: "forbidden" });
  expect(await previewPage(support, "about", (await listed("about"))[0]!.id, [])).toMatchObject({ ok: true });
});

test("a publication is told to all servers in its own transaction", async () => {
  const client = await database.services.pool.connect();
  const heard: string[] = [];
  client.on("notification", ({ channel }) => heard.push(channel));
  try {
    await client.query("listen pages_changed");
    await save("terms", titled("Ours"));
    // a round trip on the listening line brings what was told before it
    await client.query("select 1");
    expect(heard).toEqual([]);
    await publish("terms");
    await client.query("select 1");
    expect(heard).toContain("pages_changed");
  } finally {
    await client.query("unlisten pages_changed");
    client.release();
  }
});

test.each(["en", "es"] as const)(
  "where guests pay us directly, the %s texts say so, as a version of their own",
  async (locale) => {
    const online = lucia();
    const direct = { ...lucia(), providers: {} };
    const versions = async () => (await listed("terms")).map(({ own }) => own);
    const sentence = async (ctx: typeof online, page: "terms" | "privacy") =>
      JSON.stringify((await plainPage({ ...ctx, locale }, page, METHODS)).sections);
    const companies = locale === "en" ? "payment companies" : "empresas de pagos";
    const directly = locale === "en" ? "You pay us directly" : "Nos pagas directamente";

    await keepOwnPages(online);
    const [first] = await versions();
    expect(await sentence(online, "terms")).toContain(companies);
    expect(await sentence(online, "terms")).not.toContain(directly);
    // payments are taken in another way since this start: guests agree to what they read, which is kept
    await keepOwnPages({ ...direct, now: later(1) });
    await keepOwnPages({ ...direct, now: later(2) });
    const [second, ...before] = await versions();
    expect(before).toEqual([first]);
    expect(second).not.toBe(first);
    expect(await sentence(direct, "terms")).toContain(directly);
    expect(await sentence(direct, "terms")).not.toContain(companies);
    expect(await sentence(direct, "privacy")).not.toMatch(
      locale === "en" ? /the payment company/ : /la empresa de pagos/,
    );
    // and back
    await keepOwnPages({ ...online, now: later(3) });
    await keepOwnPages({ ...online, now: later(4) });
    expect(await versions()).toEqual([first, second, first]);
    expect(await sentence(online, "terms")).toContain(companies);
  },
);
