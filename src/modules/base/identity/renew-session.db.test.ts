import { expect, test } from "vitest";
import { acceptInvitation } from "#src/modules/base/identity/accept-invitation.server.ts";
import { askAuth } from "#src/modules/base/identity/ask-auth.server.ts";
import { changeEmail } from "#src/modules/base/identity/change-email.server.ts";
import { confirmEmailChange } from "#src/modules/base/identity/confirm-email-change.server.ts";
import { changePassword } from "#src/modules/base/identity/change-password.server.ts";
import { changeRole } from "#src/modules/base/identity/change-role.server.ts";
import { invitePerson } from "#src/modules/base/identity/invite-person.server.ts";
import { passSecondFactor } from "#src/modules/base/identity/pass-second-factor.server.ts";
import { actorOf } from "#src/modules/base/identity/queries.server.ts";
import type { Role } from "#src/modules/base/identity/rules/permissions.ts";
import { confirmSecondFactor, startSecondFactor } from "#src/modules/base/identity/set-second-factor.server.ts";
import { signIn } from "#src/modules/base/identity/sign-in.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { sessionCookie, setSession } from "#src/platform/session-cookie.server.ts";
import { PASSWORD, requestAt, sentBack } from "#tests/accounts.ts";
import { freshDatabase } from "#tests/database.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";
import { codeOf } from "#tests/totp.ts";

const BOSS = "boss@ronda.test";
const database = freshDatabase({ RONDA_SEED: "empty", ADMIN_EMAILS: BOSS });

const begin = async (id: string, over: { used?: Date; secondFactor?: boolean } = {}) => {
  const { db, secret, settings } = database.services;
  return (await beginSession(db, id, { secret, baseUrl: settings.BASE_URL, ...over })).cookie;
};
const whoIs = (cookie: string) => actorOf(requestAt(database.services), cookie);
const kindOf = async (cookie: string) => (await whoIs(cookie)).kind;

/** The context of a request with this cookie. */
async function as(cookie: string): Promise<RequestContext> {
  const ctx = requestAt(database.services);
  return { ...ctx, actor: await actorOf(ctx, cookie) };
}
const browser = (cookie: string) => ({ cookie, userAgent: "" });

async function enrol(cookie: string) {
  const begun = await startSecondFactor(await as(cookie), PASSWORD, browser(cookie));
  if (!begun.ok) throw new Error(begun.reason);
  const done = await confirmSecondFactor(await as(cookie), codeOf(begun.setup.secret), browser(cookie));
  if (!done.ok) throw new Error(done.reason);
  return { cookie: sentBack(done.cookies), ...begun.setup };
}

test("a session that a password alone opened never becomes staff's: not when its owner sets up a second factor, nor later", async () => {
  const { id, email } = await addAccount(database.services.db, { role: "admin" });
  const [stolen, own] = [await begin(id), await begin(id)];
  const enrolled = await enrol(own);
  expect(await whoIs(enrolled.cookie)).toMatchObject({ userId: id, role: "admin", secondFactor: true });
  expect([await kindOf(stolen), await kindOf(own)]).toEqual(["guest", "guest"]);
  // one that raced it
  expect(await kindOf(await begin(id, { secondFactor: false }))).toBe("guest");
  const half = await signIn(requestAt(database.services), { email, password: PASSWORD });
  if (!half.ok) throw new Error(half.reason);
  expect([half.secondFactor, await kindOf(sentBack(half.cookies))]).toEqual([true, "guest"]);
  // the library's own way of trusting a browser, which no page offers
  const ctx = requestAt(database.services);
  const body = { code: enrolled.codes[0], trustDevice: true };
  const passed = await askAuth(ctx, "/two-factor/verify-backup-code", { body, cookie: sentBack(half.cookies) });
  const trusted = sentBack(passed.headers.getSetCookie());
  expect(await whoIs(trusted)).toMatchObject({ userId: id, secondFactor: true });
  const again = await askAuth(ctx, "/sign-in/email", { body: { email, password: PASSWORD }, cookie: trusted });
  const session = again.headers.getSetCookie().filter((set) => set.startsWith(sessionCookie(ctx.settings.BASE_URL)));
  expect(await kindOf(sentBack(session))).toBe("guest");
});

test("a new password ends the other sessions and leaves this one what it was", async () => {
  const { id } = await addAccount(database.services.db, { role: "support" });
  const enrolled = await enrol(await begin(id));
  const other = await begin(id);
  expect(await kindOf(other)).toBe("user");
  const input = { current_password: PASSWORD, new_password: "cuatro mezcales en el patio" };
  const changed = await changePassword(await as(enrolled.cookie), input, browser(enrolled.cookie));
  if (!changed.ok) throw new Error(changed.reason);
  expect([await kindOf(other), await kindOf(enrolled.cookie)]).toEqual(["guest", "guest"]);
  expect(await whoIs(sentBack(changed.cookies))).toMatchObject({ userId: id, secondFactor: true });
});

/** Runs `meanwhile` once `work` has proved itself and waits to begin its session, whose row needs the user's. */
async function beforeItsSession<T>(id: string, work: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
  const held = await database.services.pool.connect();
  await held.query("begin");
  await held.query(`select from "user" where id = $1 for update`, [id]);
  const working = work();
  await database.someoneWaits();
  await meanwhile();
  await held.query("commit");
  held.release();
  return working;
}
/** Stores another password, as a change and an emailed link do. */
const storeNewPassword = (id: string) =>
  database.services.db
    .updateTable("account")
    .set({ password: "another hash" })
    .where("user_id", "=", id)
    .executeTakeFirst();
const sessionsOf = (id: string) =>
  database.services.db.selectFrom("session").select("id").where("user_id", "=", id).execute();

