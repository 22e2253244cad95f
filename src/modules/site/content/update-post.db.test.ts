import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addImage } from "#src/modules/site/content/add-image.server.ts";
import { addPost } from "#src/modules/site/content/add-post.server.ts";
import { deleteItem } from "#src/modules/site/content/delete-item.server.ts";
import { describeImage } from "#src/modules/site/content/describe-image.server.ts";
import {
  galleryForStaff,
  listGallery,
  listInstagramPosts,
  postsForStaff,
} from "#src/modules/site/content/queries.server.ts";
import { DescribeImage, SavePost } from "#src/modules/site/content/schema.ts";
import { updatePost } from "#src/modules/site/content/update-post.server.ts";
import { openPicture } from "#src/modules/site/media/queries.server.ts";
import { editorOf } from "#src/modules/site/media/rules/uses.ts";
import { replacePicture } from "#src/modules/site/media/replace-picture.server.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();
const staff = (role = "marketing") => database.ctx({ actor: { kind: "user", role } });
const link = (code: string) => `https://www.instagram.com/p/${code}/`;

async function newPost(caption = "Tonight") {
  const input = { link: link(randomUUID()), picture: "/pictures/gallery-taco", caption };
  const added = await addPost(staff(), input);
  if (!added.ok) throw new Error(added.reason);
  return { id: added.id, ...input };
}

test("the second of two who edit a post is shown what the first saved, and may save over it", async () => {
  const post = await newPost();
  const first = await updatePost(staff(), { ...post, version: 1, caption: "First" });
  expect(first).toEqual({
    ok: true,
    before: { link: post.link, picture: post.picture, caption: "Tonight" },
    version: 2,
  });
  const second = await updatePost(staff(), { ...post, version: 1, caption: "Second" });
  expect(second).toEqual({
    ok: false,
    reason: "changed_meanwhile",
    current: { link: post.link, picture: post.picture, caption: "First" },
    version: 2,
  });
  expect(await updatePost(staff(), { ...post, version: 2, caption: "Second" })).toMatchObject({ ok: true, version: 3 });
  // what is stored already is no conflict: a form that was sent twice
  expect(await updatePost(staff(), { ...post, version: 2, caption: "Second" })).toMatchObject({ ok: true, version: 3 });
});

test("the picture of a post is shown with it, kept in the library as long as it stands there, and its place is named", async () => {
  const { db } = database.services;
  const [name, by] = [randomUUID(), randomUUID()].map((id) => id.replaceAll("-", "")) as [string, string];
  const record = { width: 4, height: 3, added_at: database.ctx().now };
  await db
    .insertInto("pictures")
    .values([
      { name, ...record },
      { name: by, ...record },
    ])
    .execute();
  const post = await newPost();
  expect(await updatePost(staff(), { ...post, version: 1, picture: `/uploads/${name}` })).toMatchObject({ version: 2 });
  const instagramPosts = (await listInstagramPosts(database.ctx())).find(({ id }) => id === post.id);
  expect(instagramPosts).toEqual({ id: post.id, link: post.link, picture: `/uploads/${name}`, caption: "Tonight" });
  const opened = await openPicture(staff(), name);
  const [use] = opened.ok ? (opened.picture?.uses ?? []) : [];
  expect(use).toMatchObject({ kind: "instagram_post", id: post.id, label: "Tonight" });
  expect(editorOf(use!)).toBe(`/admin/instagram?edit=${post.id}`);
  expect(await replacePicture(staff("admin"), { id: name, by })).toMatchObject({ ok: true, places: 1 });
  const { ok, ...now } = await updatePost(staff(), { ...post, version: 2, caption: "Late" });
  expect([ok, now]).toMatchObject([false, { current: { picture: `/uploads/${by}` }, version: 3 }]);
});

test("a post without a picture is shown, and gets one", async () => {
  const { db } = database.services;
  const row = { image_url: link(randomUUID()), caption: "Old" };
  const { id } = await db.insertInto("instagram_posts").values(row).returning("id").executeTakeFirstOrThrow();
  const render = async () => (await listInstagramPosts(database.ctx())).find((post) => post.id === id)?.picture;
  expect(await render()).toBeNull();
  const posts = await postsForStaff(staff(), { open: id });
  expect(posts.ok && posts.opened?.picture).toBe("");
  const input = { id, version: 1, link: row.image_url, picture: "/pictures/gallery-taco", caption: "Old" };
  expect(await updatePost(staff(), input)).toMatchObject({ ok: true, before: { picture: "" } });
  expect(await render()).toBe("/pictures/gallery-taco");
});

