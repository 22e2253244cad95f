import { SLOWING } from "#src/modules/base/identity/rules/slowing.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";

// One statement both asks and counts: of attempts at once, only the free ones slip through. The wait is rules/slowing.ts.
// While there is none, the next may be made at any time: requests at once arrive in another order than their clocks say.
const COUNT = `
  insert into sign_in_tries as t (key, failures, last_at, next_at) values ($1, 1, $2, '-infinity')
  on conflict (key) do update set (failures, last_at, next_at) = (
    select n.failures, $2, case when n.failures < $3 then '-infinity'
      else $2 + make_interval(secs => least($5, $4 * power(2, least(n.failures - $3, 20)))) end
    from (select case when t.last_at < $2 - make_interval(secs => $6) then 1 else t.failures + 1 end as failures) n)
  where t.next_at <= $2
  returning failures`;

/** Counts a failure in advance, unless it must wait. Returns how many there are with it; null when it must wait. */
export async function countFailure(on: Statements, key: string, now: Date): Promise<number | null> {
  const { free, first, most, forgotten } = SLOWING;
  const values = [key, now, free, first, most, forgotten];
  const { rows } = await on.query<{ failures: number }>({ name: "count-failure", text: COUNT, values });
  return rows[0]?.failures ?? null;
}

/** When the next attempt may be made. */
export async function nextTry(on: Statements, key: string, now: Date): Promise<Date> {
  const text = "select next_at from sign_in_tries where key = $1";
  const { rows } = await on.query<{ next_at: Date }>({ name: "next-try", text, values: [key] });
  return rows[0]?.next_at ?? now;
}

/** Forgets the failures before a success, which were its owner's, unless they have slowed the account: then most were not. */
export async function forgiveFailure(on: Statements, key: string): Promise<void> {
  const text = `update sign_in_tries set next_at = '-infinity', failures = case when failures <= $2 then 0 else failures end
    where key = $1`;
  await on.query({ name: "forgive-failure", text, values: [key, SLOWING.free] });
}

/** The owner of an account by its address, as sign-in compares it. */
export const ownerOf = (db: Db | Tx, email: string) =>
  db
    .selectFrom("user")
    .select(["id", "email", "email_verified"])
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();

/** Whom a pending grant of the sign-in library is for: a challenge, or an emailed link. */
export const granteeOf = (db: Db, grant: string) =>
  db
    .selectFrom("verification as v")
    .innerJoin("user as u", (join) => join.on((e) => e(e.cast("u.id", "text"), "=", e.ref("v.value"))))
    .select(["u.id", "u.email", "u.email_verified"])
    .where("v.identifier", "=", hashToken(grant))
    .executeTakeFirst();

/** The hash of an account's password; null without one. */
export async function passwordOf(db: Db | Tx, userId: string): Promise<string | null> {
  const row = await credential(db, userId).executeTakeFirst();
  return row?.password ?? null;
}

/** The same once no change of it is under way: waits for one that is. */
export async function settledPassword(db: Db, userId: string): Promise<string | null> {
  const row = await credential(db, userId).forShare().executeTakeFirst();
  return row?.password ?? null;
}

const credential = (db: Db | Tx, userId: string) =>
  db.selectFrom("account").select("password").where("user_id", "=", userId).where("provider_id", "=", "credential");

/** Deletes what is forgotten anyway. */
export const dropOldTries = (db: Db, now: Date) =>
  db
    .deleteFrom("sign_in_tries")
    .where("last_at", "<", new Date(now.getTime() - SLOWING.forgotten * 1000))
    .execute();
