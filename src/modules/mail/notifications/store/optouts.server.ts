import type { Db } from "#src/platform/db.server.ts";

/** When the owner of an address, by its hash, asked for no more emails; undefined who didn't. */
export const optoutAt = async (db: Db, hash: string): Promise<Date | undefined> =>
  (await db.selectFrom("email_optouts").select("at").where("address_hash", "=", hash).executeTakeFirst())?.at;

export const addOptout = (db: Db, hash: string, at: Date) =>
  db
    .insertInto("email_optouts")
    .values({ address_hash: hash, at })
    .onConflict((c) => c.doNothing())
    .execute();

export const dropOptout = (db: Db, hash: string) =>
  db.deleteFrom("email_optouts").where("address_hash", "=", hash).execute();
