import { describe, expect, test, vi } from "vitest";
import { changeEmail } from "#src/modules/base/identity/change-email.server.ts";
import { confirmEmailChange } from "#src/modules/base/identity/confirm-email-change.server.ts";
import { actorOf, offeredConfirmation } from "#src/modules/base/identity/queries.server.ts";
import { signUp } from "#src/modules/base/identity/sign-up.server.ts";
import { PASSWORD, sentBack, tokenIn } from "#tests/accounts.ts";
import { freshDatabase } from "#tests/database.ts";
import { BROWSER, signingUp } from "#tests/signing-up.ts";

// real password hashing is slow
vi.setConfig({ testTimeout: 20_000 });

const database = freshDatabase();
const { guest, person, account, confirm, enter, cookiesOf, lastTo, whileReplaced } = signingUp(database);

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

test("nobody gets a stranger's address joined to their own account: the stranger's press alone changes nothing", async () => {
  await account("mallory@example.test");
  const cookie = sentBack(await cookiesOf("mallory@example.test"));
  const mallory = { ...guest(), actor: await actorOf(guest(), cookie) };
  const wish = { new_email: "noor.joined@example.test", password: PASSWORD };
  expect(await changeEmail(mallory, wish, { ...BROWSER, cookie })).toEqual({ ok: true });
  await database.work();
  const token = tokenIn((await lastTo("noor.joined@example.test")).text);
  // Noor presses Confirm: she has the link, and a password that isn't the account's
  expect(await confirmEmailChange(guest(), token, "a night in Roma Norte", BROWSER)).toEqual({
    ok: false,
    reason: "wrong_password",
  });
  expect(await actorOf(guest(), cookie)).toMatchObject({ email: "mallory@example.test" });
  await account("noor.joined@example.test");
  expect(await confirmEmailChange(guest(), token, PASSWORD, BROWSER)).toEqual({ ok: false, reason: "link_invalid" });
});

describe("a change of address", () => {
  /** The link that a new account with `from` is mailed to move to `to`. */
  async function request(from: string, to: string): Promise<string> {
    await account(from);
    const cookie = sentBack(await cookiesOf(from));
    const owner = { ...guest(), actor: await actorOf(guest(), cookie) };
    expect(await changeEmail(owner, { new_email: to, password: PASSWORD }, { ...BROWSER, cookie })).toEqual({
      ok: true,
    });
    await database.work();
    return tokenIn((await lastTo(to)).text);
  }
  const move = (token: string) => confirmEmailChange(guest(), token, PASSWORD, BROWSER);
  const owners = async (email: string) =>
    database.services.db.selectFrom("user").select("email_verified").where("email", "=", email).execute();

  test("of two accounts to one address is one's, beside sign-ups with it", async () => {
    const to = "wanted@example.test";
    const tokens = [await request("first@example.test", to), await request("second@example.test", to)];
    const [a, b] = await Promise.all([
      ...tokens.map(move),
      ...[1, 2, 3].map(() => signUp(guest(), person(to, { first_name: "Eve" }))),
    ]);
    expect([a, b].filter((one) => one?.ok)).toHaveLength(1);
    expect([a, b]).toContainEqual({ ok: false, reason: "link_invalid" });
    expect(await owners(to)).toEqual([{ email_verified: true }]);
  });

  test("counts with the password of now alone: an owner who takes the account back is not locked out", async () => {
    const token = await request("taken-over@example.test", "mallory.takes@example.test");
    const moved = await whileReplaced("taken-over@example.test", () => move(token));
    expect(moved).toEqual({ ok: false, reason: "wrong_password" });
    expect(await owners("taken-over@example.test")).toHaveLength(1);
  });

  test("tells a stranger who reads the new address's mail no other address", async () => {
    const token = await request("private.address@example.test", "mistyped@example.test");
    expect(Buffer.from(token.split(".")[0]!, "base64url").toString()).not.toContain("private");
  });
});
