import { type Insertable, sql, type Updateable } from "kysely";
import type { Tables } from "#db/tables.ts";
import { forgetInAccessLog } from "#src/platform/access-log.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";

export type SessionUser = {
  id: string;
  email: string;
  email_verified: boolean;
  role: string | null;
  city_ids: string[] | null;
  /** Whether this session has passed a code of the account's second factor. */
  second_factor: boolean;
  begun_at: Date;
  /** When the session's last use was last updated. */
  used_at: Date;
};

/**
 * The user of a valid session, by its token's hash. A session that has passed no code of an account with a second factor is
 * none: it began before the factor, or raced it. One prepared join: a tenth of the cost of the library's own lookup.
 */
export async function sessionUser(on: Statements, token: string, now: Date): Promise<SessionUser | null> {
  const text = `select u.id, u.email, u.email_verified, u.role, u.city_ids, coalesce(u.two_factor_enabled, false) as second_factor,
      s.created_at as begun_at, s.updated_at as used_at
    from session s join "user" u on u.id = s.user_id
    where s.token = $1 and s.expires_at > $2 and coalesce(u.banned, false) = false
      and (s.second_factor_at is not null or u.two_factor_enabled is not true)`;
  const { rows } = await on.query<SessionUser>({ name: "session-user", text, values: [token, now] });
  return rows[0] ?? null;
}

/** Adds a new account's profile; an existing one stays. */
const addProfile = (tx: Tx, profile: Insertable<Tables["profiles"]>) =>
  tx
    .insertInto("profiles")
    .values(profile)
    .onConflict((c) => c.column("id").doNothing())
    .execute();

