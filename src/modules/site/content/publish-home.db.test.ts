import { beforeEach, describe, expect, test } from "vitest";
import { discardDraft } from "#src/modules/site/content/discard-draft.server.ts";
import { publishDraft } from "#src/modules/site/content/publish-draft.server.ts";
import {
  homeContent,
  homePage,
  homeToEdit,
  listHomeVersions,
  previewHome,
} from "#src/modules/site/content/queries.server.ts";
import { restoreVersion } from "#src/modules/site/content/restore-version.server.ts";
import { draftOf } from "#src/modules/site/content/rules/home-draft.ts";
import type { SectionKey } from "#src/modules/site/content/rules/home-fields.ts";
import { saveDraft } from "#src/modules/site/content/save-draft.server.ts";
import { sharePreview } from "#src/modules/site/content/share-preview.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addAccount } from "#tests/signed-in.ts";

const database = freshDatabase();
const ids: Record<string, string> = {};
const as = (who: string, now = NOON) =>
  database.ctx({
    now,
    actor: { kind: "user", role: who === "guide" ? "guide" : "marketing", userId: ids[who] ?? null },
  });
const lucia = (now?: Date) => as("lucia", now);
const hours = (count: number) => new Date(NOON.getTime() + count * 3_600_000);

beforeEach(async () => {
  const { db } = database.services;
  for (const who of ["lucia", "diego"]) ids[who] ??= (await addAccount(db)).id;
  await db.deleteFrom("content_drafts").execute();
  await db.deleteFrom("content_versions").execute();
  await db.deleteFrom("home_page_content").execute();
  await db
    .insertInto("home_page_content")
    .values({
      section_key: "hero",
      site_tag: "cdmx",
      content: JSON.stringify({ title: "First", title_es: "Primero" }),
      updated_at: hours(-24),
    })
    .execute();
});

const section = (key: SectionKey, content: object, version = 0) => ({ key, version, draft: draftOf(key, content) });
const save = async (...sections: ReturnType<typeof section>[]) => {
  const result = await saveDraft(lucia(), "home", sections);
  if (!result.ok) throw new Error(result.reason);
  return result;
};
const opened = async () => {
  const home = await homeToEdit(lucia());
  if (!home.ok) throw new Error(home.reason);
  return home;
};
const publish = async (note = "", now = NOON) =>
  publishDraft(lucia(now), "home", { versions: (await opened()).versions, note });
const restore = async (id: string) => restoreVersion(lucia(), "home", { id, versions: (await opened()).versions });
const render = async () => (await homeContent(database.ctx())).hero.title;
const listed = async () => {
  const result = await listHomeVersions(lucia());
  if (!result.ok) throw new Error(result.reason);
  return result.versions;
};

test("guests see a draft once it is published, in one piece with everything else that was drafted", async () => {
  await save(section("hero", { title: "Second" }), section("layout", { hidden: ["gallery"] }));
  expect(await render()).toBe("First");
  expect((await opened()).draft.hero.texts).toMatchObject({ title: "Second", title_es: "" });
  expect(await publish("Autumn")).toMatchObject({ ok: true, sections: 2 });
  expect(await render()).toBe("Second");
  expect((await homePage(database.ctx())).parts).not.toContain("gallery");
  const home = await opened();
  expect(home.draft).toEqual(home.published);
  expect(home.saved).toBeNull();
});

