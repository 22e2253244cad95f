import { sql } from "kysely";
import type { Db, Tx } from "#src/platform/db.server.ts";

export type Tag = { id: string; name: string };

/** The tags in use, by name. */
export const tagsInUse = (db: Db): Promise<Tag[]> =>
  db
    .selectFrom("tags as t")
    .select(["t.id", "t.name"])
    .where((e) => e.exists(e.selectFrom("booking_tags as x").whereRef("x.tag_id", "=", "t.id")))
    .orderBy("t.folded")
    .execute();

/** The names of a booking's tags. */
export async function tagsOf(db: Db, bookingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("booking_tags as x")
    .innerJoin("tags as t", "t.id", "x.tag_id")
    .select("t.name")
    .where("x.booking_id", "=", bookingId)
    .orderBy("t.folded")
    .execute();
  return rows.map(({ name }) => name);
}

/** The tag of a name in any case and with or without accents; undefined when there is none. */
export const tagNamed = (db: Db | Tx, name: string): Promise<Tag | undefined> =>
  db
    .selectFrom("tags")
    .select(["id", "name"])
    .where("folded", "=", sql<string>`searchable(${name})`)
    .executeTakeFirst();

/** The same, made if there is none, locked: it keeps its first spelling for as long as a booking has it. */
export const tagFor = (tx: Tx, name: string): Promise<Tag> =>
  tx
    .insertInto("tags")
    .values({ name })
    .onConflict((c) => c.column("folded").doUpdateSet({ name: (e) => e.ref("tags.name") }))
    .returning(["id", "name"])
    .executeTakeFirstOrThrow();

/** How many of some bookings exist, and how many of those have a tag. */
export async function countTagged(db: Db | Tx, ids: readonly string[], tagId: string | undefined) {
  const { rows } = await sql<{
    all: number;
    having: number;
  }>`select count(*)::int as all, count(x.tag_id)::int as having
    from booking_facts b left join booking_tags x on x.booking_id = b.id and x.tag_id = ${tagId ?? null}::uuid
    where b.id = any(${ids}::uuid[])`.execute(db);
  return rows[0]!;
}

/** Tags those of some bookings that haven't the tag, and says which. */
export async function addTag(tx: Tx, ids: readonly string[], tagId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`insert into booking_tags (booking_id, tag_id)
    select id, ${tagId}::uuid from bookings where id = any(${ids}::uuid[]) order by id
    on conflict do nothing returning booking_id as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Takes tags off some bookings, all of them or one, and says off which; tags that no booking has any more are gone. */
export async function removeTags(tx: Tx, ids: readonly string[], tagId: string | null): Promise<string[]> {
  const had = sql`booking_id = any(${ids}::uuid[]) and (${tagId}::uuid is null or tag_id = ${tagId}::uuid)`;
  // locked before they are found unused, in a statement of its own: whoever adds one holds it until that is seen
  const { rows: tags } = await sql<{ id: string }>`select id from tags
    where id in (select tag_id from booking_tags where ${had}) order by id for update`.execute(tx);
  const { rows } = await sql<{ id: string }>`delete from booking_tags where ${had} returning booking_id as id`.execute(
    tx,
  );
  await sql`delete from tags t where t.id = any(${tags.map(({ id }) => id)}::uuid[])
    and not exists (select from booking_tags x where x.tag_id = t.id)`.execute(tx);
  return rows.map(({ id }) => id);
}
