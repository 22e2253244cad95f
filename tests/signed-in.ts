import { randomBytes, randomUUID } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import type { Db } from "#src/platform/db.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";
import { setSession } from "#src/platform/session-cookie.server.ts";
import { PASSWORD } from "#tests/accounts.ts";

type Account = {
  email?: string;
  role?: string | null;
  verified?: boolean;
  secondFactor?: boolean;
  first_name?: string;
  last_name?: string;
  phone?: string;
  country?: string;
  language?: "en" | "es";
};

/** Hashed once for all accounts of a process: a hash is a tenth of a second of a core, and a file adds dozens of accounts. */
let hashed: Promise<string> | undefined;

/** Adds an account with a profile, verified and without a second factor by default. Returns its id and address. */
export async function addAccount(db: Db, over: Account = {}): Promise<{ id: string; email: string }> {
  const { role = null, verified = true, secondFactor = false, ...rest } = over;
  const id = randomUUID();
  const { email = `${id.slice(0, 8)}@people.test`, ...profile } = rest;
  await db
    .insertInto("user")
    .values({ id, name: "Test", email, email_verified: verified, role, two_factor_enabled: secondFactor })
    .execute();
  const password = await (hashed ??= hashPassword(PASSWORD));
  await db
    .insertInto("account")
    .values({ account_id: id, user_id: id, provider_id: "credential", password, updated_at: new Date() })
    .execute();
  await db
    .insertInto("profiles")
    .values({ id, ...profile })
    .execute();
  return { id, email };
}

type Session = {
  secret: string;
  baseUrl: string;
  expires?: Date;
  used?: Date;
  userAgent?: string;
  /** Whether it passed a code; by default where the account has a second factor. */
  secondFactor?: boolean;
};

/** Starts a session for a user as sign-in does. Returns its id and the browser's Cookie header. */
export async function beginSession(
  db: Db,
  userId: string,
  { secret, baseUrl, expires = new Date(Date.now() + 7 * 86_400_000), used = new Date(), ...over }: Session,
): Promise<{ id: string; cookie: string }> {
  const token = randomBytes(24).toString("base64url");
  const { userAgent = "" } = over;
  const account = db.selectFrom("user").select("two_factor_enabled").where("id", "=", userId);
  const passed = over.secondFactor ?? (await account.executeTakeFirstOrThrow()).two_factor_enabled ?? false;
  const { id } = await db
    .insertInto("session")
    .values({
      token: hashToken(token),
      user_id: userId,
      expires_at: expires,
      updated_at: used,
      created_at: used,
      user_agent: userAgent,
      second_factor_at: passed ? used : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const set = setSession({ settings: { BASE_URL: baseUrl }, secret }, token, 60);
  return { id, cookie: set.split(";")[0] ?? "" };
}
