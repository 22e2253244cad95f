import { describe, expect, test, vi } from "vitest";
import { askAuth } from "#src/modules/identity/ask-auth.server.ts";
import { changeEmail } from "#src/modules/identity/change-email.server.ts";
import { confirmEmailChange } from "#src/modules/identity/confirm-email-change.server.ts";
import { confirmSignUp } from "#src/modules/identity/confirm-sign-up.server.ts";
import { actorOf, offeredConfirmation } from "#src/modules/identity/queries.server.ts";
import { askReset, resetPassword } from "#src/modules/identity/reset-password.server.ts";
import { signIn, signOut } from "#src/modules/identity/sign-in.server.ts";
import { signUp } from "#src/modules/identity/sign-up.server.ts";
import { PASSWORD, requestAt, sentBack, tokenIn } from "#tests/accounts.ts";
import { freshDatabase } from "#tests/database.ts";

// real password hashing is slow
vi.setConfig({ testTimeout: 20_000 });

const database = freshDatabase();
const guest = (address?: string) => requestAt(database.services, address, { locale: "es" });
const person = (email: string, over: object = {}) => ({
  first_name: "Sofía",
  last_name: "Navarro Ruiz",
  email,
  password: PASSWORD,
  marketing_consent: true,
  ...over,
});
const emailsTo = (email: string) =>
  database.services.db
    .selectFrom("emails")
    .select(["kind", "status", "language", "text", "subject", "payload"])
    .where("recipient", "=", email)
    .orderBy("created_at")
    .execute();
const lastTo = async (email: string) => (await emailsTo(email)).at(-1)!;

/** Signs up and follows the emailed link. */
async function account(email: string): Promise<void> {
  expect(await signUp(guest(), person(email))).toEqual({ ok: true });
  await database.work();
  expect(await confirm(tokenIn((await lastTo(email)).text))).toMatchObject({ ok: true });
}
const BROWSER = { cookie: "", userAgent: "" };
const confirm = (token: string, password = PASSWORD, own: object = {}) =>
  confirmSignUp(guest(), token, { password, ...own }, BROWSER);
const enter = async (email: string, password = PASSWORD) => signIn(guest(), { email, password });
async function cookiesOf(email: string, password = PASSWORD): Promise<string[]> {
  const entered = await enter(email, password);
  if (!entered.ok) throw new Error(entered.reason);
  return entered.cookies;
}

test("who signs up gets a profile and an email in the page's language, and may sign in once the address is proved", async () => {
  const email = "sofia@example.test";
  expect(await signUp(guest(), person("Sofia@Example.test"))).toEqual({ ok: true });
  const { db } = database.services;
  const [profile] = await db.selectFrom("profiles").selectAll().execute();
  expect(profile).toMatchObject({
    first_name: "Sofía",
    last_name: "Navarro Ruiz",
    language: "es",
    marketing_consent: true,
  });
  await database.work();
  const received = await lastTo(email);
  expect(received).toMatchObject({
    kind: "account_verify",
    status: "sent",
    language: "es",
    subject: "Confirma tu correo",
  });
  expect(received.text).toContain("http://ronda.test/es/verify-email?token=");
  expect(received.text).not.toContain("Sofía");

  expect(await enter(email, "not this one")).toEqual({ ok: false, reason: "sign_in_failed" });
  expect(await enter(email)).toEqual({ ok: false, reason: "email_unverified" });
  await database.work();
  expect((await emailsTo(email)).map(({ kind, status }) => [kind, status])).toEqual([
    ["account_verify", "sent"],
    ["account_verify", "sent"],
  ]);
  const token = tokenIn(received.text);
  expect(await offeredConfirmation(guest(), token)).toEqual({ kind: "sign_up", email, over: false });
  expect(await confirm(`${token}x`)).toEqual({ ok: false, reason: "link_invalid" });
  expect(await confirm(token, "not this one")).toEqual({ ok: false, reason: "other_password" });
  const confirmed = await confirm(token);
  if (!confirmed.ok) throw new Error(confirmed.reason);
  expect(await actorOf(guest(), sentBack(confirmed.cookies)), "it signs in").toMatchObject({ email });
  expect(await confirm(token), "pressed again after a lost answer").toMatchObject({ ok: true });
  expect(await confirm(token, "somebody else's")).toEqual({ ok: false, reason: "already_confirmed" });
  expect(await offeredConfirmation(guest(), token)).toMatchObject({ over: true });

  const entered = await enter("SOFIA@example.test");
  if (!entered.ok) throw new Error(entered.reason);
  expect(entered.secondFactor).toBe(false);
  const log = await database.services.db
    .selectFrom("audit_log")
    .select("action")
    .where("subject_type", "=", "user")
    .execute();
  expect(log.filter(({ action }) => action === "email.verified").length).toBeGreaterThan(0);
  const cookie = sentBack(entered.cookies);
  expect(await actorOf(guest(), cookie)).toMatchObject({ kind: "user", email, emailVerified: true, role: "customer" });
  const left = await signOut(guest(), cookie);
  expect(sentBack(left.cookies)).toBe("");
  expect(await actorOf(guest(), cookie), "the old cookie").toMatchObject({ kind: "guest" });
  expect((await signOut(guest(), cookie)).ok).toBe(true);
});