test("nothing of a publication is seen when a part of it fails", async () => {
  await save(section("hero", { title: "Second" }), section("infoBar", { price: "Free" }));
  const { pool } = database.services;
  await pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'no version today'; end $$;
     create trigger refuse before insert on content_versions for each row execute function refuse()`,
  );
  await expect(publish()).rejects.toThrow("no version today");
  await pool.query("drop trigger refuse on content_versions; drop function refuse");
  expect(await render()).toBe("First");
  expect((await opened()).draft.infoBar.texts["price"]).toBe("Free");
});

test("the page as it was before is a version too, and each version says what it changed and who did", async () => {
  await save(section("hero", { title: "Second", title_es: "Primero" }));
  await publish("Autumn");
  const versions = await listed();
  expect(versions).toMatchObject([
    { by: "Test", note: "Autumn", at: NOON.toISOString() },
    { by: null, note: "", at: hours(-24).toISOString(), changes: null },
  ]);
  expect(versions[0]?.changes).toEqual([
    { section: "hero", kind: "text", field: "title", item: null, old: "First", now: "Second" },
  ]);
});

test("an earlier version becomes the draft, and the page again once it is published", async () => {
  await save(section("hero", { title: "Second" }));
  await publish();
  const [, before] = await listed();
  expect(await restore(before!.id)).toMatchObject({ ok: true, sections: 1 });
  expect(await render()).toBe("Second");
  expect((await opened()).draft.hero.texts).toMatchObject({ title: "First", title_es: "Primero" });
  expect(await publish("", hours(1))).toMatchObject({ ok: true });
  expect(await render()).toBe("First");
  expect(await listed()).toHaveLength(3);
  expect(await restore("nope")).toEqual({ ok: false, reason: "version_not_found" });
});

test("the page of a new installation, with none but its own texts, comes back too", async () => {
  await database.services.db.deleteFrom("home_page_content").execute();
  await save(section("hero", { title: "Ours" }));
  await publish();
  expect(await render()).toBe("Ours");
  const [, before] = await listed();
  expect(before).toMatchObject({ by: null, changes: null });
  expect(await restore(before!.id)).toMatchObject({ ok: true, sections: 1 });
  await publish("", hours(1));
  expect(await render()).toBeUndefined();
});

test("what another person saved meanwhile is met with both values, and nothing of either is lost", async () => {
  await save(section("hero", { title: "Mine" }));
  const theirs = await saveDraft(as("diego"), "home", [
    section("hero", { title: "Theirs" }, 0),
    section("infoBar", { price: "Free" }, 0),
  ]);
  expect(theirs).toMatchObject({
    ok: true,
    saved: [{ key: "infoBar", version: 1 }],
    met: [{ key: "hero", version: 1, by: "Test", draft: { texts: { title: "Mine" } } }],
  });
  expect((await opened()).draft.hero.texts["title"]).toBe("Mine");
  expect(await saveDraft(as("diego"), "home", [section("hero", { title: "Theirs" }, 1)])).toMatchObject({ met: [] });
  expect((await opened()).draft.hero.texts["title"]).toBe("Theirs");
});

test("two people who save one section at once: one of them is met", async () => {
  const both = await Promise.all([
    saveDraft(lucia(), "home", [section("hero", { title: "Mine" })]),
    saveDraft(as("diego"), "home", [section("hero", { title: "Theirs" })]),
  ]);
  expect(both.map((one) => (one.ok ? one.met.length : -1)).toSorted((a, b) => a - b)).toEqual([0, 1]);
});

test("nothing is published that its publisher hasn't seen", async () => {
  await save(section("hero", { title: "Second" }));
  const { versions } = await opened();
  await saveDraft(as("diego"), "home", [section("hero", { title: "Unseen" }, 1)]);
  expect(await publishDraft(lucia(), "home", { versions, note: "" })).toEqual({
    ok: false,
    reason: "changed_meanwhile",
  });
  expect(await render()).toBe("First");
});

describe("of several drafts of which one wasn't seen, none", () => {
  const unseen = async () => {
    await save(section("hero", { title: "Second" }), section("layout", { hidden: ["gallery"] }));
    const { versions } = await opened();
    await saveDraft(as("diego"), "home", [section("infoBar", { price: "Free" })]);
    return versions;
  };
  const refused = { ok: false, reason: "changed_meanwhile" };

  test("is published", async () => {
    const versions = await unseen();
    expect(await publishDraft(lucia(), "home", { versions, note: "" })).toEqual(refused);
    expect(await render()).toBe("First");
    expect((await homePage(database.ctx())).parts).toContain("gallery");
  });

  test("is thrown away or replaced", async () => {
    await save(section("hero", { title: "Zeroth" }));
    await publish();
    const { id } = (await listed())[1]!;
    await save(section("hero", { title: "Second" }, (await opened()).versions.hero));
    const { versions } = await opened();
    await saveDraft(as("diego"), "home", [section("infoBar", { price: "Free" })]);
    expect(await discardDraft(lucia(), "home", { versions })).toEqual(refused);
    expect(await restoreVersion(lucia(), "home", { id, versions })).toEqual(refused);
    expect((await opened()).draft.hero.texts["title"]).toBe("Second");
    expect((await opened()).draft.infoBar.texts["price"]).toBe("Free");
  });
});

test("no draft is thrown away or replaced that the person hasn't seen", async () => {
  await save(section("hero", { title: "Second" }));
  await publish();
  const { id } = (await listed())[1]!;
  const { versions } = await opened();
  await saveDraft(as("diego"), "home", [section("hero", { title: "Unseen" }, versions.hero)]);
  const refused = { ok: false, reason: "changed_meanwhile" };
  expect(await discardDraft(lucia(), "home", { versions })).toEqual(refused);
  expect(await restoreVersion(lucia(), "home", { id, versions })).toEqual(refused);
  const now = await opened();
  expect(now.draft.hero.texts["title"]).toBe("Unseen");
  expect(await restoreVersion(lucia(), "home", { id, versions: now.versions })).toMatchObject({ ok: true });
  // sent twice, it is done already
  expect(await restoreVersion(lucia(), "home", { id, versions: now.versions })).toEqual({
    ok: false,
    reason: "nothing_to_restore",
  });
});

test("the audit log keeps the drafts that an earlier version took the place of", async () => {
  await save(section("hero", { title: "Second", title_es: "Primero" }));
  await publish();
  const [, before] = await listed();
  await saveDraft(as("diego"), "home", [section("hero", { title: "Third", title_es: "Primero" }, 2)]);
  await restore(before!.id);
  const { db } = database.services;
  const { changes } = await db
    .selectFrom("audit_log")
    .select("changes")
    .where("action", "=", "home_draft.restored")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(changes).toEqual({
    version: { old: null, new: before!.at },
    hero: { old: { title: "Third" }, new: { title: "First" } },
  });
});

test("what was typed on a draft that is gone meets what is there now", async () => {
  const [saved] = (await save(section("hero", { title: "Second" }))).saved;
  await discardDraft(as("diego"), "home", await opened());
  const late = await save(section("hero", { title: "Third" }, saved!.version));
  expect(late.met).toMatchObject([{ key: "hero", draft: { texts: { title: "First" } } }]);
});

test("a section that is like the published one again has no draft", async () => {
  await save(section("hero", { title: "Second" }));
  await save(section("hero", { title: "First", title_es: " Primero " }, 1));
  expect(await publish()).toEqual({ ok: false, reason: "nothing_to_publish" });
});

test("the log tells of a draft once, until somebody else goes on with it", async () => {
  const { db } = database.services;
  const count = async () =>
    (await db.selectFrom("audit_log").select("id").where("action", "=", "home_draft.saved").execute()).length;
  const before = await count();
  await save(section("hero", { title: "S" }));
  await save(section("hero", { title: "Se" }, 1));
  expect(await count()).toBe(before + 1);
  await saveDraft(as("diego"), "home", [section("hero", { title: "Sec" }, 2)]);
  expect(await count()).toBe(before + 2);
});

test("the audit log says in words what was published", async () => {
  await save(section("hero", { title: "Second", title_es: "Primero" }));
  await publish("Autumn");
  const { db } = database.services;
  const [entry] = await db
    .selectFrom("audit_log")
    .select(["changes", "actor_id"])
    .where("action", "=", "home.published")
    .orderBy("id", "desc")
    .limit(1)
    .execute();
  expect(entry).toEqual({
    actor_id: ids["lucia"],
    changes: { hero: { old: { title: "First" }, new: { title: "Second" } }, note: { old: null, new: "Autumn" } },
  });
});

const linkOf = async () => {
  const shared = await sharePreview(lucia());
  if (!shared.ok) throw new Error(shared.reason);
  const query = new URL(shared.url).searchParams;
  return { until: query.get("until"), key: query.get("key"), version: null };
};

test("a shared link shows the draft to anyone, for seven days", async () => {
  await save(section("hero", { title: "Second" }));
  const link = await linkOf();
  const guest = (now = NOON) => database.ctx({ now });
  const home = await previewHome(guest(), link);
  expect(home).toMatchObject({ ok: true, sections: [{ section_key: "hero", content: { title: "Second" } }] });
  expect(await previewHome(guest(hours(7 * 24 - 1)), link)).toMatchObject({ ok: true });
  expect(await previewHome(guest(hours(7 * 24)), link)).toMatchObject({ ok: false, reason: "forbidden" });
});

test.each([
  ["a key that was made up", { key: "x".repeat(43) }],
  ["no key", { key: null }],
  ["a later end", { until: String(Math.floor(hours(24 * 7).getTime() / 1000) - 1) }],
  ["an end that is no number", { until: "tomorrow" }],
  ["no end", { until: null }],
])("a link with %s opens nothing", async (_, over) => {
  const link = { ...(await linkOf()), ...over };
  expect(await previewHome(database.ctx(), link)).toMatchObject({ ok: false, reason: "forbidden" });
});

test("a shared link opens no earlier version, and staff see one by its id", async () => {
  await save(section("hero", { title: "Second" }));
  await publish();
  const version = (await listed())[1]!.id;
  expect(await previewHome(database.ctx(), { ...(await linkOf()), version })).toMatchObject({ ok: false });
  const request = { until: null, key: null, version };
  expect(await previewHome(lucia(), request)).toMatchObject({ sections: [{ content: { title: "First" } }] });
  expect(await previewHome(as("guide"), request)).toEqual({
    ok: false,
    reason: "forbidden",
    missing: "content.change",
  });
});

test("what looks like code stays text", async () => {
  const title = "{{constructor}} <img src=x onerror=alert(1)>\r\nX-Header: 1";
  await save(section("hero", { title }));
  await publish();
  expect(await render()).toBe(title.replace("\r\n", "\n"));
});

test("whoever may not change contents reads and changes nothing", async () => {
  const forbidden = { ok: false, reason: "forbidden", missing: "content.change" };
  expect(await homeToEdit(as("guide"))).toEqual(forbidden);
  expect(await listHomeVersions(as("guide"))).toEqual(forbidden);
  expect(await saveDraft(as("guide"), "home", [section("hero", { title: "No" })])).toEqual(forbidden);
});
