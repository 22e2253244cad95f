import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Site } from "#src/kernel/site.ts";
import { addImage } from "#src/modules/site/content/add-image.server.ts";
import { addPost } from "#src/modules/site/content/add-post.server.ts";
import { deleteItem } from "#src/modules/site/content/delete-item.server.ts";
import { moveItem } from "#src/modules/site/content/move-item.server.ts";
import {
  galleryForStaff,
  listGallery,
  listInstagramPosts,
  postsForStaff,
} from "#src/modules/site/content/queries.server.ts";
import { restoreItem } from "#src/modules/site/content/restore-item.server.ts";
import { holdLists, insertPost } from "#src/modules/site/content/store/items.server.ts";
import { switchItem } from "#src/modules/site/content/switch-item.server.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();
const staff = (role = "marketing") => database.ctx({ actor: { kind: "user", role } });
const kind = "instagram_post";

beforeEach(async () => {
  await database.services.db.deleteFrom("instagram_posts").execute();
  await database.services.db.deleteFrom("gallery_images").execute();
});

/** Posts of these names, in this order; returns their ids by name. */
async function posts<Name extends string>(...names: Name[]): Promise<Record<Name, string>> {
  const ids = {} as Record<Name, string>;
  for (const name of names) {
    const added = await addPost(staff(), {
      link: `https://www.instagram.com/p/${name}/`,
      picture: "/pictures/toast",
      caption: name,
    });
    if (!added.ok) throw new Error(added.reason);
    ids[name] = added.id;
  }
  return ids;
}

const forStaff = async () => {
  const snapshot = await postsForStaff(staff(), { open: null });
  if (!snapshot.ok) throw new Error(snapshot.reason);
  return snapshot.posts.map(({ caption }) => caption).join("");
};
const forGuests = async () => (await listInstagramPosts(database.ctx())).map(({ caption }) => caption).join("");

describe("the order", () => {
  test("is that of adding, until one is put behind another or first; what it stood behind is told", async () => {
    const { a, b, c, d } = await posts("a", "b", "c", "d");
    expect(await moveItem(staff(), { kind, id: d, after: a })).toEqual({ ok: true, before: c });
    expect(await forGuests()).toBe("adbc");
    expect(await moveItem(staff(), { kind, id: b, after: null })).toEqual({ ok: true, before: d });
    expect(await moveItem(staff(), { kind, id: b, after: d })).toEqual({ ok: true, before: null });
    expect(await forGuests()).toBe("adbc");
    await posts("e");
    expect(await forGuests()).toBe("adbce");
  });

  test("takes what two say of it at once, whoever is first", async () => {
    const { a, b, c, d } = await posts("a", "b", "c", "d", "e");
    const both = await Promise.all([
      moveItem(staff(), { kind, id: a, after: c }),
      moveItem(staff(), { kind, id: d, after: null }),
    ]);
    expect(both).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await forStaff()).toBe("dbcae");
    // sent as whole lists, the later one would have undone the earlier: both began with a, b, c, d, e
    expect(await moveItem(staff(), { kind, id: b, after: b })).toMatchObject({ reason: "item_not_found" });
  });

  test("bears that the other one is deleted meanwhile, not that the moved one is", async () => {
    const { a, b, c } = await posts("a", "b", "c");
    await deleteItem(staff(), { kind, id: b });
    expect(await moveItem(staff(), { kind, id: a, after: b })).toMatchObject({ ok: true });
    expect(await forStaff()).toBe("ac");
    await restoreItem(staff(), { kind, id: b });
    expect(await forStaff()).toBe("bac");
    await deleteItem(staff(), { kind, id: c });
    expect(await moveItem(staff(), { kind, id: c, after: null })).toEqual({ ok: false, reason: "item_deleted" });
    expect(await moveItem(staff(), { kind, id: a, after: randomUUID() })).toEqual({
      ok: false,
      reason: "item_not_found",
    });
  });

  test("is each site's own, and nothing moves to another site", async () => {
    const add = async (site: Site) => {
      const added = await addImage(staff(), { src: `/uploads/${randomUUID().replaceAll("-", "")}`, site });
      if (!added.ok) throw new Error(added.reason);
      return added.id;
    };
    const [first, second, other] = [await add("cdmx"), await add("cdmx"), await add("oaxaca")];
    const move = (id: string, after: string | null) => moveItem(staff(), { kind: "gallery_image", id, after });
    expect(await move(second, null)).toMatchObject({ ok: true });
    expect(await move(second, other)).toEqual({ ok: false, reason: "item_not_found" });
    const idsOf = async (site: Site) => {
      const gallery = await galleryForStaff(staff(), { site, open: null });
      return gallery.ok && gallery.images.map(({ id }) => id);
    };
    expect(await idsOf("cdmx")).toEqual([second, first]);
    expect(await idsOf("oaxaca")).toEqual([other]);
    expect((await listGallery(database.ctx())).map(({ id }) => id)).toEqual([second, first]);
  });
});

