import { type Insertable, sql, type Updateable } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { KeyGrant } from "#src/platform/context.server.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";
import { batchesPer } from "#src/platform/share-statement.server.ts";

/** A key as a call needs it. `expires_at`: of the key or of this secret, whichever is earlier; null where neither ends. */
export type KeyRow = {
  id: string;
  name: string;
  scopes: string[];
  partner_id: string | null;
  partner_active: boolean | null;
  sites: KeyGrant["sites"];
  cities: string[] | null;
  test: boolean;
  per_minute: number;
  expires_at: Date | null;
  revoked_at: Date | null;
};

const BY_HASH = `select s.hash, k.id, k.name, k.scopes, k.partner_id, p.is_active as partner_active, k.sites, k.cities, k.test, k.per_minute,
    least(k.expires_at, s.expires_at) as expires_at, k.revoked_at
  from api_key_secrets s join api_keys k on k.id = s.key_id left join partners p on p.id = k.partner_id
  where s.hash = any($1::text[])`;

/**
 * The key that a secret's hash belongs to, also one that has ended. Calls of the same moment share a statement, which starts after each
 * of them came: nobody gets a key as it was before.
 */
export const keyByHash = batchesPer(
  async (on: Statements, hashes: readonly string[]): Promise<readonly (KeyRow | null)[]> => {
    const values = [[...new Set(hashes)]];
    const { rows } = await on.query<KeyRow & { hash: string }>({ name: "keys-by-hash", text: BY_HASH, values });
    const keys = new Map(rows.map(({ hash, ...key }) => [hash, key]));
    return hashes.map((hash) => keys.get(hash) ?? null);
  },
);

const NOTE_USES = `update api_key_secrets s set last_used_at = u.at from unnest($1::text[], $2::timestamptz[]) as u (hash, at)
  where s.hash = u.hash and (s.last_used_at is null or s.last_used_at < u.at)`;

/** Notes when secrets were used last. */
export async function noteUses(on: Statements, uses: readonly { hash: string; at: Date }[]): Promise<void> {
  const values = [uses.map(({ hash }) => hash), uses.map(({ at }) => at)];
  await on.query({ name: "note-key-uses", text: NOTE_USES, values });
}

/** Some of all keys, or of those of a partner, with their secrets: those that aren't revoked first, the newest first. */
export const listKeys = (db: Db, partnerId: string | null, { limit, offset }: { limit: number; offset: number }) =>
  db
    .selectFrom("api_keys as k")
    .leftJoin("partners as p", "p.id", "k.partner_id")
    .selectAll("k")
    .select(["p.name as partner", "p.is_active as partner_active", "p.desk_credit_limit as partner_limit"])
    .$if(partnerId !== null, (q) => q.where("k.partner_id", "=", partnerId!))
    .orderBy(sql`k.revoked_at is not null`)
    .orderBy("k.created_at", "desc")
    .orderBy("k.id")
    .limit(limit)
    .offset(offset)
    .execute();

/** The secrets of keys, the newest first. */
export async function secretsOf(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("api_key_secrets")
    .select(["key_id", "prefix", "created_at", "expires_at", "last_used_at"])
    .where("key_id", "in", ids)
    .orderBy("created_at", "desc")
    .orderBy("hash")
    .execute();
}

/** Locks a key. */
export const holdKey = (tx: Tx, id: string) =>
  tx.selectFrom("api_keys").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** A partner whose key may be made; undefined when missing. */
export const partnerOfKey = (tx: Tx, id: string) =>
  tx.selectFrom("partners").select(["name", "is_active"]).where("id", "=", id).executeTakeFirst();

export const insertKey = (tx: Tx, key: Insertable<Tables["api_keys"]>) =>
  tx.insertInto("api_keys").values(key).execute();

export const updateKey = (tx: Tx, id: string, changes: Updateable<Tables["api_keys"]>) =>
  tx.updateTable("api_keys").set(changes).where("id", "=", id).execute();

/** Gives a key a secret. Those before it end at `until` at the latest, and those that have ended already are deleted. */
export async function addSecret(
  tx: Tx,
  secret: { key_id: string; hash: string; prefix: string },
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  const ofKey = tx.updateTable("api_key_secrets").where("key_id", "=", secret.key_id);
  await tx.deleteFrom("api_key_secrets").where("key_id", "=", secret.key_id).where("expires_at", "<=", now).execute();
  await ofKey.set({ expires_at: sql<Date>`least(expires_at, ${until})` }).execute();
  await tx
    .insertInto("api_key_secrets")
    .values({ ...secret, created_at: now, expires_at: null, last_used_at: null })
    .execute();
}
