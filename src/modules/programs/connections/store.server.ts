import { type Insertable, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";

type Client = Insertable<Tables["oauth_clients"]>;

/** How many programs may be registered that nobody has let in: beyond it the oldest go. */
const MOST_UNUSED = 500;

/** Stores a program that has registered itself. */
export async function insertClient(db: Db, client: Client): Promise<void> {
  await db.insertInto("oauth_clients").values(client).execute();
  await sql`delete from oauth_clients where let_in_at is null and id in (
    select id from oauth_clients where let_in_at is null
    order by created_at desc, id offset ${MOST_UNUSED})`.execute(db);
}

export const clientById = (db: Db | Tx, id: string) =>
  db.selectFrom("oauth_clients").select(["id", "name", "redirect_uris"]).where("id", "=", id).executeTakeFirst();

/** A grant that hasn't ended. */
export const grantById = (db: Db, id: string, now: Date) =>
  db
    .selectFrom("oauth_grants")
    .select(["id", "user_id", "client_id", "scopes"])
    .where("id", "=", id)
    .where("expires_at", ">", now)
    .executeTakeFirst();

/** Locks a program and notes that somebody lets it in. False when it is gone. */
export async function letIn(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("oauth_clients")
    .set({ let_in_at: now })
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores what a person lets a program do, which must be locked and have no other grant of them. */
export const insertGrant = (tx: Tx, grant: Insertable<Tables["oauth_grants"]>) =>
  tx.insertInto("oauth_grants").values(grant).execute();

/** One grant, or those of a person, also to one program alone. */
export type GrantsOf = { id: string } | { userId: string; clientId?: string };

/** Deletes grants with their codes and tokens. Returns them, with the names of their programs. */
export const deleteGrants = (tx: Tx, of: GrantsOf) =>
  tx
    .deleteFrom("oauth_grants as g")
    .using("oauth_clients as c")
    .whereRef("c.id", "=", "g.client_id")
    .where("id" in of ? "g.id" : "g.user_id", "=", "id" in of ? of.id : of.userId)
    .$if("clientId" in of, (q) => q.where("g.client_id", "=", (of as { clientId: string }).clientId))
    .returning(["g.id", "c.name"])
    .execute();

/** Whose a grant is; undefined when it has ended. */
export const holdGrant = (tx: Tx, id: string) =>
  tx.selectFrom("oauth_grants").select(["id", "user_id"]).where("id", "=", id).forUpdate().executeTakeFirst();

/** Grants that haven't ended, of one person or of all, the newest first. */
export const listGrants = (
  db: Db,
  userId: string | null,
  now: Date,
  { limit, offset }: { limit: number; offset: number },
) =>
  db
    .selectFrom("oauth_grants as g")
    .innerJoin("oauth_clients as c", "c.id", "g.client_id")
    .innerJoin("user as u", "u.id", "g.user_id")
    .select(["g.id", "g.user_id", "g.host", "g.scopes", "g.created_at", "g.expires_at", "g.last_used_at"])
    .select(["c.name as program", "u.email"])
    .where("g.expires_at", ">", now)
    .$if(userId !== null, (q) => q.where("g.user_id", "=", userId!))
    .orderBy("g.created_at", "desc")
    .orderBy("g.id")
    .limit(limit)
    .offset(offset)
    .execute();

/** A request, code or token as the library keeps it. */
type OauthRecord = {
  hash: string;
  kind: string;
  grant_id: string | null;
  user_id: string;
  content: Record<string, unknown>;
  expires_at: Date;
};

const KEEP = `insert into oauth_records (hash, kind, grant_id, user_id, content, expires_at)
  select $1, $2, $3, $4, $5, least($6, (select expires_at from oauth_grants where id = $3))
  on conflict (hash) do update set content = excluded.content, expires_at = excluded.expires_at`;

/** Stores a record; it ends with its grant at the latest. */
export async function upsertRecord(on: Statements, record: OauthRecord): Promise<void> {
  const { hash, kind, grant_id, user_id, content, expires_at } = record;
  const values = [hash, kind, grant_id, user_id, JSON.stringify(content), expires_at];
  await on.query({ name: "keep-oauth-record", text: KEEP, values });
}

/** A record that hasn't ended, also a used one. */
export const recordByHash = (db: Db | Tx, kind: string, hash: string, now: Date) =>
  db
    .selectFrom("oauth_records")
    .select(["grant_id", "user_id", "content", "used_at"])
    .where("hash", "=", hash)
    .where("kind", "=", kind)
    .where("expires_at", ">", now)
    .executeTakeFirst();

/** Uses up a code or token. False where somebody already has. */
export async function useRecord(db: Db, hash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("oauth_records")
    .set({ used_at: now })
    .where("hash", "=", hash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes a code or token good again. */
export const unuseRecord = (db: Db, hash: string) =>
  db.updateTable("oauth_records").set({ used_at: null }).where("hash", "=", hash).execute();

/** How many refresh tokens of the connection of this one (by hash) have been used since. */
export async function renewalsOf(db: Db, hash: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom("oauth_records as r")
    .innerJoin("oauth_records as of", "of.grant_id", "r.grant_id")
    .select((q) => q.fn.countAll<string>().as("count"))
    .where("of.hash", "=", hash)
    .where("r.kind", "=", "RefreshToken")
    .where("r.used_at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Locks a request of a person that waits for their answer. */
export const holdRequest = (tx: Tx, hash: string, userId: string, now: Date) =>
  tx
    .selectFrom("oauth_records")
    .select("content")
    .where("hash", "=", hash)
    .where("kind", "=", "Interaction")
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .forUpdate()
    .executeTakeFirst();

export const updateRequest = (tx: Tx, hash: string, content: Record<string, unknown>) =>
  tx
    .updateTable("oauth_records")
    .set({ content: JSON.stringify(content) })
    .where("hash", "=", hash)
    .execute();

export const deleteRecord = (db: Db, hash: string) => db.deleteFrom("oauth_records").where("hash", "=", hash).execute();

/** Deletes a grant's records of a kind. */
export const deleteRecords = (db: Db, kind: string, grantId: string) =>
  db.deleteFrom("oauth_records").where("grant_id", "=", grantId).where("kind", "=", kind).execute();

/** What a call under a token needs of its grant. */
type TokenRow = {
  id: string;
  user_id: string;
  scopes: string[];
  scope: string | null;
  program: string;
  last_used_at: Date | null;
};

const BY_TOKEN = `select g.id, g.user_id, g.scopes, r.content->>'scope' as scope, c.name as program, g.last_used_at
  from oauth_records r join oauth_grants g on g.id = r.grant_id join oauth_clients c on c.id = g.client_id
  where r.hash = $1 and r.kind = 'AccessToken' and r.expires_at > $2 and g.expires_at > $2`;

/** The grant of an access token that hasn't ended; `scope`: what of it the token was given for, apart by spaces. */
export async function grantOfToken(on: Statements, hash: string, now: Date): Promise<TokenRow | null> {
  const { rows } = await on.query<TokenRow>({ name: "oauth-token", text: BY_TOKEN, values: [hash, now] });
  return rows[0] ?? null;
}

export const noteUse = (db: Db, id: string, now: Date) =>
  db.updateTable("oauth_grants").set({ last_used_at: now }).where("id", "=", id).execute();

type Until = { used: Date; unused: Date; left: Date };

/**
 * Deletes what has ended, refresh tokens used by `used`, programs that nobody had let in by `unused`, and those that nobody has again
 * since `left`.
 */
export async function dropEnded(db: Db, now: Date, { used, unused, left }: Until): Promise<void> {
  await db
    .deleteFrom("oauth_records")
    .where((q) => q.or([q("expires_at", "<=", now), q("used_at", "<", used)]))
    .execute();
  await db.deleteFrom("oauth_grants").where("expires_at", "<=", now).execute();
  await sql`delete from oauth_clients where let_in_at is null and created_at < ${unused}`.execute(db);
  await sql`delete from oauth_clients c where c.let_in_at < ${left}
    and not exists (select 1 from oauth_grants g where g.client_id = c.id)`.execute(db);
}
