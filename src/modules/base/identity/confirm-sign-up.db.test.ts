import { describe, expect, test, vi } from "vitest";
import { actorOf } from "#src/modules/base/identity/queries.server.ts";
import { askReset, resetPassword } from "#src/modules/base/identity/reset-password.server.ts";
import { signUp } from "#src/modules/base/identity/sign-up.server.ts";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { sentBack, tokenIn } from "#tests/accounts.ts";
import { freshDatabase } from "#tests/database.ts";
import { signingUp } from "#tests/signing-up.ts";

// real password hashing is slow
vi.setConfig({ testTimeout: 20_000 });

const database = freshDatabase();
const { guest, person, account, confirm, enter, lastTo, whileReplaced } = signingUp(database);

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

  test("gains nothing by a reset of the password: it leads to the same link", async () => {
    const email = "noor.resets@example.test";
    await plant(email);
    expect(await askReset({ ...guest(), locale: "en" }, email)).toEqual({ ok: true });
    await database.work();
    const received = await lastTo(email);
    // in the language of the owner's page, not of the stranger's
    expect(received).toMatchObject({ kind: "account_verify", status: "sent", language: "en" });
    const own = { first_name: "Noor", last_name: "Haddad", marketing_consent: true };
    expect(await confirm(tokenIn(received.text), noor, own)).toMatchObject({ ok: true });
    expect(await stored(email)).toMatchObject({ name: "Noor Haddad", marketing_consent: true });
  });

  test("and whatever was begun before ends, also with the sign-up's own password", async () => {
    const email = "noor.before@example.test";
    await signUp(guest(), person(email, { first_name: "Noor", password: noor }));
    await database.work();
    const { db } = database.services;
    const { id } = await db.selectFrom("user").select("id").where("email", "=", email).executeTakeFirstOrThrow();
    const [soon, now] = [new Date(Date.now() + 3_600_000), new Date()];
    // none can begin, unless by a mistake
    await db.insertInto("session").values({ user_id: id, token: "x", expires_at: soon, updated_at: now }).execute();
    await db.insertInto("verification").values({ identifier: "x", value: id, expires_at: soon }).execute();
    await db.insertInto("two_factor").values({ user_id: id, secret: "x", backup_codes: "x" }).execute();
    await db.updateTable("user").set({ two_factor_enabled: true }).where("id", "=", id).execute();
    const confirmed = await confirm(tokenIn((await lastTo(email)).text), noor);
    if (!confirmed.ok) throw new Error(confirmed.reason);
    expect(await actorOf(guest(), sentBack(confirmed.cookies))).toMatchObject({ email });
    const sessions = await db.selectFrom("session").select("token").where("user_id", "=", id).execute();
    expect([sessions.length, sessions[0]?.token === "x"]).toEqual([1, false]);
    for (const [table, column] of [
      ["verification", "value"],
      ["two_factor", "user_id"],
    ] as const)
      expect(await db.selectFrom(table).selectAll().where(column, "=", id).execute(), table).toEqual([]);
  });

  test("who signs up anew while the owner's password is compared has it compared with nothing", async () => {
    const email = "noor.compares@example.test";
    await signUp(guest(), person(email, { first_name: "Noor", password: noor }));
    await database.work();
    const token = tokenIn((await lastTo(email)).text);
    const confirming = await whileReplaced(email, () => confirm(token, noor));
    expect(confirming).toEqual({ ok: false, reason: "other_password" });
    expect(await stored(email)).toMatchObject({ email_verified: false });
  });

  test("a link for a new password that an unconfirmed account was sent earlier opens nothing", async () => {
    const email = "noor.earlier@example.test";
    await account(email);
    await askReset(guest(), email);
    await database.work();
    await database.services.db.updateTable("user").set({ email_verified: false }).where("email", "=", email).execute();
    const token = tokenIn((await lastTo(email)).text);
    expect(await resetPassword(guest(), { token, password: noor })).toEqual({ ok: false, reason: "link_invalid" });
  });
});

test("whoever holds a connection waits for no second one: as many resets at once as the pool has are all answered", async () => {
  const email = "many.resets@example.test";
  await signUp(guest(), person(email));
  const pool = openPool(database.url, 2);
  const db = openDb(pool);
  const request = [1, 2, 3, 4].map((i) => askReset({ ...guest(`198.51.100.${i}`), pool, db }, email));
  expect(await Promise.all(request)).toEqual(request.map(() => ({ ok: true })));
  await db.destroy();
});
