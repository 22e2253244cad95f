import { describe, expect, test, vi } from "vitest";
import { grantSignIn, signInToken } from "#src/modules/base/identity/grant-sign-in.server.ts";
import { actorOf, hasPassword, offeredSignIn } from "#src/modules/base/identity/queries.server.ts";
import { askReset, resetPassword } from "#src/modules/base/identity/reset-password.server.ts";
import { signInByLink } from "#src/modules/base/identity/sign-in-by-link.server.ts";
import { signUp } from "#src/modules/base/identity/sign-up.server.ts";
import { PASSWORD, sentBack, tokenIn } from "#tests/accounts.ts";
import { freshDatabase } from "#tests/database.ts";
import { BROWSER, signingUp } from "#tests/signing-up.ts";

// real password hashing is slow
vi.setConfig({ testTimeout: 20_000 });

const OWNER = "owner@example.test";
const database = freshDatabase({ ADMIN_EMAILS: OWNER });
const { guest, person, account, enter, lastTo } = signingUp(database);

/** Links of these tests each come from an address of their own: guesses are counted by address. */
let addresses = 0;
const reader = () => guest(`198.51.100.${++addresses}`);

/** The token of a link that was mailed to an address, an hour ago or less. */
async function mailed(email: string, { minutesAgo = 0 } = {}): Promise<string> {
  const link = signInToken({ now: new Date(Date.now() - minutesAgo * 60_000) });
  const entrant = { email, first_name: "Sofía", last_name: "Navarro" };
  await database.services.db.transaction().execute((tx) => grantSignIn(tx, link, entrant));
  return link.token;
}
const follow = (token: string, name: { first_name: string; last_name: string } | null = null) =>
  signInByLink(reader(), token, name, BROWSER);

/** Whom a link signed in. */
async function signedIn(entered: Awaited<ReturnType<typeof follow>>) {
  if (!entered.ok) throw new Error(entered.reason);
  return actorOf(guest(), sentBack(entered.cookies));
}

const userOf = (email: string) =>
  database.services.db
    .selectFrom("user as u")
    .leftJoin("profiles as p", "p.id", "u.id")
    .select(["u.id", "u.name", "u.email_verified", "p.marketing_consent"])
    .where("u.email", "=", email)
    .executeTakeFirst();
const accessOf = async (id: string) =>
  (
    await database.services.db.selectFrom("access_log").select(["kind", "outcome"]).where("user_id", "=", id).execute()
  ).map(({ kind, outcome }) => `${kind} ${outcome}`);
const auditOf = async (id: string) =>
  (await database.services.db.selectFrom("audit_log").select("action").where("subject_id", "=", id).execute()).map(
    ({ action }) => action,
  );

describe("an address without an account", () => {
  test("gets one that is confirmed, with the name its reader enters and no password, and is signed in", async () => {
    const token = await mailed("New.Guest@example.test");
    expect(await offeredSignIn(guest(), token)).toEqual({
      kind: "sign_in",
      email: "new.guest@example.test",
      name: { first_name: "Sofía", last_name: "Navarro" },
    });
    const entered = await follow(token, { first_name: "Noor", last_name: "" });
    const actor = await signedIn(entered);
    expect(actor).toMatchObject({
      kind: "user",
      email: "new.guest@example.test",
      emailVerified: true,
      role: "customer",
    });
    expect(entered).toMatchObject({ isNew: true });
    const user = (await userOf("new.guest@example.test"))!;
    expect(user).toMatchObject({ name: "Noor", email_verified: true, marketing_consent: false });
    expect(await hasPassword({ ...guest(), actor })).toBe(false);
    expect(await accessOf(user.id)).toEqual(["sign_in done"]);
    expect(await auditOf(user.id)).toEqual(["email.verified"]);
  });

  test("may choose a password afterwards by the usual link, and sign in with it", async () => {
    const email = "chooses@example.test";
    await signedIn(await follow(await mailed(email)));
    expect(await enter(email)).toEqual({ ok: false, reason: "sign_in_failed" });
    expect(await askReset(reader(), email)).toEqual({ ok: true });
    await database.work();
    const token = tokenIn((await lastTo(email)).text);
    expect(await resetPassword(reader(), { token, password: PASSWORD })).toMatchObject({ ok: true });
    expect((await enter(email)).ok).toBe(true);
  });

  test("takes the place of a sign-up that nobody has confirmed: nothing of it is left", async () => {
    const email = "planted@example.test";
    await signUp(reader(), person(email, { first_name: "Mallory" }));
    await signedIn(await follow(await mailed(email)));
    expect(await userOf(email)).toMatchObject({
      name: "Sofía Navarro",
      email_verified: true,
      marketing_consent: false,
    });
    expect(await enter(email)).toEqual({ ok: false, reason: "sign_in_failed" });
  });
});

