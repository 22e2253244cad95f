import { type ExpressionBuilder, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import { STAFF_ROLES, type StaffRole } from "#src/modules/base/identity/rules/roles.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { inPortions, PORTION } from "#src/platform/in-portions.server.ts";
import { inLetters } from "#src/platform/letters.server.ts";

const isAdmin = (adminEmails: readonly string[]) => (e: ExpressionBuilder<Tables, "user">) =>
  e.or([e("user.role", "=", "admin"), sql<boolean>`lower("user".email) = any(${adminEmails}::text[])`]);

/**
 * Locks all admins and one more user until the transaction ends. Always in the same order: two admins who demote each other run
 * one after the other, and the second sees the first's change.
 */
export async function holdAdmins(tx: Tx, userId: string | null, adminEmails: readonly string[]) {
  return tx
    .selectFrom("user")
    .select(["id", "name", "email", "email_verified", "role", "city_ids", "banned"])
    .where((e) => e.or([isAdmin(adminEmails)(e), ...(userId === null ? [] : [e("id", "=", userId)])]))
    .orderBy("id")
    .forUpdate()
    .execute();
}

type NewRole = { role: string; cities: readonly string[] | null };

export const writeRole = (tx: Tx, userId: string, { role, cities }: NewRole, now: Date) =>
  tx
    .updateTable("user")
    .set({ role, city_ids: cities && [...cities], updated_at: now })
    .where("id", "=", userId)
    .execute();

/** Users with a staff role, granted or by setting, with their last use and number of sessions that aren't over. */
export const staffRows = (db: Db, adminEmails: readonly string[], now: Date, over: { used: Date; begun: Date }) =>
  db
    .selectFrom("user")
    .select(["id", "name", "email", "email_verified", "role", "city_ids", "created_at"])
    .select([
      sql<boolean>`coalesce(two_factor_enabled, false)`.as("second_factor"),
      sql<number>`(select count(*)::int from session s where s.user_id = "user".id and s.expires_at > ${now}
        and s.updated_at > ${over.used} and s.created_at > ${over.begun})`.as("sessions"),
      sql<Date | null>`(select max(s.updated_at) from session s where s.user_id = "user".id)`.as("seen_at"),
    ])
    .where((e) => e.or([isAdmin(adminEmails)(e), e("role", "in", STAFF_ROLES)]))
    .orderBy(inLetters("name"))
    .orderBy("id")
    .execute();

/** Users with a staff role, granted or by setting, as their colleagues and their emails know them. */
export const colleagueRows = (db: Db | Tx, adminEmails: readonly string[]) =>
  db
    .selectFrom("user")
    .leftJoin("profiles as p", "p.id", "user.id")
    .select(["user.id", "user.name", "user.email", "user.email_verified", "user.role", "user.city_ids", "p.language"])
    .where((e) => e.or([isAdmin(adminEmails)(e), e("user.role", "in", STAFF_ROLES)]))
    .where((e) => e.or([e("user.banned", "is", null), e("user.banned", "=", false)]))
    .orderBy(inLetters("user.name"))
    .orderBy("user.id")
    .execute();

const invitations = (db: Db | Tx) =>
  db
    .selectFrom("staff_invitations as i")
    .selectAll("i")
    .select([sql<StaffRole>`i.role`.as("role"), sql<"en" | "es">`i.language`.as("language")]);

export const accountByEmail = (db: Db | Tx, email: string) =>
  db
    .selectFrom("user as u")
    .leftJoin("profiles as p", "p.id", "u.id")
    .select(["u.id", "u.email", "u.email_verified", "u.role", "p.language"])
    .where((e) => e(e.fn("lower", ["u.email"]), "=", email.toLowerCase()))
    .executeTakeFirst();

/** Invitations neither accepted nor revoked, newest first, including expired ones. */
export const openInvitations = (db: Db) =>
  invitations(db)
    .leftJoin("user as u", "u.id", "i.invited_by")
    .select("u.name as by")
    .where("i.accepted_at", "is", null)
    .where("i.revoked_at", "is", null)
    .orderBy("i.created_at", "desc")
    .execute();

export const invitationById = (db: Db | Tx, id: string) => invitations(db).where("i.id", "=", id).executeTakeFirst();

export const invitationByHash = (db: Db | Tx, hash: string) =>
  invitations(db).where("i.token_hash", "=", hash).executeTakeFirst();

export const invitationForUpdate = (tx: Tx, id: string) =>
  invitations(tx).where("i.id", "=", id).forUpdate("i").executeTakeFirst();

/** Revokes the open invitation of an address; returns it with its role, if there was one. */
export const revokeOpen = (tx: Tx, email: string, now: Date) =>
  tx
    .updateTable("staff_invitations")
    .set({ revoked_at: now })
    .where("email", "=", email)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .returning(["id", "role"])
    .executeTakeFirst();

type NewInvitation = {
  email: string;
  role: StaffRole;
  city_ids: string[] | null;
  language: "en" | "es";
  token_hash: string;
  invited_by: string | null;
  created_at: Date;
  expires_at: Date;
};

/** Adds an invitation; undefined when somebody else has just invited the same address. */
export const insertInvitation = (tx: Tx, row: NewInvitation) =>
  tx
    .insertInto("staff_invitations")
    .values(row)
    .onConflict((c) => c.doNothing())
    .returning("id")
    .executeTakeFirst();

export const endInvitation = (
  tx: Tx,
  id: string,
  end: { revoked_at: Date } | { accepted_at: Date; accepted_by: string },
) => tx.updateTable("staff_invitations").set(end).where("id", "=", id).execute();

/** One first admin is made at a time: where there is none yet, no row could be locked. */
export const oneFirstAdmin = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('first admin'))`.execute(tx);

/** Revokes every open invitation to become an admin, and any of this address. */
export const revokeOpenAdmins = (tx: Tx, email: string, now: Date) =>
  tx
    .updateTable("staff_invitations")
    .set({ revoked_at: now })
    .where((e) => e.or([e("role", "=", "admin"), e("email", "=", email)]))
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .returning("id")
    .execute();

type NewAccount = { email: string; name: string; now: Date };

/**
 * Adds an account whose address (in lower case) is verified, or makes one of it that nobody has verified. In one statement: a
 * sign-up with the same address may be under way. Undefined where the address has a verified account, which stays as it is.
 */
export const addVerified = (tx: Tx, { email, name, now }: NewAccount) =>
  tx
    .insertInto("user")
    .values({ email, name, email_verified: true, created_at: now, updated_at: now })
    .onConflict((c) =>
      c
        .column("email")
        .doUpdateSet({ name, email_verified: true, updated_at: now })
        .where("user.email_verified", "=", false),
    )
    .returning(["id", "email", "email_verified", "role"])
    .executeTakeFirst();

/**
 * Adds an account whose address (in lower case) nobody has confirmed, or finds the one that an earlier sign-up left. Undefined where
 * the address has a confirmed account.
 */
export const addUnverified = (tx: Tx, { email, name, now }: NewAccount) =>
  tx
    .insertInto("user")
    .values({ email, name, email_verified: false, created_at: now, updated_at: now })
    .onConflict((c) =>
      c.column("email").doUpdateSet({ name, updated_at: now }).where("user.email_verified", "=", false),
    )
    .returning("id")
    .executeTakeFirst();

/** Stores the hash of an account's password: as the sign-in library does, one row of the provider `credential`. */
export async function writePassword(tx: Tx, userId: string, password: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("account")
    .set({ password, updated_at: now })
    .where("user_id", "=", userId)
    .where("provider_id", "=", "credential")
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const row = { user_id: userId, account_id: userId, provider_id: "credential", password };
  await tx
    .insertInto("account")
    .values({ ...row, created_at: now, updated_at: now })
    .execute();
}

/** Takes an account's password away; it can get another by a mailed link. */
export const deletePassword = (tx: Tx, userId: string) =>
  tx.deleteFrom("account").where("user_id", "=", userId).where("provider_id", "=", "credential").execute();

/** Deletes the invitations of before an instant that nobody can accept any more. */
export const dropInvitationsBefore = (db: Db, before: Date, now: Date): Promise<void> =>
  inPortions(async () => {
    const { rows } = await sql`delete from staff_invitations where id in (
      select id from staff_invitations where created_at < ${before} and expires_at < ${now} limit ${PORTION}) returning id`.execute(
      db,
    );
    return rows;
  });