test("an address that has an account is answered like any other, and its owner is told", async () => {
  const email = "owner@example.test";
  await account(email);
  expect(await signUp(guest(), person(email, { first_name: "Eve", password: "something else altogether" }))).toEqual({
    ok: true,
  });
  await database.work();
  const received = await lastTo(email);
  expect(received).toMatchObject({ kind: "account_exists", status: "sent", subject: "Ya tienes cuenta en Ronda" });
  expect(received.text).toContain("http://ronda.test/es/login");
  expect(received.text).not.toContain("Eve");
  expect((await enter(email)).ok).toBe(true);
  expect((await enter(email, "something else altogether")).ok).toBe(false);
});

describe("a stranger who signs up with somebody's address", () => {
  const noor = "a night in Roma Norte";
  /** The stranger's sign-up, and the token of the email that it sends to the address's owner. */
  async function plant(email: string): Promise<string> {
    expect(await signUp(guest(), person(email, { first_name: "Mallory", last_name: "Planted" }))).toEqual({ ok: true });
    await database.work();
    return tokenIn((await lastTo(email)).text);
  }
  const stored = (email: string) =>
    database.services.db
      .selectFrom("user as u")
      .innerJoin("profiles as p", "p.id", "u.id")
      .select(["u.name", "u.email_verified", "p.first_name", "p.last_name", "p.marketing_consent"])
      .where("u.email", "=", email)
      .executeTakeFirst();

  test("gains nothing when the owner opens the link: password, name and consent are the owner's", async () => {
    const email = "noor.confirms@example.test";
    const token = await plant(email);
    expect(await confirm(token, noor)).toEqual({ ok: false, reason: "other_password" });
    const own = { first_name: "Noor", last_name: "Haddad", marketing_consent: false };
    expect(await confirm(token, "password1", own)).toEqual({ ok: false, reason: "password_common" });
    expect(await confirm(token, noor, own)).toMatchObject({ ok: true });
    expect(await enter(email)).toEqual({ ok: false, reason: "sign_in_failed" });
    expect((await enter(email, noor)).ok).toBe(true);
    expect(await stored(email)).toEqual({ ...own, name: "Noor Haddad", email_verified: true });
  });

  test("is replaced when the owner signs up too, whichever of the links is opened", async () => {
    const email = "noor.signs-up@example.test";
    const earlier = await plant(email);
    expect(await signUp(guest(), person(email, { first_name: "Noor", password: noor }))).toEqual({ ok: true });
    await database.work();
    expect(await lastTo(email)).toMatchObject({ kind: "account_verify", status: "sent" });
    expect(await confirm(earlier), "with the stranger's password").toEqual({ ok: false, reason: "other_password" });
    expect(await confirm(earlier, noor)).toMatchObject({ ok: true });
    expect((await enter(email)).ok).toBe(false);
    expect(await stored(email)).toMatchObject({ first_name: "Noor", email_verified: true });
  });

  test("who signs up again while the owner confirms changes nothing of what the owner enters", async () => {
    const email = "noor.races@example.test";
    await signUp(guest(), person(email, { first_name: "Noor", password: noor }));
    await database.work();
    const token = tokenIn((await lastTo(email)).text);
    const [confirmed] = await Promise.all([
      confirm(token, noor),
      ...[1, 2, 3].map(() => signUp(guest(), person(email, { first_name: "Mallory" }))),
    ]);
    // whichever came first: the owner is in with their own password, or is asked for it anew
    if (confirmed.ok) expect((await enter(email, noor)).ok).toBe(true);
    else expect(confirmed.reason).toBe("other_password");
    const own = { first_name: "Noor", last_name: "Haddad", marketing_consent: false };
    if (!confirmed.ok) expect(await confirm(token, noor, own)).toMatchObject({ ok: true });
    expect(await enter(email)).toMatchObject({ ok: false, reason: "sign_in_failed" });
    expect(await stored(email)).toMatchObject({ first_name: "Noor", email_verified: true });
  });

  test("gains nothing by a reset of the password: it leads to the same link, and sessions from before end", async () => {
    const email = "noor.resets@example.test";
    await plant(email);
    const { db } = database.services;
    const { id } = await db.selectFrom("user").select("id").where("email", "=", email).executeTakeFirstOrThrow();
    // none can begin; one of an earlier release may have
    const session = {
      user_id: id,
      token: "planted",
      expires_at: new Date(Date.now() + 3_600_000),
      updated_at: new Date(),
    };
    await db.insertInto("session").values(session).execute();
    expect(await askReset(guest(), email)).toEqual({ ok: true });
    await database.work();
    const received = await lastTo(email);
    expect(received).toMatchObject({ kind: "account_verify", status: "sent" });
    const own = { first_name: "Noor", last_name: "Haddad", marketing_consent: true };
    expect(await confirm(tokenIn(received.text), noor, own)).toMatchObject({ ok: true });
    const left = await db.selectFrom("session").select("token").where("user_id", "=", id).execute();
    expect(left.map(({ token }) => token)).not.toContain("planted");
    expect(await stored(email)).toMatchObject({ name: "Noor Haddad", marketing_consent: true });
  });

  test("can't have an address of somebody else's joined to their own account", async () => {
    await account("mallory@example.test");
    const cookie = sentBack(await cookiesOf("mallory@example.test"));
    const mallory = { ...guest(), actor: await actorOf(guest(), cookie) };
    const wish = { new_email: "noor.joined@example.test", password: PASSWORD };
    expect(await changeEmail(mallory, wish, { ...BROWSER, cookie })).toEqual({ ok: true });
    await database.work();
    const token = tokenIn((await lastTo("noor.joined@example.test")).text);
    // Noor presses Confirm: she has the link, and a password that isn't the account's
    expect(await confirmEmailChange(guest(), token, noor, BROWSER)).toEqual({ ok: false, reason: "wrong_password" });
    expect(await actorOf(guest(), cookie)).toMatchObject({ email: "mallory@example.test" });
    await account("noor.joined@example.test");
    expect(await confirmEmailChange(guest(), token, PASSWORD, BROWSER)).toEqual({ ok: false, reason: "link_invalid" });
  });
});

