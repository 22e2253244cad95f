import { expect, test, vi } from "vitest";
import { askAuth } from "#src/modules/base/identity/ask-auth.server.ts";
import { actorOf, offeredConfirmation } from "#src/modules/base/identity/queries.server.ts";
import { askReset, resetPassword } from "#src/modules/base/identity/reset-password.server.ts";
import { signOut } from "#src/modules/base/identity/sign-in.server.ts";
import { signUp } from "#src/modules/base/identity/sign-up.server.ts";
import { PASSWORD, sentBack, tokenIn } from "#tests/accounts.ts";
import { freshDatabase } from "#tests/database.ts";
import { signingUp } from "#tests/signing-up.ts";

// real password hashing is slow
vi.setConfig({ testTimeout: 20_000 });

const database = freshDatabase();
const { guest, person, account, confirm, enter, emailsTo, lastTo } = signingUp(database);

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

test("who has one name signs up with it alone", async () => {
  const email = "suharto@example.test";
  expect(await signUp(guest(), person(email, { first_name: "Suharto", last_name: "" }))).toEqual({ ok: true });
  await database.work();
  expect(await confirm(tokenIn((await lastTo(email)).text))).toMatchObject({ ok: true });
  const row = await database.services.db
    .selectFrom("user as u")
    .innerJoin("profiles as p", "p.id", "u.id")
    .select(["u.name", "p.first_name", "p.last_name"])
    .where("u.email", "=", email)
    .executeTakeFirst();
  expect(row).toEqual({ name: "Suharto", first_name: "Suharto", last_name: "" });
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
  const request = Array.from({ length: 8 }, (_, i) => askReset(guest(`198.51.100.${i}`), email));
  expect(await Promise.all(request)).toEqual(Array.from({ length: 8 }, () => ({ ok: true })));
  expect((await emailsTo(email)).filter((received) => received.kind === "account_reset")).toHaveLength(5);
});

test("sign-ups and links for a new password have an end in all, and the refused are told when to come back", async () => {
  const { pool, settings } = database.services;
  await pool.query("delete from rate_counters");
  const from = (n: number) => guest(`198.51.${n}.1`);
  const asks = (n: number) => askReset(from(n), `nobody-${n}@example.test`);
  expect(await asks(1)).toMatchObject({ ok: true });
  const counted = async (count: number) =>
    expect((await pool.query("update rate_counters set count = $1 where key = 'mails:all'", [count])).rowCount).toBe(1);
  // half of them: an address asks once more
  await counted(settings.STRANGER_MAILS_PER_HOUR / 2);
  expect(await asks(2)).toMatchObject({ ok: true });
  expect(await asks(2)).toMatchObject({ reason: "too_many_attempts", retry_after: expect.any(Number) as number });
  expect(await signUp(from(3), person("first@example.test"))).toMatchObject({ ok: true });
  await counted(settings.STRANGER_MAILS_PER_HOUR);
  expect(await asks(4)).toMatchObject({ reason: "too_many_attempts" });
  expect(await signUp(from(5), person("second@example.test"))).toMatchObject({ reason: "too_many_attempts" });
  expect((await pool.query(`select from "user" where email = 'second@example.test'`)).rowCount).toBe(0);
  await pool.query("delete from rate_counters");
});
