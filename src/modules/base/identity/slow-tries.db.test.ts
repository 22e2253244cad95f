import { expect, test } from "vitest";
import { changePassword } from "#src/modules/base/identity/change-password.server.ts";
import { countTry } from "#src/modules/base/identity/limit-tries.server.ts";
import { resetPassword, askReset } from "#src/modules/base/identity/reset-password.server.ts";
import { startSecondFactor } from "#src/modules/base/identity/set-second-factor.server.ts";
import { signIn } from "#src/modules/base/identity/sign-in.server.ts";
import { slowTry } from "#src/modules/base/identity/slow-tries.server.ts";
import { PASSWORD, requestAt, sentBack, tokenIn } from "#tests/accounts.ts";
import { freshDatabase } from "#tests/database.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";

const database = freshDatabase();

/** Noon in UTC: an owner is written to once a day, and an hour later is still that day. */
const NOON = new Date().setUTCHours(12, 0, 0, 0);
let places = 0;
/** A request from an address of its own. */
const elsewhere = (minutes = 0) =>
  requestAt(database.services, `198.${++places % 200}.7.1`, { now: new Date(NOON + minutes * 60_000) });
const guess = (email: string, { minutes = 0, cookie = "" } = {}) =>
  slowTry(elsewhere(minutes), "password", { email, userId: null, cookie });
const attack = async (email: string, times: number) => {
  for (let i = 0; i < times; i++) await guess(email);
};
const warnings = async (email: string) => {
  await database.work();
  const emails = database.services.db.selectFrom("emails").select(["kind", "language"]).where("recipient", "=", email);
  return (await emails.execute()).filter(({ kind }) => kind === "account_guessed");
};

test("guesses from everywhere are slowed after twenty, more with each, and begin anew after a day of peace", async () => {
  const email = "slowed@example.test";
  const states: (number | null)[] = [];
  for (let minute = 0; minute <= 30; minute++)
    for (let i = 0; i < (minute === 0 ? 22 : 1); i++) {
      const result = await guess(email, { minutes: minute });
      states.push(result.ok ? null : result.retry_after);
    }
  expect(states.slice(0, 20), "free").toEqual(Array(20).fill(null));
  expect(states.slice(20, 22).every((wait) => wait !== null && wait > 25 && wait <= 30)).toBe(true);
  const later = states.slice(22);
  // allowed at minutes 1, 2, 4, 8, 16 and 31: the waits are 60, 120, 240, 480 and 900 seconds
  expect(later.flatMap((wait, at) => (wait === null ? [at + 1] : []))).toEqual([1, 2, 4, 8, 16]);
  expect((await guess(email, { minutes: 31 + 24 * 60 })).ok).toBe(true);
  expect((await guess(email, { minutes: 31 + 24 * 60 })).ok).toBe(true);
});

test("free guesses are let through whichever order they arrive in", async () => {
  const email = "order@example.test";
  for (const minutes of [5, 0, 4, 1]) expect((await guess(email, { minutes })).ok, `at minute ${minutes}`).toBe(true);
});

test("of guesses at once twenty get through; the negative control, looking first and counting then, lets all through", async () => {
  const crowd = await Promise.all(Array.from({ length: 40 }, () => guess("crowd@example.test")));
  expect(crowd.filter(({ ok }) => ok)).toHaveLength(20);

  const { pool } = database.services;
  const looked = Promise.withResolvers<void>();
  let looks = 0;
  const careless = async () => {
    const { rows } = await pool.query<{ failures: number }>(
      "select failures from sign_in_tries where key = 'careless'",
    );
    if (++looks === 30) looked.resolve();
    await looked.promise;
    if ((rows[0]?.failures ?? 0) >= 20) return false;
    await pool.query(`insert into sign_in_tries values ('careless', 1, now(), now())
      on conflict (key) do update set failures = sign_in_tries.failures + 1`);
    return true;
  };
  // fewer connections than callers: the last ones look once the first have
  const through = await Promise.all(Array.from({ length: 30 }, careless));
  expect(through.filter(Boolean)).toHaveLength(30);
});

test("a browser that has signed in to the account before gets in during an attack, others wait; the owner is written to once", async () => {
  const { db } = database.services;
  const { id, email } = await addAccount(db, { language: "es" });
  const before = await signIn(elsewhere(), { email, password: PASSWORD });
  if (!before.ok) throw new Error(before.reason);
  const cookie = sentBack(before.cookies);
  expect(cookie).toMatch(/\.known=[\w-]{22}\.[\w-]{43}/);
  await attack(email, 25);
  const browser = (its: string) => ({ cookie: its, userAgent: "" });
  expect(await signIn(elsewhere(), { email, password: PASSWORD })).toMatchObject({ reason: "too_many_attempts" });
  expect(await signIn(elsewhere(), { email, password: PASSWORD }, browser(cookie))).toMatchObject({ ok: true });
  // the cookie is for this account, and can't be made
  const other = await addAccount(db);
  await attack(other.email, 25);
  const input = { email: other.email, password: PASSWORD };
  expect(await signIn(elsewhere(), input, browser(cookie))).toMatchObject({ reason: "too_many_attempts" });
  const result = cookie.replace(/\.[\w-]{43}$/, `.${"A".repeat(43)}`);
  expect(await signIn(elsewhere(), { email, password: PASSWORD }, browser(result))).toMatchObject({ ok: false });
  // its own counter
  for (let i = 0; i < 20; i++) expect((await guess(email, { cookie })).ok, `own ${i}`).toBe(true);
  expect((await guess(email, { cookie })).ok).toBe(false);

  await guess(email, { minutes: 60 });
  expect(await warnings(email)).toEqual([{ kind: "account_guessed", language: "es" }]);
  const slowed = db
    .selectFrom("access_log")
    .select("user_id")
    .where("outcome", "=", "slowed")
    .where("user_id", "=", id);
  // the attack above knew no account
  expect(await slowed.execute()).toEqual([]);
});