test("a sign-in that is under way when the password changes begins no session", async () => {
  const { id, email } = await addAccount(database.services.db);
  const work = () => signIn(requestAt(database.services), { email, password: PASSWORD });
  const begun = await beforeItsSession(id, work, () => storeNewPassword(id));
  expect(begun).toEqual({ ok: false, reason: "sign_in_failed" });
  expect(await sessionsOf(id)).toEqual([]);
});

test("a code that is being checked when the password changes begins no session, and the challenge ends", async () => {
  const { id, email } = await addAccount(database.services.db);
  const enrolled = await enrol(await begin(id));
  const half = await signIn(requestAt(database.services), { email, password: PASSWORD });
  if (!half.ok) throw new Error(half.reason);
  const pass = (code = enrolled.codes[0]!) =>
    passSecondFactor(requestAt(database.services), { kind: "recovery", code }, browser(sentBack(half.cookies)));
  const over = { ok: false, reason: "challenge_over" };
  expect(await beforeItsSession(id, pass, () => storeNewPassword(id))).toEqual(over);
  expect(await sessionsOf(id)).toEqual([]);
  expect(await pass(enrolled.codes[1])).toEqual(over);
});

test.each<[Role, Role, boolean]>([
  ["customer", "guide", true],
  ["support", "manager", true],
  ["support", "marketing", true],
  ["manager", "support", false],
  ["admin", "customer", false],
])("a change from %s to %s ends the sessions: %s", async (from, to, ends) => {
  const { db } = database.services;
  const admin = await addAccount(db, { role: "admin", secondFactor: true });
  const { id } = await addAccount(db, { role: from, secondFactor: true });
  const cookie = await begin(id);
  const ctx = await as(await begin(admin.id));
  expect(
    await changeRole(ctx, { user_id: id, was: from, role: to, sure: false, cities: null, was_cities: null }),
  ).toMatchObject({ ok: true });
  expect(await kindOf(cookie)).toBe(ends ? "guest" : "user");
});

test("accepting an invitation renews this session and ends the others", async () => {
  const { db } = database.services;
  const admin = await addAccount(db, { role: "admin", secondFactor: true });
  const { id, email } = await addAccount(db, { secondFactor: true });
  const [copied, other] = [await begin(id), await begin(id)];
  const offered = await invitePerson(await as(await begin(admin.id)), {
    email,
    role: "manager",
    language: "en",
    cities: null,
  });
  expect(offered.ok).toBe(true);
  const sent = await db.selectFrom("emails").select("payload").where("recipient", "=", email).executeTakeFirstOrThrow();
  const accepted = await acceptInvitation(await as(copied), (sent.payload as { token: string }).token, copied);
  if (!accepted.ok) throw new Error(accepted.reason);
  expect([await kindOf(copied), await kindOf(other)]).toEqual(["guest", "guest"]);
  expect(await whoIs(sentBack(accepted.cookies))).toMatchObject({ userId: id, role: "manager", secondFactor: true });
});

test("an address that makes its owner an admin ends the sessions from before", async () => {
  const { db } = database.services;
  const { id } = await addAccount(db);
  const cookie = await begin(id);
  const ctx = await as(cookie);
  expect(await changeEmail(ctx, { new_email: BOSS, password: PASSWORD }, browser(cookie))).toMatchObject({ ok: true });
  const sent = await db.selectFrom("emails").select("payload").where("recipient", "=", BOSS).executeTakeFirstOrThrow();
  const { token } = sent.payload as { token: string };
  const confirmed = await confirmEmailChange(requestAt(database.services), token, PASSWORD, browser(""));
  expect(confirmed).toEqual({ ok: true });
  expect(await kindOf(cookie)).toBe("guest");
  expect(await whoIs(await begin(id))).toMatchObject({ role: "admin", secondFactor: false });
});

test("what the database holds of a session opens none", async () => {
  const { db } = database.services;
  const { id, email } = await addAccount(db);
  const begun = await signIn(requestAt(database.services), { email, password: PASSWORD });
  if (!begun.ok) throw new Error(begun.reason);
  expect(await kindOf(sentBack(begun.cookies))).toBe("user");
  const { token } = await db.selectFrom("session").select("token").where("user_id", "=", id).executeTakeFirstOrThrow();
  expect(sentBack(begun.cookies)).not.toContain(token);
  for (const held of [token, token.slice(0, 32)])
    expect(await kindOf(sentBack([setSession(database.services, held, 60)]))).toBe("guest");
  const signedOut = await askAuth(requestAt(database.services), "/sign-out", {
    body: {},
    cookie: sentBack(begun.cookies),
  });
  expect(signedOut.status).toBe(200);
  expect(await db.selectFrom("session").select("id").where("user_id", "=", id).execute()).toEqual([]);
});

test("a session of staff ends when it is unused for long, or has lasted long; a guest's stays", async () => {
  const { db } = database.services;
  const hour = 3_600_000;
  const ago = (hours: number) => new Date(Date.now() - hours * hour);
  const [staff, guest] = [await addAccount(db, { role: "guide", secondFactor: true }), await addAccount(db)];
  expect(await kindOf(await begin(staff.id, { used: ago(11) }))).toBe("user");
  expect(await kindOf(await begin(staff.id, { used: ago(13) }))).toBe("guest");
  expect(await kindOf(await begin(guest.id, { used: ago(13) }))).toBe("user");
  const long = await begin(staff.id, { used: ago(11) });
  await db.insertInto("app_settings").values({ key: "staff_session_hours", value: "10" }).execute();
  forgetSettings(database.services);
  expect(await kindOf(long)).toBe("guest");
  await db.deleteFrom("app_settings").where("key", "=", "staff_session_hours").execute();
  forgetSettings(database.services);
});