test("a link to a new password works once, ends all sessions and every other link", async () => {
  const email = "forgot@example.test";
  await account(email);
  expect(await askReset(guest(), email)).toEqual({ ok: true });
  expect(await askReset(guest(), email)).toEqual({ ok: true });
  await database.work();
  const links = (await emailsTo(email))
    .filter((received) => received.kind === "account_reset")
    .map((received) => tokenIn(received.text));
  expect(links).toHaveLength(2);
  const stored = JSON.stringify(await database.services.db.selectFrom("verification").selectAll().execute());
  for (const link of links) expect(stored).not.toContain(link);

  expect(await resetPassword(guest(), { token: links[0]!, password: "password123" })).toMatchObject({
    reason: "password_common",
  });
  expect(await resetPassword(guest(), { token: links[0]!, password: "a night in Roma Norte" })).toMatchObject({
    ok: true,
  });
  const entered = await enter(email, "a night in Roma Norte");
  if (!entered.ok) throw new Error(entered.reason);
  for (const token of links)
    expect(await resetPassword(guest(), { token, password: "stolen by a stranger" })).toMatchObject({
      reason: "link_invalid",
    });

  await askReset(guest(), email);
  await database.work();
  const last = (await emailsTo(email)).filter((received) => received.kind === "account_reset").at(-1)!;
  expect(await resetPassword(guest(), { token: tokenIn(last.text), password: "another night out" })).toMatchObject({
    ok: true,
  });
  expect(await actorOf(guest(), sentBack(entered.cookies))).toMatchObject({ kind: "guest" });
  await database.work();
  expect(await lastTo(email)).toMatchObject({ kind: "account_password_changed", status: "sent" });
});