test("a success forgets the failures before it, unless the account is slowed already", async () => {
  const { email } = await addAccount(database.services.db);
  await attack(email, 19);
  expect(await signIn(elsewhere(), { email, password: PASSWORD })).toMatchObject({ ok: true });
  for (let i = 0; i < 20; i++) expect((await guess(email)).ok, `after it ${i}`).toBe(true);
  expect((await guess(email)).ok).toBe(false);
});

test("whoever has a session guesses the password no more than from outside, and leaves traces", async () => {
  const { db } = database.services;
  const { id, email } = await addAccount(db);
  const signedIn = () => {
    const ctx = elsewhere();
    return { ...ctx, actor: { ...ctx.actor, kind: "user" as const, userId: id, email, emailVerified: true } };
  };
  const { secret, settings } = database.services;
  const { cookie } = await beginSession(db, id, { secret, baseUrl: settings.BASE_URL });
  const browser = { cookie, userAgent: "" };
  const input = { current_password: "a guess", new_password: "otra noche en la Condesa" };
  expect(await changePassword(signedIn(), input, browser)).toEqual({ ok: false, reason: "wrong_password" });
  expect(await startSecondFactor(signedIn(), "a guess", browser)).toEqual({ ok: false, reason: "wrong_password" });
  const noted = db.selectFrom("access_log").select(["kind", "outcome"]).where("user_id", "=", id);
  expect(await noted.execute()).toEqual(["password", "password"].map((kind) => ({ kind, outcome: "failed" })));
  await attack(email, 18);
  for (const act of [
    () => changePassword(signedIn(), { ...input, current_password: PASSWORD }, browser),
    () => startSecondFactor(signedIn(), PASSWORD, browser),
  ])
    expect(await act()).toMatchObject({ reason: "too_many_attempts" });
  expect(await warnings(email)).toHaveLength(1);
});

test("an owner whose codes are guessed reads that the password is known", async () => {
  const subjects = async (kind: "password" | "code") => {
    const { email } = await addAccount(database.services.db);
    for (let i = 0; i < 21; i++) await slowTry(elsewhere(), kind, { email, userId: null, cookie: "" });
    await database.work();
    const emails = database.services.db.selectFrom("emails").select("subject").where("recipient", "=", email);
    return (await emails.execute()).map(({ subject }) => subject);
  };
  expect(await subjects("password")).toEqual(["Someone is guessing your password"]);
  expect(await subjects("code")).toEqual(["Someone knows your password"]);
});

test("an address without an account is slowed alike, and nobody is written to", async () => {
  const [real, none] = [(await addAccount(database.services.db)).email, "nobody@example.test"];
  const waits = async (email: string) => {
    const all = [];
    for (let i = 0; i < 22; i++) all.push((await guess(email)).ok);
    return all;
  };
  expect(await waits(none)).toEqual(await waits(real));
  expect([await warnings(none), (await warnings(real)).length]).toEqual([[], 1]);
});

test("a new password by the emailed link lets this browser in during an attack", async () => {
  const { email } = await addAccount(database.services.db);
  await attack(email, 25);
  await askReset(elsewhere(), email);
  await database.work();
  const emails = database.services.db.selectFrom("emails").select(["text"]).where("recipient", "=", email);
  const texts = await emails.where("kind", "=", "account_reset").execute();
  const password = "otra noche en la Condesa";
  const changed = await resetPassword(elsewhere(), { token: tokenIn(texts[0]!.text), password });
  if (!changed.ok) throw new Error(changed.reason);
  expect(await signIn(elsewhere(), { email, password })).toMatchObject({ reason: "too_many_attempts" });
  const browser = { cookie: sentBack(changed.cookies), userAgent: "" };
  expect(await signIn(elsewhere(), { email, password }, browser)).toMatchObject({ ok: true });
});

test("a /24 or a /48 that tries many accounts is stopped, whichever of its addresses it uses", async () => {
  const now = new Date();
  const stopped = async (address: (i: number) => string) => {
    for (let i = 0; i < 1000; i++) {
      const ctx = requestAt(database.services, address(i), { now });
      if (!(await countTry(ctx, "reset", `n${i}@example.test`)).ok) return i;
    }
    return null;
  };
  expect(await stopped((i) => `192.0.2.${i % 250}`)).toBe(120);
  expect(await stopped((i) => `2001:db8:1:${(i % 200).toString(16)}::/64`)).toBe(120);
  expect(await stopped((i) => `2001:db8:2:${(i * 256).toString(16)}::/64`)).toBe(240);
}, 30_000);