test("a post is in the list once, also when two add it at the same time, and again once it was deleted", async () => {
  const post = await newPost();
  const other = await newPost();
  expect(await addPost(staff(), post)).toEqual({ ok: false, reason: "post_there" });
  expect(await updatePost(staff(), { ...other, version: 1, link: post.link })).toEqual({
    ok: false,
    reason: "post_there",
  });
  const same = { link: link("twice"), picture: post.picture, caption: "" };
  const both = await Promise.all([addPost(staff(), same), addPost(staff(), same)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  await deleteItem(staff(), { kind: "instagram_post", id: post.id });
  expect(await updatePost(staff(), { ...post, version: 1, caption: "x" })).toEqual({
    ok: false,
    reason: "item_deleted",
  });
  expect(await addPost(staff(), { link: post.link, picture: post.picture, caption: "" })).toMatchObject({ ok: true });
});

test("the descriptions of a picture are each language's own, and two who write them learn of each other", async () => {
  const src = `/uploads/${randomUUID().replaceAll("-", "")}`;
  const added = await addImage(staff(), { src, site: "cdmx" });
  if (!added.ok) throw new Error(added.reason);
  const { id } = added;
  const altIn = async (locale: "en" | "es") =>
    (await listGallery(database.ctx({ locale }))).find((image) => image.id === id)?.alt;
  expect(await describeImage(staff(), { id, version: 1, alt: "Dancing", alt_es: "" })).toMatchObject({ version: 2 });
  expect([await altIn("en"), await altIn("es")]).toEqual(["Dancing", "Dancing"]);
  expect(await describeImage(staff(), { id, version: 1, alt: "A bar", alt_es: "" })).toMatchObject({
    reason: "changed_meanwhile",
    current: { alt: "Dancing", alt_es: "" },
    version: 2,
  });
  await describeImage(staff(), { id, version: 2, alt: "Dancing", alt_es: "Bailando" });
  expect([await altIn("en"), await altIn("es")]).toEqual(["Dancing", "Bailando"]);
});

test("a picture of another host is refused; one that came from elsewhere is marked for staff, and no page shows it", async () => {
  for (const src of ["https://example.test/a.jpg", "//example.test/a", "/uploads/../x", "data:image/png;base64,AA", ""])
    expect(await addImage(staff(), { src, site: "cdmx" }), src).toEqual({ ok: false, reason: "picture_foreign" });
  const { id } = await database.services.db
    .insertInto("gallery_images")
    .values({ image_url: "https://example.test/a.jpg", site_tag: "cdmx" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const gallery = await galleryForStaff(staff(), { site: "cdmx", open: null });
  expect(gallery.ok && gallery.images.find((image) => image.id === id)?.foreign).toBe(true);
  expect((await listGallery(database.ctx())).map((image) => image.id)).not.toContain(id);
});

test("the same picture is once in a gallery, and may be in another site's", async () => {
  const src = "/pictures/rooftop";
  const [first, again] = [
    await addImage(staff(), { src, site: "cdmx" }),
    await addImage(staff(), { src, site: "cdmx" }),
  ];
  expect(again).toEqual({ ...first, added: false });
  expect(await addImage(staff(), { src, site: "oaxaca" })).toMatchObject({ added: true });
});

test("whoever may not change contents sees and changes nothing", async () => {
  const post = await newPost();
  const before = await listInstagramPosts(database.ctx());
  for (const role of ["support", "guide", "customer"]) {
    const forbidden = { ok: false, reason: "forbidden", missing: "content.change" };
    expect(await postsForStaff(staff(role), { open: null })).toEqual(forbidden);
    expect(await galleryForStaff(staff(role), { site: "cdmx", open: null })).toEqual(forbidden);
    expect(await updatePost(staff(role), { ...post, version: 1, caption: "x" })).toEqual(forbidden);
    expect(await addImage(staff(role), { src: "/pictures/x", site: "cdmx" })).toEqual(forbidden);
  }
  expect(await listInstagramPosts(database.ctx())).toEqual(before);
});

const FORM = { link: link("a"), picture: "/pictures/gallery-taco", caption: "" };
test.each([
  [{ ...FORM, link: "" }, { link: "content-admin.error.linkMissing" }],
  [{ ...FORM, link: "https://www.instagram.com/ronda/" }, { link: "content-admin.error.postLink" }],
  [
    { link: "javascript:alert(1)", picture: "https://example.test/a.jpg", caption: "x".repeat(2201) },
    {
      link: "content-admin.error.postLink",
      picture: "content-admin.error.picture",
      caption: "content-admin.error.caption",
    },
  ],
  [{ ...FORM, picture: "" }, { picture: "content-admin.error.postPicture" }],
  [{ ...FORM, picture: "//example.test/a" }, { picture: "content-admin.error.picture" }],
  [{ ...FORM, caption: "Noche 👩‍🎤\r\n{{constructor}} <img src=x onerror=alert(1)>" }, {}],
])("the form of a post %j is refused for %j", (input, errors) => {
  const issues = SavePost.safeParse(input).error?.issues ?? [];
  expect(Object.fromEntries(issues.map(({ path, message }) => [path[0], message]))).toEqual(errors);
});

test.each([
  [{ alt: "A bar", alt_es: "" }, {}],
  [{ alt: "", alt_es: "" }, {}],
  [{ alt: "A\r\nbar", alt_es: "" }, {}],
  [{ alt: " ", alt_es: "Un bar" }, { alt: "content-admin.error.altEnglish" }],
  [{ alt: "A\u0000bar", alt_es: "x".repeat(201) }, { alt_es: "content-admin.error.alt" }],
])("the description %j is refused for %j", (input, errors) => {
  const issues = DescribeImage.safeParse(input).error?.issues ?? [];
  expect(Object.fromEntries(issues.map(({ path, message }) => [path[0], message]))).toEqual(errors);
});
