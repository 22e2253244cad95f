import { sql } from "kysely";
import type { Db, Tx } from "#src/platform/db.server.ts";

type Link = { identifier: string; value: string; expires_at: Date };

/** Keeps what a mailed link stands for, by its hash. */
export const insertLink = (tx: Tx, link: Link) => tx.insertInto("verification").values(link).execute();

/** Whether there is a link for an address (in lower case) that ends after an instant. */
export async function anyLink(tx: Tx, email: string, after: Date): Promise<boolean> {
  const link = tx
    .selectFrom("verification")
    .select("id")
    .where(sql<boolean>`starts_with(value, '{"email":' || to_json(${email}::text)::text || ',')`)
    .where("expires_at", ">", after);
  return (await link.limit(1).executeTakeFirst()) !== undefined;
}

/** What a link stands for that is still good; undefined for every other. */
export const linkBy = (db: Db, identifier: string, now: Date) =>
  db
    .selectFrom("verification")
    .select("value")
    .where("identifier", "=", identifier)
    .where("expires_at", ">", now)
    .executeTakeFirst();

/** The same, and uses it up: of several at once only one gets it. */
export const takeLink = (tx: Tx, identifier: string, now: Date) =>
  tx
    .deleteFrom("verification")
    .where("identifier", "=", identifier)
    .where("expires_at", ">", now)
    .returning("value")
    .executeTakeFirst();

/** The account of an address (in lower case), as it decides whether a link opens it. */
export const accountToOpen = (db: Db | Tx, email: string) =>
  db
    .selectFrom("user")
    .select(["id", "email", "email_verified", "role", "banned", "two_factor_enabled"])
    .where("email", "=", email)
    .executeTakeFirst();

/** Begins a session; `token` is its hash. */
export const insertSession = (
  tx: Tx,
  row: { token: string; user_id: string; expires_at: Date; ip_address: string; user_agent: string },
  now: Date,
) =>
  tx
    .insertInto("session")
    .values({ ...row, created_at: now, updated_at: now })
    .execute();