describe("an address with an account", () => {
  test("is signed in to it, which stays as it is", async () => {
    const email = "regular@example.test";
    await account(email);
    const before = await userOf(email);
    const token = await mailed(email);
    expect(await offeredSignIn(guest(), token)).toEqual({ kind: "sign_in", email, name: null });
    const entered = await follow(token, { first_name: "Mallory", last_name: "" });
    expect(entered).toMatchObject({ isNew: false });
    expect(await signedIn(entered)).toMatchObject({ userId: before!.id });
    expect(await userOf(email)).toEqual(before);
    expect((await enter(email)).ok).toBe(true);
  });

  test("is refused where it is banned", async () => {
    const email = "banned@example.test";
    await account(email);
    await database.services.db.updateTable("user").set({ banned: true }).where("email", "=", email).execute();
    expect(await follow(await mailed(email))).toEqual({ ok: false, reason: "link_invalid" });
  });

  test.each([
    ["staff", { role: "support" }],
    ["a second factor", { two_factor_enabled: true }],
  ])("takes its password where it is of %s: no session begins", async (_whose, over) => {
    const email = `${Object.keys(over)[0]}@example.test`;
    await account(email);
    const user = database.services.db.updateTable("user").set(over).where("email", "=", email).returning("id");
    const { id } = await user.executeTakeFirstOrThrow();
    await database.services.db.deleteFrom("session").where("user_id", "=", id).execute();
    expect(await follow(await mailed(email))).toEqual({ ok: false, reason: "needs_password" });
    const sessions = database.services.db.selectFrom("session").select("id").where("user_id", "=", id);
    expect(await sessions.execute()).toEqual([]);
  });

  test("of a setting's admin isn't made by a link either", async () => {
    expect(await follow(await mailed(OWNER))).toEqual({ ok: false, reason: "needs_password" });
    expect(await userOf(OWNER)).toBeUndefined();
  });
});

describe("a link", () => {
  test("works once, and looking at it doesn't use it up", async () => {
    const token = await mailed("once@example.test");
    for (let n = 0; n < 3; n++) expect(await offeredSignIn(guest(), token)).not.toBeNull();
    await signedIn(await follow(token));
    expect(await offeredSignIn(guest(), token)).toBeNull();
    expect(await follow(token)).toEqual({ ok: false, reason: "link_invalid" });
  });

  test("ends with the account's other links: when its owner takes another password, to lock out who reads the mail", async () => {
    const email = "locking@example.test";
    await signedIn(await follow(await mailed(email)));
    const [theirs, another] = [await mailed(email), await mailed("other.locking@example.test")];
    await askReset(reader(), email);
    await database.work();
    expect(
      await resetPassword(reader(), { token: tokenIn((await lastTo(email)).text), password: PASSWORD }),
    ).toMatchObject({
      ok: true,
    });
    expect(await follow(theirs)).toEqual({ ok: false, reason: "link_invalid" });
    expect(await follow(another)).toMatchObject({ ok: true });
  });

  test("works for an hour", async () => {
    await signedIn(await follow(await mailed("in-time@example.test", { minutesAgo: 59 })));
    const late = await mailed("late@example.test", { minutesAgo: 61 });
    expect(await offeredSignIn(guest(), late)).toBeNull();
    expect(await follow(late)).toEqual({ ok: false, reason: "link_invalid" });
    expect(await userOf("late@example.test")).toBeUndefined();
  });

  test("isn't guessed: wrong ones are counted by where they come from", async () => {
    const ctx = guest("192.0.2.77");
    const wrong = () => signInByLink(ctx, signInToken(ctx).token, null, BROWSER);
    for (let n = 0; n < 30; n++) expect(await wrong()).toEqual({ ok: false, reason: "link_invalid" });
    expect(await wrong()).toMatchObject({ ok: false, reason: "too_many_attempts" });
  });

  test("is stored as a hash only", async () => {
    const token = await mailed("hashed@example.test");
    const { rows } = await database.services.pool.query<{ n: number }>(
      "select count(*)::int as n from verification where identifier like '%' || $1 || '%' or value like '%' || $1 || '%'",
      [token],
    );
    expect(rows[0]!.n).toBe(0);
  });
});