describe("what is deleted", () => {
  test("leaves both lists at once, and comes back in its place as it was", async () => {
    const { b, c } = await posts("a", "b", "c");
    await switchItem(staff(), { kind, id: c, active: false });
    for (const id of [b, c]) expect(await deleteItem(staff(), { kind, id })).toEqual({ ok: true });
    expect([await forStaff(), await forGuests()]).toEqual(["a", "a"]);
    expect(await switchItem(staff(), { kind, id: b, active: true })).toEqual({ ok: false, reason: "item_deleted" });
    const open = await postsForStaff(staff(), { open: b });
    expect(open).toMatchObject({ opened: { id: b, deleted: true } });
    for (const id of [b, c]) expect(await restoreItem(staff(), { kind, id })).toEqual({ ok: true });
    expect([await forStaff(), await forGuests()]).toEqual(["abc", "ab"]);
  });

  test("doesn't come back beside what was added again meanwhile", async () => {
    const { a } = await posts("a");
    await deleteItem(staff(), { kind, id: a });
    const again = await posts("a");
    expect(await restoreItem(staff(), { kind, id: a })).toEqual({ ok: false, reason: "post_there" });
    expect(await forStaff()).toBe("a");
    await deleteItem(staff(), { kind, id: again.a });
    expect(await restoreItem(staff(), { kind, id: a })).toEqual({ ok: true });
    const add = async (site: Site) => {
      const added = await addImage(staff(), { src: "/pictures/dusk", site });
      if (!added.ok) throw new Error(added.reason);
      return added.id;
    };
    const image = { kind: "gallery_image" as const, id: await add("cdmx") };
    await deleteItem(staff(), image);
    await add("oaxaca");
    expect(await restoreItem(staff(), image)).toEqual({ ok: true });
    await deleteItem(staff(), image);
    await add("cdmx");
    expect(await restoreItem(staff(), image)).toEqual({ ok: false, reason: "image_there" });
  });

  test("doesn't come back beside one that is added at the same time", async () => {
    const { a } = await posts("a");
    await deleteItem(staff(), { kind, id: a });
    const restored = await database.services.db.transaction().execute(async (tx) => {
      await holdLists(tx, kind);
      await insertPost(tx, { link: "https://www.instagram.com/p/a/", picture: "/pictures/toast", caption: "a" });
      const waiting = restoreItem(staff(), { kind, id: a });
      const blocked = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await vi.waitUntil(async () => (await database.services.pool.query(blocked)).rowCount !== 0, { timeout: 10_000 });
      return { waiting };
    });
    expect(await restored.waiting).toEqual({ ok: false, reason: "post_there" });
    expect(await forStaff()).toBe("a");
  });

  test("can't be shown by anybody, not even by a release that knows no deletion", async () => {
    const { a } = await posts("a");
    await deleteItem(staff(), { kind, id: a });
    const output = database.services.db.updateTable("instagram_posts").set({ is_active: true }).where("id", "=", a);
    await expect(output.execute()).rejects.toThrow("deleted_posts_are_hidden");
  });
});

test("every change is told to all servers in its own transaction, so that none goes on showing the page from before", async () => {
  const client = await database.services.pool.connect();
  const heard: string[] = [];
  client.on("notification", ({ channel }) => heard.push(channel));
  try {
    await client.query("listen pages_changed");
    const { a, b } = await posts("a", "b");
    const acts = [
      () => switchItem(staff(), { kind, id: a, active: false }),
      () => moveItem(staff(), { kind, id: b, after: null }),
      () => deleteItem(staff(), { kind, id: b }),
      () => restoreItem(staff(), { kind, id: b }),
      () => addImage(staff(), { src: "/pictures/dusk", site: "cdmx" }),
    ];
    for (const act of acts) {
      heard.length = 0;
      await act();
      // a round trip on the listening line brings what was told before it
      await client.query("select 1");
      expect(heard, String(act)).toContain("pages_changed");
    }
  } finally {
    await client.query("unlisten pages_changed");
    client.release();
  }
});