/** Marks an account's address as verified. Returns whether it wasn't before. */
export async function markVerified(tx: Tx, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("user")
    .set({ email_verified: true, updated_at: new Date() })
    .where("id", "=", userId)
    .where("email_verified", "=", false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Revokes a user's pending grants: reset links, links that sign in, half-done sign-ins, trusted browsers. */
export const forgetGrants = (tx: Tx, userId: string) => sql`select forget_grants(${userId}::uuid)`.execute(tx);

/** Whether an address (in lower case) is the confirmed one of an account. */
export async function isTaken(on: Db | Tx, email: string): Promise<boolean> {
  const owner = on.selectFrom("user").select("id").where("email", "=", email).where("email_verified", "=", true);
  return (await owner.executeTakeFirst()) !== undefined;
}

/** An account as its emails need it. */
export const accountById = (db: Db | Tx, userId: string) =>
  db
    .selectFrom("user as u")
    .leftJoin("profiles as p", "p.id", "u.id")
    .select(["u.id", "u.email", "u.email_verified", "u.role", "p.language"])
    .where("u.id", "=", userId)
    .executeTakeFirst();

/** An account's address, locked until the transaction ends: whoever changes it or confirms it is alone. */
export const accountForUpdate = (tx: Tx, userId: string) =>
  tx.selectFrom("user").select(["email", "email_verified"]).where("id", "=", userId).forUpdate().executeTakeFirst();

/**
 * Moves an account to another address (in lower case), in place of a sign-up with it that nobody has confirmed. Returns whether it
 * could: not where the address has an account.
 */
export async function moveAddress(tx: Tx, userId: string, email: string, now: Date): Promise<boolean> {
  const unconfirmed = tx.selectFrom("user").select("id").where("email", "=", email).where("email_verified", "=", false);
  for (const { id } of await unconfirmed.forUpdate().execute())
    await deleteAccountRows(tx, { userId: id, email: null, bookingIds: [] });
  if (await isTaken(tx, email)) return false;
  await tx.updateTable("user").set({ email, updated_at: now }).where("id", "=", userId).execute();
  return true;
}

/** What decides a user's role, and whether they have a second factor; undefined for an account that is gone or banned. */
export const userAtWork = (db: Db | Tx, userId: string) =>
  db
    .selectFrom("user as u")
    .select(["u.id", "u.email", "u.email_verified", "u.role", "u.city_ids", "u.two_factor_enabled"])
    .where("u.id", "=", userId)
    .where("u.banned", "is not", true)
    .executeTakeFirst();

/** Records that a session is in use. */
export const touchSession = (on: Statements, token: string, now: Date) =>
  on.query({
    name: "touch-session",
    text: "update session set updated_at = $2 where token = $1 and updated_at < $2",
    values: [token, now],
  });

/** An account as its owner sees it; the profile's columns are null where there is none yet. */
export const profileById = (db: Db | Tx, userId: string) =>
  db
    .selectFrom("user as u")
    .leftJoin("profiles as p", "p.id", "u.id")
    .select(["u.email", "u.email_verified", "u.two_factor_enabled", "u.created_at"])
    .select([
      "p.first_name",
      "p.last_name",
      "p.phone",
      "p.country",
      "p.language",
      "p.number_format",
      "p.marketing_consent",
    ])
    .where("u.id", "=", userId)
    .executeTakeFirst();

/** A profile, locked until the transaction ends, created where there is none. */
export async function profileForUpdate(tx: Tx, userId: string) {
  await addProfile(tx, { id: userId });
  return tx.selectFrom("profiles").selectAll().where("id", "=", userId).forUpdate().executeTakeFirstOrThrow();
}

/** Updates a profile, and the account's name with it. */
export async function writeProfile(
  tx: Tx,
  userId: string,
  profile: Updateable<Tables["profiles"]> & { first_name: string; last_name: string },
  now: Date,
) {
  await tx.updateTable("profiles").set(profile).where("id", "=", userId).execute();
  const name = `${profile.first_name} ${profile.last_name}`.trim();
  await tx.updateTable("user").set({ name, updated_at: now }).where("id", "=", userId).execute();
}

/** A user's entries of the access log, newest first. */
export const accessOf = (db: Db | Tx, userId: string) =>
  db
    .selectFrom("access_log")
    .select(["at", "kind", "outcome", "subject", "address", "user_agent"])
    .where("user_id", "=", userId)
    .orderBy("at", "desc")
    .orderBy("id", "desc");

/** A user's valid sessions, the last used first. */
export const sessionsOf = (db: Db | Tx, userId: string, now: Date) =>
  db
    .selectFrom("session")
    .select(["id", "token", "user_agent", "ip_address", "created_at", "updated_at", "expires_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .execute();

/** Deletes what can't open anything any more: sessions, links and challenges that have expired. */
export async function dropExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("session").where("expires_at", "<", now).execute();
  await db.deleteFrom("verification").where("expires_at", "<", now).execute();
}

/** Accounts that one transaction deletes. */
const PORTION = 100;

/**
 * Deletes the accounts that nobody has confirmed or changed since `before`. Who has a role, an open invitation, an address of
 * `keep` or a booking in their name stays; so does who confirms at this moment.
 */
export async function dropUnconfirmed(
  db: Db,
  { ask }: Pick<Context, "ask">,
  { before, keep }: { before: Date; keep: readonly string[] },
): Promise<void> {
  for (let last: string | undefined = NOBODY; last !== undefined;) {
    last = await db.transaction().execute(async (tx) => {
      const portion = await tx
        .selectFrom("user as u")
        .select("u.id")
        .where("u.id", ">", last!)
        .where("u.email_verified", "=", false)
        .where("u.updated_at", "<", before)
        .where((e) => e.or([e("u.role", "is", null), e("u.role", "=", "customer")]))
        .where(sql<boolean>`lower(u.email) <> all(${[...keep]}::text[])`)
        .where(
          sql<boolean>`not exists (select from staff_invitations i where i.email = lower(u.email) and i.accepted_at is null and i.revoked_at is null)`,
        )
        .orderBy("u.id")
        .limit(PORTION)
        .forUpdate("u")
        .skipLocked()
        .execute();
      // after the lock: whoever books under an account waits for it
      const booked = await ask.accountsWithBookings(
        tx,
        portion.map(({ id }) => id),
      );
      for (const { id } of portion.filter((one) => !booked.has(one.id)))
        await deleteAccountRows(tx, { userId: id, email: null, bookingIds: [] });
      return portion.at(-1)?.id;
    });
  }
}
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** Ends one session of a user, or all. Returns how many ended. */
export async function endSessions(tx: Tx, userId: string, sessionId: string | null): Promise<number> {
  const all = tx.deleteFrom("session").where("user_id", "=", userId);
  const { numDeletedRows } = await (sessionId === null ? all : all.where("id", "=", sessionId)).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends a user's sessions except the one with this token's hash. Returns how many ended. */
export async function endOtherSessions(on: Db | Tx, userId: string, current: string): Promise<number> {
  const others = on.deleteFrom("session").where("user_id", "=", userId).where("token", "<>", current);
  return Number((await others.executeTakeFirst()).numDeletedRows);
}

/** Gives a user's session another token (both as hashes). Returns when it expires; undefined when it is gone. */
export const renewToken = (tx: Tx, userId: string, { from, to }: { from: string; to: string }) =>
  tx
    .updateTable("session")
    .set({ token: to })
    .where("user_id", "=", userId)
    .where("token", "=", from)
    .returning("expires_at")
    .executeTakeFirst();

/** A user's second factor, encrypted; undefined where there is none. */
export const secondFactorOf = (db: Db, userId: string) =>
  db.selectFrom("two_factor").select("secret").where("user_id", "=", userId).executeTakeFirst();

/** Removes a user's second factor. Returns whether there was one. */
export async function deleteSecondFactor(tx: Tx, userId: string, now: Date): Promise<boolean> {
  await tx.deleteFrom("two_factor").where("user_id", "=", userId).execute();
  const { numUpdatedRows } = await tx
    .updateTable("user")
    .set({ two_factor_enabled: false, updated_at: now })
    .where("id", "=", userId)
    .where("two_factor_enabled", "=", true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes an account with its sessions, passwords, second factor, profile and invitations (those of its `email`). */
export async function deleteAccountRows(
  tx: Tx,
  { userId, email, bookingIds }: { userId: string; email: string | null; bookingIds: readonly string[] },
): Promise<void> {
  await forgetGrants(tx, userId);
  await forgetInAccessLog(tx, userId, bookingIds);
  await tx
    .deleteFrom("staff_invitations")
    .where((e) =>
      e.or([e("accepted_by", "=", userId), ...(email === null ? [] : [e("email", "=", email.toLowerCase())])]),
    )
    .execute();
  await tx.deleteFrom("user").where("id", "=", userId).execute();
}

/** Deletes invitations to an address ("": none), and takes whoever it was out of the access log's entries about bookings. */
export async function deleteStrangerRows(
  tx: Tx,
  { email, bookingIds }: { email: string; bookingIds: readonly string[] },
): Promise<void> {
  await forgetInAccessLog(tx, null, bookingIds);
  if (email !== "") await tx.deleteFrom("staff_invitations").where("email", "=", email.toLowerCase()).execute();
}
