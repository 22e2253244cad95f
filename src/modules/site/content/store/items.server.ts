import { sql } from "kysely";
import type { Site } from "#src/kernel/site.ts";
import type { ItemKind } from "#src/modules/site/content/rules/items.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

const TABLES = {
  gallery_image: { table: "gallery_images", place: "position" },
  instagram_post: { table: "instagram_posts", place: "display_order" },
} as const;
const tableOf = (kind: ItemKind) => sql.table(TABLES[kind].table);
const placeOf = (kind: ItemKind) => sql.ref(TABLES[kind].place);

/** A site's pictures that aren't deleted, in order, the hidden ones included. */
export const siteImages = (db: Db, site: Site) =>
  images(db).where("site_tag", "=", site).where("deleted_at", "is", null).execute();

/** The posts that aren't deleted, in order, the hidden ones included. */
export const allPosts = (db: Db) => posts(db).where("deleted_at", "is", null).execute();

/** A picture, also a deleted one. */
export const imageById = (db: Db | Tx, id: string) => images(db).where("id", "=", id).executeTakeFirst();

/** A post, also a deleted one. */
export const postById = (db: Db | Tx, id: string) => posts(db).where("id", "=", id).executeTakeFirst();

const images = (db: Db | Tx) =>
  db
    .selectFrom("gallery_images")
    .select(["id", "image_url", "alt", "alt_es", "is_active", "site_tag", "version", "deleted_at"])
    .orderBy("position")
    .orderBy("id");

const posts = (db: Db | Tx) =>
  db
    .selectFrom("instagram_posts")
    .select(["id", "image_url", "picture", "caption", "is_active", "version", "deleted_at"])
    .orderBy("display_order")
    .orderBy("id");

/** Lets nobody else add to the lists of a kind, or order them, before this transaction ends. */
export const holdLists = (tx: Tx, kind: ItemKind) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`items:${kind}`}, 0))`.execute(tx);

type Item = { id: string; is_active: boolean; deleted_at: Date | null; was_active: boolean | null };

/** Locks an item; `site` is a picture's, null for posts. */
export async function holdItem(
  tx: Tx,
  kind: ItemKind,
  id: string,
): Promise<(Item & { site: string | null }) | undefined> {
  const site = kind === "gallery_image" ? sql`site_tag` : sql`null::text`;
  const { rows } = await sql<Item & { site: string | null }>`
    select id, is_active, deleted_at, was_active, ${site} as site from ${tableOf(kind)} where id = ${id} for update`.execute(
    tx,
  );
  return rows[0];
}

/** Writes whether an item locked by `holdItem` is shown or deleted. */
export const writeItemState = (tx: Tx, kind: ItemKind, { id, is_active, deleted_at, was_active }: Item) =>
  sql`update ${tableOf(kind)} set is_active = ${is_active}, deleted_at = ${deleted_at}, was_active = ${was_active}
    where id = ${id}`.execute(tx);

/** The ids of a list in order, and which of them are deleted: they keep their places. */
export async function listOrder(
  tx: Tx,
  kind: ItemKind,
  site: string | null,
): Promise<{ id: string; deleted: boolean }[]> {
  const ofSite = kind === "gallery_image" ? sql`site_tag = ${site}` : sql`true`;
  const { rows } = await sql<{ id: string; deleted: boolean }>`
    select id, deleted_at is not null as deleted from ${tableOf(kind)} where ${ofSite} order by ${placeOf(kind)}, id`.execute(
    tx,
  );
  return rows;
}

/** Numbers a list held by `holdLists` in this order, from 0; rows that stay where they are aren't written. */
export const writeOrder = (tx: Tx, kind: ItemKind, ids: readonly string[]) =>
  sql`update ${tableOf(kind)} i set ${placeOf(kind)} = o.place - 1
    from unnest(${ids}::uuid[]) with ordinality as o (id, place)
    where i.id = o.id and i.${placeOf(kind)} <> o.place - 1`.execute(tx);

type NewImage = { src: string; site: Site; alt: string; alt_es: string | null };

/** Adds a picture at the end of its site's gallery. The list is held. */
export const insertImage = (tx: Tx, { src, site, alt, alt_es }: NewImage) =>
  tx
    .insertInto("gallery_images")
    .values({
      image_url: src,
      alt,
      alt_es,
      site_tag: site,
      position: sql<number>`(select coalesce(max(position), -1) + 1 from gallery_images where site_tag = ${site})`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();

type Post = { link: string; picture: string; caption: string };

/** Adds a post at the end of the list, which is held. */
export const insertPost = (tx: Tx, { link, picture, caption }: Post) =>
  tx
    .insertInto("instagram_posts")
    .values({
      image_url: link,
      picture,
      caption,
      display_order: sql<number>`(select coalesce(max(display_order), -1) + 1 from instagram_posts)`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();

/** The picture of a site's gallery with this address, unless it is deleted. */
export const imageOf = (tx: Tx, { src, site }: { src: string; site: string }) =>
  images(tx)
    .where("image_url", "=", src)
    .where("site_tag", "=", site)
    .where("deleted_at", "is", null)
    .executeTakeFirst();

/** The post with this link, unless it is deleted or the one with the id `but`. */
export const postWith = (tx: Tx, link: string, but: string | null) =>
  posts(tx)
    .where("image_url", "=", link)
    .where("deleted_at", "is", null)
    .where("id", "is distinct from", but)
    .executeTakeFirst();

/** Writes a picture's description; its version counts it. */
export const writeDescription = (tx: Tx, id: string, { alt, alt_es }: { alt: string; alt_es: string | null }) =>
  tx
    .updateTable("gallery_images")
    .set((e) => ({ alt, alt_es, version: e("version", "+", 1) }))
    .where("id", "=", id)
    .execute();

/** Writes a post's link, picture and caption; its version counts it. */
export const writePost = (tx: Tx, id: string, { link, picture, caption }: Post) =>
  tx
    .updateTable("instagram_posts")
    .set((e) => ({ image_url: link, picture, caption, version: e("version", "+", 1) }))
    .where("id", "=", id)
    .execute();

/** Puts one picture in the place of another, but not twice in a gallery. */
export async function exchangeItemPicture(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`update gallery_images g set deleted_at = now(), was_active = g.is_active, is_active = false, version = g.version + 1
    where g.image_url = ${from} and g.deleted_at is null and exists (select from gallery_images o
      where o.site_tag = g.site_tag and o.image_url = ${to} and o.deleted_at is null)`.execute(tx);
  await sql`update gallery_images set image_url = ${to} where image_url = ${from}`.execute(tx);
  await sql`update instagram_posts set version = version + 1, picture = ${to} where picture = ${from}`.execute(tx);
}
