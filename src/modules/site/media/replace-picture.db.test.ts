import { beforeAll, expect, test } from "vitest";
import { describePicture } from "#src/modules/site/media/describe-picture.server.ts";
import { focusStyles, forgetFocus, openPicture } from "#src/modules/site/media/queries.server.ts";
import { replacePicture } from "#src/modules/site/media/replace-picture.server.ts";
import { enterPicture } from "#src/modules/site/media/store.server.ts";
import { takeBackOptions } from "#src/modules/office/options/take-back-options.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addCrawl, seedMinimal } from "#tests/seeds.ts";
import { addAccount } from "#tests/signed-in.ts";

const database = freshDatabase();
const as = (role: string) => database.ctx({ actor: { kind: "user", role } });
const db = () => database.services.db;
const OLD = "a".repeat(32);
const NEW = "b".repeat(32);
const src = (name: string) => `/uploads/${name}`;
const hero = (name: string) => JSON.stringify({ title: "Tonight", backgroundImage: src(name) });

beforeAll(async () => {
  await seedMinimal(db());
  await enterPicture(db(), { name: OLD, width: 600, height: 200 }, as("admin").now);
  await enterPicture(db(), { name: NEW, width: 800, height: 400 }, as("admin").now);
});

test("a new picture takes the place of the old one in every use but what a version was", async () => {
  const crawl = await addCrawl(db(), {});
  const alts = { [src(OLD)]: { en: "Dancing", es: "Bailando" } };
  const gallery = ["/pictures/oaxaca", src(OLD)];
  const row = { image: src(OLD), gallery, picture_alts: JSON.stringify(alts) };
  await db().updateTable("pub_crawls").set(row).where("id", "=", crawl).execute();
  await db()
    .updateTable("cities")
    .set({ image: src(OLD) })
    .execute();
  await db()
    .insertInto("gallery_images")
    .values({ image_url: src(OLD), site_tag: "oaxaca" })
    .execute();
  const post = { image_url: "https://www.instagram.com/p/a/", picture: src(OLD) };
  await db().insertInto("instagram_posts").values(post).execute();
  const bar = { name: "Cantina", city_id: "mexico-city", picture: src(OLD) };
  await db().insertInto("bars").values(bar).execute();
  const { id: guideId } = await addAccount(db(), { role: "guide" });
  await db()
    .insertInto("guide_profiles")
    .values({ user_id: guideId, portrait: src(OLD) })
    .execute();
  const section = { section_key: "hero", site_tag: "cdmx", content: hero(OLD) };
  await db().insertInto("home_page_content").values(section).execute();
  await db().insertInto("content_drafts").values(section).execute();
  const version = { site_tag: "cdmx", sections: JSON.stringify({ hero: hero(OLD) }), published_at: as("admin").now };
  await db().insertInto("content_versions").values(version).execute();
  await db()
    .insertInto("app_settings")
    .values({ key: "logo_url", value: `${src(OLD)}#600x200` })
    .execute();

  const opened = await openPicture(as("marketing"), OLD);
  expect(opened).toMatchObject({ picture: { places: 10, mayReplace: false } });
  const request = { id: OLD, by: NEW };
  expect(await replacePicture(as("marketing"), request)).toMatchObject({
    reason: "forbidden",
    missing: "crawls.change",
  });
  expect(await replacePicture(as("manager"), request)).toMatchObject({
    reason: "forbidden",
    missing: "settings.change",
  });
  expect(await replacePicture(as("admin"), request)).toEqual({ ok: true, places: 9 });

  const after = await openPicture(as("admin"), OLD);
  expect(after).toMatchObject({ picture: { uses: [{ kind: "home_version" }] } });
  expect(await openPicture(as("admin"), NEW)).toMatchObject({ picture: { places: 9, size: { width: 800 } } });
  const stored = await db().selectFrom("pub_crawls").selectAll().where("id", "=", crawl).executeTakeFirstOrThrow();
  expect(stored).toMatchObject({ image: src(NEW), gallery: ["/pictures/oaxaca", src(NEW)], version: 2 });
  expect(stored.picture_alts).toEqual({ [src(NEW)]: alts[src(OLD)] });
  expect((await appSettings(as("admin"))).logos.light).toEqual({ src: src(NEW), width: 800, height: 400 });
  expect(await replacePicture(as("admin"), request)).toEqual({ ok: false, reason: "picture_unused" });

  const { id } = await db()
    .selectFrom("audit_log")
    .select("id")
    .where("action", "=", "settings.changed")
    .executeTakeFirstOrThrow();
  expect(await takeBackOptions(as("admin"), { entry: id })).toMatchObject({ ok: true });
  expect((await appSettings(as("admin"))).logos.light?.src).toBe(src(OLD));
});