test("a link to a new password is too old after an hour", async () => {
  const email = "late@example.test";
  await account(email);
  await askReset(guest(), email);
  await database.work();
  const token = tokenIn((await lastTo(email)).text);
  await database.services.pool.query("update verification set expires_at = expires_at - interval '60 minutes'");
  expect(await resetPassword(guest(), { token, password: "a night in Roma Norte" })).toMatchObject({
    reason: "link_invalid",
  });
  await askReset(guest(), email);
  const { rows } = await database.services.pool.query<{ minutes: number }>(
    "select extract(epoch from max(expires_at) - now()) / 60 as minutes from verification",
  );
  expect(rows[0]!.minutes).toBeGreaterThan(58);
  expect(rows[0]!.minutes).toBeLessThanOrEqual(60);
});

test("passwords are told apart beyond any length that something might cut off", async () => {
  const email = "long@example.test";
  const start = "x1 y2 ñ3 🌵 ".repeat(7);
  const password = `${start}and this is how it ends`;
  expect(start.length).toBeGreaterThan(72);
  await signUp(guest(), person(email, { password }));
  await database.services.pool.query(`update "user" set email_verified = true`);
  expect((await enter(email, `${start}and this is how it end`)).ok).toBe(false);
  expect((await enter(email, `${start}and this is how it endz`)).ok).toBe(false);
  expect((await enter(email, password)).ok).toBe(true);
});

test("an account moves to another address once its link is opened and the password entered; the old one hears of it, and every session ends", async () => {
  await account("old@example.test");
  const entered = await enter("old@example.test");
  if (!entered.ok) throw new Error(entered.reason);
  const cookie = sentBack(entered.cookies);
  const owner = { ...guest(), actor: await actorOf(guest(), cookie) };
  const wish = { new_email: "New@example.test", password: PASSWORD };
  expect(await changeEmail(owner, wish, { ...BROWSER, cookie })).toEqual({ ok: true });
  await database.work();
  const received = await lastTo("new@example.test");
  expect(received).toMatchObject({ kind: "account_email_change", status: "sent", subject: "Confirma tu nuevo correo" });
  expect(await actorOf(guest(), cookie)).toMatchObject({ email: "old@example.test" });

  const token = tokenIn(received.text);
  const change = (password = PASSWORD) => confirmEmailChange(guest(), token, password, BROWSER);
  expect(await offeredConfirmation(guest(), token)).toEqual({
    kind: "email_change",
    email: "new@example.test",
    over: false,
  });
  // whoever reads the new address's mail has not asked for it
  expect(await change("not this one")).toEqual({ ok: false, reason: "wrong_password" });
  expect(await confirm(token)).toEqual({ ok: false, reason: "link_invalid" });
  expect(await actorOf(guest(), cookie)).toMatchObject({ email: "old@example.test" });
  // from another browser, not signed in; somebody has begun to sign up with the address
  await signUp(guest(), person("new@example.test", { first_name: "Eve" }));
  expect(await change()).toEqual({ ok: true });
  expect(await change(), "pressed again after a lost answer").toEqual({ ok: true });
  expect(await actorOf(guest(), cookie)).toMatchObject({ kind: "guest" });
  expect((await enter("old@example.test")).ok).toBe(false);
  expect(await actorOf(guest(), sentBack(await cookiesOf("new@example.test")))).toMatchObject({
    email: "new@example.test",
    emailVerified: true,
  });
  await database.work();
  expect(await lastTo("old@example.test")).toMatchObject({ kind: "account_email_changed", status: "sent" });
});

test("a password that is changed in the profile is told by mail, and a common one is refused there too", async () => {
  const email = "changes@example.test";
  await account(email);
  const entered = await enter(email);
  if (!entered.ok) throw new Error(entered.reason);
  const cookie = sentBack(entered.cookies);
  const change = (newPassword: string) =>
    askAuth(guest(), "/change-password", { body: { currentPassword: PASSWORD, newPassword }, cookie });
  expect(await (await change("qwertyuiop1")).json()).toMatchObject({ code: "password_common" });
  expect((await change("a night in Roma Norte")).status).toBe(200);
  await database.work();
  expect(await lastTo(email)).toMatchObject({ kind: "account_password_changed", payload: { by: "owner" } });
  expect((await enter(email)).ok).toBe(false);
  expect((await enter(email, "a night in Roma Norte")).ok).toBe(true);
});

test("whoever types somebody's address can't fill their mailbox, and is told nothing of it", async () => {
  const email = "flooded@example.test";
  await account(email);
  const asked = Array.from({ length: 8 }, (_, i) => askReset(guest(`198.51.100.${i}`), email));
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 8 }, () => ({ ok: true })));
  expect((await emailsTo(email)).filter((received) => received.kind === "account_reset")).toHaveLength(5);
});