const draftVersion = async (key: string) =>
  (await db().selectFrom("content_drafts").select("version").where("section_key", "=", key).executeTakeFirst())
    ?.version;
/** A section that shows the old picture, published without a draft. */
async function publishedWith(key: string) {
  const section = { section_key: key, site_tag: "cdmx", content: hero(OLD) };
  await db().insertInto("home_page_content").values(section).execute();
}

test("whoever has a section open that has no draft learns of the new picture, too", async () => {
  await publishedWith("why");
  expect(await replacePicture(as("admin"), { id: OLD, by: NEW })).toMatchObject({ ok: true });
  // an editor without a draft has version 0 open
  expect(await draftVersion("why")).toBe(1);
});

test("replacing waits for whoever publishes, and neither for the other", async () => {
  await publishedWith("gallery");
  const draft = { section_key: "gallery", site_tag: "cdmx", content: hero(OLD) };
  await db().insertInto("content_drafts").values(draft).execute();
  const held = Promise.withResolvers<void>();
  const publishing = db()
    .transaction()
    .execute(async (tx) => {
      await tx.selectFrom("content_drafts").selectAll().where("section_key", "=", "gallery").forUpdate().execute();
      await held.promise;
      const published = tx.updateTable("home_page_content").set({ content: hero(OLD), updated_at: as("admin").now });
      await published.where("section_key", "=", "gallery").execute();
    });
  const replacing = replacePicture(as("admin"), { id: OLD, by: NEW });
  await Promise.race([database.someoneWaits(), replacing]);
  held.resolve();
  await publishing;
  expect(await replacing).toMatchObject({ ok: true });
  expect(await draftVersion("gallery")).toBe(2);
});

test.each([
  ["its own words", { [src(NEW)]: { en: "Singing", es: "" } }, { en: "Singing", es: "" }],
  ["the library’s", {}, { en: "A roof", es: "" }],
])("a crawl that shows the new picture already shows it once, with %s", async (_, own, expected) => {
  await db().updateTable("pictures").set({ alt: "A roof" }).where("name", "=", NEW).execute();
  const crawl = await addCrawl(db(), {});
  const alts = JSON.stringify({ [src(OLD)]: { en: "Dancing", es: "Bailando" }, ...own });
  const gallery = [src(OLD), "/pictures/oaxaca", src(NEW)];
  await db().updateTable("pub_crawls").set({ gallery, picture_alts: alts }).where("id", "=", crawl).execute();
  expect(await replacePicture(as("admin"), { id: OLD, by: NEW })).toMatchObject({ ok: true });
  const stored = await db().selectFrom("pub_crawls").selectAll().where("id", "=", crawl).executeTakeFirstOrThrow();
  expect(stored.gallery).toEqual([src(NEW), "/pictures/oaxaca"]);
  expect(stored.picture_alts).toEqual({ [src(NEW)]: expected });
  await db().updateTable("pictures").set({ alt: "" }).where("name", "=", NEW).execute();
});

test("a gallery that shows the new picture already shows it once; another site's shows it in the old one's place", async () => {
  const image = (name: string, site_tag: string) => ({ image_url: src(name), site_tag });
  await db().deleteFrom("gallery_images").execute();
  await db()
    .insertInto("gallery_images")
    .values([image(OLD, "cdmx"), image(NEW, "cdmx"), image(OLD, "oaxaca")])
    .execute();
  expect(await replacePicture(as("admin"), { id: OLD, by: NEW })).toMatchObject({ ok: true });
  const live = db().selectFrom("gallery_images").select(["site_tag", "image_url"]).where("deleted_at", "is", null);
  expect(await live.orderBy("site_tag").execute()).toEqual([image(NEW, "cdmx"), image(NEW, "oaxaca")]);
});

test("two who describe a picture learn of each other; its focus becomes a rule of style while it is used", async () => {
  const message = { id: NEW, alt: "Dancing", alt_es: "", focus_x: 50, focus_y: 50 };
  expect(await describePicture(as("admin"), { ...message, version: 1 })).toMatchObject({ ok: true, version: 2 });
  expect(await focusStyles(as("admin"))).toBe("");
  expect(await describePicture(as("admin"), { ...message, alt: "Singing", version: 1 })).toMatchObject({
    reason: "changed_meanwhile",
    version: 2,
    current: { alt: "Dancing" },
  });
  await describePicture(as("admin"), { ...message, focus_x: 20, version: 2 });
  expect(await focusStyles(as("admin"))).toBe(`img[src*="${src(NEW)}-"]{object-position:20% 50%}`);
  await db()
    .updateTable("pictures")
    .set({ unused_since: as("admin").now })
    .where("name", "=", NEW)
    .execute();
  forgetFocus(database.services);
  expect(await focusStyles(as("admin"))).toBe("");
});
