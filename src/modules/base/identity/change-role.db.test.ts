import { beforeAll, describe, expect, test } from "vitest";
import { acceptInvitation } from "#src/modules/base/identity/accept-invitation.server.ts";
import { changeRole } from "#src/modules/base/identity/change-role.server.ts";
import { invitePerson } from "#src/modules/base/identity/invite-person.server.ts";
import { actorOf, offeredRole, ownSessions, staffPage } from "#src/modules/base/identity/queries.server.ts";
import { joinTeam } from "#src/modules/base/identity/join-team.server.ts";
import { revokeInvitation } from "#src/modules/base/identity/revoke-invitation.server.ts";
import { revokeSessions } from "#src/modules/base/identity/revoke-sessions.server.ts";
import type { Role } from "#src/modules/base/identity/rules/permissions.ts";
import type { InvitePerson } from "#src/modules/base/identity/schema.ts";
import { signIn } from "#src/modules/base/identity/sign-in.server.ts";
import { signUp } from "#src/modules/base/identity/sign-up.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { PASSWORD, requestAt, sentBack, tokenIn } from "#tests/accounts.ts";
import { freshDatabase } from "#tests/database.ts";
import { beginSession } from "#tests/signed-in.ts";
import { later } from "#tests/seeds.ts";

const SETTING = "boss@ronda.test";
const database = freshDatabase({ ADMIN_EMAILS: SETTING });

type Person = { id: string; email: string };
/** An account with a role and no password sign-in. */
async function person(role: Role | null, email = `${crypto.randomUUID()}@ronda.test`): Promise<Person> {
  const values = { name: "Test", email, email_verified: true, role };
  const { db } = database.services;
  const { id } = await db.insertInto("user").values(values).returning("id").executeTakeFirstOrThrow();
  return { id, email };
}
const nobodyElse = (...who: Person[]) =>
  database.services.db
    .updateTable("user")
    .set({ role: null })
    .where("id", "not in", [crypto.randomUUID(), ...who.map(({ id }) => id)])
    .execute();
const as = ({ id, email }: Person, role: Role = "admin", minutes = 0): Context =>
  database.ctx({
    now: later(minutes),
    actor: { kind: "user", userId: id, email, emailVerified: true, role, secondFactor: true },
  });
const reader = (minutes = 0) => requestAt(database.services, undefined, { now: later(minutes) });
const roleIn = async ({ id }: Person) =>
  (await database.services.db.selectFrom("user").select("role").where("id", "=", id).executeTakeFirstOrThrow()).role;
const log = (id: string) =>
  database.services.db
    .selectFrom("audit_log")
    .select(["action", "actor_id", "changes"])
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();
type Limits = { cities?: string[] | null; was_cities?: string[] | null };
const wish = ({ id }: Person, was: Role, role: Role, sure = false, limits: Limits = {}) => ({
  user_id: id,
  was,
  role,
  sure,
  cities: null,
  was_cities: null,
  ...limits,
});

const limitOf = async ({ id }: Person) =>
  (await database.services.db.selectFrom("user").select("city_ids").where("id", "=", id).executeTakeFirstOrThrow())
    .city_ids;

describe("a role's cities", () => {
  const CITIES = ["merida", "oaxaca"];
  beforeAll(async () => {
    const cities = CITIES.map((id) => ({ id, name: id, time_zone: "America/Mexico_City" }));
    await database.services.db
      .insertInto("cities")
      .values(cities)
      .onConflict((c) => c.doNothing())
      .execute();
  });

  test("are given, changed and taken, each noted; a wider role ends sessions, a narrower one doesn't", async () => {
    const [ana, gil] = [await person("admin"), await person("guide")];
    const { secret, settings, db } = database.services;
    const limits = async (cities: string[] | null, was_cities: string[] | null) => {
      const { cookie } = await beginSession(db, gil.id, { secret, baseUrl: settings.BASE_URL });
      expect(await changeRole(as(ana), wish(gil, "guide", "guide", false, { cities, was_cities }))).toMatchObject({
        ok: true,
      });
      const { kind, cities: now } = await actorOf(requestAt(database.services), cookie);
      return [kind, now];
    };
    expect(await limits(["merida"], null)).toEqual(["user", ["merida"]]);
    expect(await limits(CITIES, ["merida"])).toEqual(["guest", null]);
    expect(await limitOf(gil)).toEqual(CITIES);
    expect(await limits(["oaxaca"], CITIES)).toEqual(["user", ["oaxaca"]]);
    expect(await limits(null, ["oaxaca"])).toEqual(["guest", null]);
    expect((await log(gil.id)).map(({ changes }) => (changes as { cities?: object }).cities)).toEqual([
      { old: null, new: ["merida"] },
      { old: ["merida"], new: CITIES },
      { old: CITIES, new: ["oaxaca"] },
      { old: ["oaxaca"], new: null },
    ]);
  });

  test("must exist, and be those that the page showed; an admin's are none", async () => {
    const [ana, gil] = [await person("admin"), await person("guide")];
    const limit = (role: Role, limits: Limits) => changeRole(as(ana), wish(gil, "guide", role, false, limits));
    expect(await limit("guide", { cities: ["atlantis"] })).toMatchObject({ reason: "city_not_found" });
    expect(await limit("guide", { cities: ["merida"], was_cities: ["oaxaca"] })).toMatchObject({
      reason: "changed_meanwhile",
    });
    expect(await limitOf(gil)).toBeNull();
    expect(await limit("admin", { cities: ["merida"] })).toMatchObject({ ok: true });
    expect([await roleIn(gil), await limitOf(gil)]).toEqual(["admin", null]);
  });

  test("come with an invitation, which an unknown one doesn't", async () => {
    const ana = await person("admin");
    const email = `${crypto.randomUUID()}@ronda.test`;
    const unknown = offer(email, { role: "guide", cities: ["atlantis"] });
    expect(await invitePerson(as(ana), unknown)).toMatchObject({ reason: "city_not_found" });
    expect(await invitePerson(as(ana), offer(email, { role: "guide", cities: ["merida"] }))).toMatchObject({
      ok: true,
    });
    const sent = database.services.db.selectFrom("emails").select("payload").where("recipient", "=", email);
    const { token } = (await sent.executeTakeFirstOrThrow()).payload as { token: string };
    const nuria = await person(null, email);
    expect(await acceptInvitation(as(nuria, "customer"), token)).toMatchObject({ ok: true, role: "guide" });
    expect(await limitOf(nuria)).toEqual(["merida"]);
  });
});

describe("a role", () => {
  test("counts with the next sign-in, and stops counting with the next request", async () => {
    const [ana, gil] = [await person("admin"), await person(null)];
    const { secret, settings, db } = database.services;
    const enter = async () => (await beginSession(db, gil.id, { secret, baseUrl: settings.BASE_URL })).cookie;
    let cookie = await enter();
    const now = async () => (await actorOf(requestAt(database.services), cookie)).role;
    expect(await now()).toBe("customer");
    expect(await changeRole(as(ana), wish(gil, "customer", "manager"))).toMatchObject({ ok: true });
    expect(await now(), "the session from before").toBeNull();
    cookie = await enter();
    expect(await now()).toBe("manager");
    expect(await changeRole(as(ana), wish(gil, "manager", "customer"))).toMatchObject({ ok: true });
    expect(await now()).toBe("customer");
    expect(await log(gil.id)).toEqual([
      {
        action: "role.changed",
        actor_id: ana.id,
        changes: { role: { old: "customer", new: "manager" }, sessions: { old: 1, new: 0 } },
      },
      { action: "role.changed", actor_id: ana.id, changes: { role: { old: "manager", new: "customer" } } },
    ]);
  });

  test("that somebody else has changed meanwhile isn't written over", async () => {
    const [ana, gil] = [await person("admin"), await person("support")];
    expect(await changeRole(as(ana), wish(gil, "guide", "manager"))).toEqual({
      ok: false,
      reason: "changed_meanwhile",
      current: "support",
    });
    expect(await roleIn(gil)).toBe("support");
    expect(await log(gil.id)).toEqual([]);
  });

  test("the last admin keeps it, and one's own is given up only when that is meant", async () => {
    const [ana, bea] = [await person("admin"), await person("admin")];
    await nobodyElse(ana, bea);
    expect(await changeRole(as(ana), wish(ana, "admin", "guide"))).toMatchObject({ reason: "confirm_self" });
    expect(await changeRole(as(ana), wish(ana, "admin", "guide", true))).toMatchObject({ ok: true });
    expect(await changeRole(as(bea), wish(bea, "admin", "guide", true))).toMatchObject({ reason: "last_admin" });
    expect(await changeRole(as(ana), wish(bea, "admin", "guide"))).toMatchObject({ reason: "forbidden" });
  });

  test("by setting can't be taken away, and is admin enough for the others to go", async () => {
    const [ana, boss] = [await person("admin"), await person(null, SETTING)];
    await nobodyElse(ana);
    expect(await changeRole(as(ana), wish(boss, "customer", "guide"))).toMatchObject({ reason: "admin_by_setting" });
    expect(await changeRole(as(ana), wish(ana, "admin", "guide", true))).toMatchObject({ ok: true });
    await database.services.db.deleteFrom("user").where("id", "=", boss.id).execute();
  });

  test("of two admins who demote each other at once one stays", async () => {
    for (let round = 0; round < 8; round++) {
      const [ana, bea] = [await person("admin"), await person("admin")];
      await nobodyElse(ana, bea);
      const both = [changeRole(as(ana), wish(bea, "admin", "guide")), changeRole(as(bea), wish(ana, "admin", "guide"))];
      expect((await Promise.all(both)).filter((one) => one.ok)).toHaveLength(1);
      expect(new Set([await roleIn(ana), await roleIn(bea)])).toEqual(new Set(["admin", "guide"]));
    }
  });

  test("the negative control: looking first and writing then leaves nobody", async () => {
    const [ana, bea] = [await person("admin"), await person("admin")];
    await nobodyElse(ana, bea);
    const { db } = database.services;
    const looked = Promise.withResolvers<void>();
    let looks = 0;
    const careless = async (who: Person) => {
      const left = await db.selectFrom("user").select("id").where("role", "=", "admin").execute();
      if (++looks === 2) looked.resolve();
      await looked.promise;
      if (left.length > 1) await db.updateTable("user").set({ role: "guide" }).where("id", "=", who.id).execute();
    };
    await Promise.all([careless(ana), careless(bea)]);
    expect([await roleIn(ana), await roleIn(bea)]).toEqual(["guide", "guide"]);
  });

  test.each<Role>(["manager", "support", "marketing", "guide", "customer"])("isn't given by %s", async (role) => {
    const [ana, gil] = [await person(role), await person("guide")];
    const missing = { reason: "forbidden", missing: "roles.change" };
    expect(await changeRole(as(ana, role), wish(gil, "guide", "admin"))).toMatchObject(missing);
    expect(await revokeSessions(as(ana, role), { user_id: gil.id })).toMatchObject(missing);
    expect(await invitePerson(as(ana, role), offer("x@ronda.test"))).toMatchObject(missing);
    expect(await revokeInvitation(as(ana, role), { invitation_id: crypto.randomUUID() })).toMatchObject(missing);
    const snapshot = await staffPage(as(ana, role));
    if (role === "manager" || role === "support") expect(snapshot).toMatchObject({ ok: true, mayChange: false });
    else expect(snapshot).toMatchObject({ reason: "forbidden", missing: "users.read" });
  });
});

test("all sessions of somebody end at once", async () => {
  const [ana, gil] = [await person("admin"), await person("guide")];
  const { secret, settings, db } = database.services;
  const { cookie } = await beginSession(db, gil.id, { secret, baseUrl: settings.BASE_URL });
  await beginSession(db, gil.id, { secret, baseUrl: settings.BASE_URL });
  expect(await staffPage(as(ana))).toMatchObject({
    people: expect.arrayContaining([expect.objectContaining({ id: gil.id, role: "guide", sessions: 2 })]) as unknown,
  });
  expect(await revokeSessions(as(ana), { user_id: gil.id })).toEqual({ ok: true, ended: 2 });
  expect((await actorOf(requestAt(database.services), cookie)).kind).toBe("guest");
  expect(await revokeSessions(as(ana), { user_id: gil.id })).toEqual({ ok: true, ended: 0 });
  expect((await log(gil.id)).map(({ action }) => action)).toEqual(["session.revoked"]);
});

test("a session of staff that was unused for too long is listed no more", async () => {
  const [ana, gil] = [await person("admin"), await person("guide")];
  const { secret, settings, db } = database.services;
  const { now } = as(ana);
  const used = (hoursAgo: number) => ({
    secret,
    baseUrl: settings.BASE_URL,
    used: new Date(+now - hoursAgo * 3_600_000),
  });
  const { staffSession } = await appSettings(database.services);
  const fresh = await beginSession(db, gil.id, used(1));
  const idle = await beginSession(db, gil.id, used(staffSession.idleHours));
  expect(await staffPage(as(ana))).toMatchObject({
    people: expect.arrayContaining([expect.objectContaining({ id: gil.id, sessions: 1 })]) as unknown,
  });
  expect(await ownSessions(as(gil), null)).toMatchObject([{ id: fresh.id }]);
  const guest = { ...requestAt(database.services), now };
  expect((await actorOf(guest, fresh.cookie)).kind).toBe("user");
  expect((await actorOf(guest, idle.cookie)).kind).toBe("guest");
});

const offer = (email: string, over: Partial<InvitePerson> = {}): InvitePerson => ({
  email,
  role: "manager",
  language: "es",
  cities: null,
  ...over,
});

describe("an invitation", () => {
  /** Sends an invitation and returns the token from its email. */
  async function invited(by: Person, email: string, over: Partial<InvitePerson> = {}) {
    const sent = await invitePerson(as(by), offer(email, over));
    if (!sent.ok) throw new Error(sent.reason);
    const emails = database.services.db
      .selectFrom("emails")
      .select(["kind", "language", "payload", "text"])
      .where("recipient", "=", email);
    const received = await emails.orderBy("created_at", "desc").orderBy("id", "desc").executeTakeFirstOrThrow();
    const { token } = received.payload as { token: string };
    return { id: sent.id, token, received };
  }

  test("is mailed in its language, accepted once by its address, and gives the role", async () => {
    const ana = await person("admin");
    const email = "nueva@ronda.test";
    const { id, token, received } = await invited(ana, email);
    expect(received).toMatchObject({ kind: "role_offered", language: "es" });
    expect(await offeredRole(reader(), token)).toEqual({ email, role: "manager", joins: true });
    await database.work();
    const sent = await database.services.db
      .selectFrom("emails")
      .selectAll()
      .where("recipient", "=", email)
      .executeTakeFirstOrThrow();
    expect(sent).toMatchObject({ status: "sent" });
    expect(sent.text).toContain("http://ronda.test/es/invitation?token=");
    expect(tokenIn(sent.text)).toBe(token);

    const nueva = await person(null, email);
    expect(await offeredRole(reader(), token)).toMatchObject({ joins: false });
    expect(await acceptInvitation(database.ctx(), token)).toMatchObject({ reason: "no_user" });
    expect(await acceptInvitation(as(ana), token)).toMatchObject({ reason: "other_account" });
    const unproved = as(nueva, "customer");
    expect(
      await acceptInvitation({ ...unproved, actor: { ...unproved.actor, emailVerified: false } }, token),
    ).toMatchObject({ reason: "other_account" });
    expect(await roleIn(nueva)).toBeNull();
    expect(await acceptInvitation(as(nueva, "customer"), token)).toMatchObject({ ok: true, role: "manager" });
    expect(await roleIn(nueva)).toBe("manager");
    expect(await log(nueva.id)).toEqual([
      { action: "invitation.accepted", actor_id: nueva.id, changes: { role: { old: "customer", new: "manager" } } },
    ]);
    expect((await log(id)).map(({ action }) => action)).toEqual(["invitation.sent"]);

    expect(await changeRole(as(ana), wish(nueva, "manager", "customer"))).toMatchObject({ ok: true });
    expect(await acceptInvitation(as(nueva, "customer"), token), "the link again").toMatchObject({ ok: true });
    expect(await roleIn(nueva), "gives nothing back").toBe("customer");
  });

  test("is over after seven days, when it is taken back, and when there is a newer one", async () => {
    const ana = await person("admin");
    const gil = await person(null);
    const old = await invited(ana, gil.email);
    expect(await acceptInvitation(as(gil, "customer", 7 * 24 * 60), old.token)).toMatchObject({
      reason: "invitation_over",
    });
    const newer = await invited(ana, gil.email, { role: "guide" });
    expect(await acceptInvitation(as(gil, "customer"), old.token)).toMatchObject({ reason: "invitation_over" });
    expect(await revokeInvitation(as(ana), { invitation_id: newer.id })).toEqual({ ok: true });
    expect(await revokeInvitation(as(ana), { invitation_id: newer.id })).toEqual({ ok: true });
    for (const { id } of [old, newer])
      expect((await log(id)).map(({ action }) => action)).toEqual(["invitation.sent", "invitation.revoked"]);
    expect(await acceptInvitation(as(gil, "customer"), newer.token)).toMatchObject({ reason: "invitation_over" });
    expect(await offeredRole(reader(), newer.token)).toBeNull();
    expect(await offeredRole(reader(), "")).toBeNull();
    expect(await roleIn(gil)).toBeNull();
  });

  test("opened twice at once is accepted once", async () => {
    const ana = await person("admin");
    const gil = await person(null);
    const { token } = await invited(ana, gil.email);
    await Promise.all([acceptInvitation(as(gil, "customer"), token), acceptInvitation(as(gil, "customer"), token)]);
    expect((await log(gil.id)).map(({ action }) => action)).toEqual(["invitation.accepted"]);
  });

  test("taken back and accepted at once ends in one way", async () => {
    for (let round = 0; round < 5; round++) {
      const ana = await person("admin");
      const gil = await person(null);
      const { id, token } = await invited(ana, gil.email);
      const [accepted, revoked] = await Promise.all([
        acceptInvitation(as(gil, "customer"), token),
        revokeInvitation(as(ana), { invitation_id: id }),
      ]);
      expect(accepted.ok).not.toBe(revoked.ok);
      expect(await roleIn(gil)).toBe(accepted.ok ? "manager" : null);
    }
  });

  const details = { first_name: "Nadia", last_name: "Solís", password: PASSWORD };
  const join = (token: string, over: Partial<typeof details> = {}, minutes = 0) =>
    joinTeam(reader(minutes), token, { ...details, ...over }, { cookie: "", userAgent: "" });
  const account = (email: string) =>
    database.services.db
      .selectFrom("user as u")
      .innerJoin("profiles as p", "p.id", "u.id")
      .select(["u.id", "u.name", "u.email_verified", "u.role", "p.first_name", "p.phone", "p.language"])
      .where("u.email", "=", email)
      .executeTakeFirst();
  const emailsTo = (email: string) =>
    database.services.db.selectFrom("emails").select("kind").where("recipient", "=", email).execute();

  test("makes the account of an address that has none, with no other email, once", async () => {
    const ana = await person("admin");
    const email = "nadia@ronda.test";
    const { token } = await invited(ana, email, { role: "guide" });
    expect(await join(token, { password: email.toUpperCase() })).toMatchObject({ reason: "password_common" });
    expect(await join(token, {}, 7 * 24 * 60)).toMatchObject({ reason: "invitation_over" });
    expect(await join("unknown")).toMatchObject({ reason: "invitation_over" });
    expect(await account(email)).toBeUndefined();

    const both = await Promise.all([join(token), join(token, { first_name: "Somebody" })]);
    const joined = both.find(({ ok }) => ok);
    if (!joined?.ok) throw new Error("nobody joined");
    expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: "invitation_over" });
    const nadia = (await account(email))!;
    expect(nadia).toMatchObject({ email_verified: true, role: "guide", language: "es" });
    expect(await actorOf(requestAt(database.services), sentBack(joined.cookies))).toMatchObject({
      userId: nadia.id,
      role: "guide",
    });
    expect(await log(nadia.id)).toEqual([
      { action: "email.verified", actor_id: nadia.id, changes: {} },
      { action: "invitation.accepted", actor_id: nadia.id, changes: { role: { old: "customer", new: "guide" } } },
    ]);
    expect(await emailsTo(email)).toEqual([{ kind: "role_offered" }]);
    expect(await offeredRole(reader(), token)).toBeNull();
  });

  test("leaves nothing of an account that somebody else has made with the address", async () => {
    const email = "rafa@ronda.test";
    const theirs = {
      first_name: "Somebody",
      last_name: "Else",
      password: "otra frase muy larga",
      marketing_consent: true,
    };
    expect(await signUp(reader(), { ...theirs, email })).toEqual({ ok: true });
    const { token } = await invited(await person("admin"), email);
    const before = await account(email);
    expect(await join(token)).toMatchObject({ ok: true });
    expect(await account(email)).toMatchObject({ id: before?.id, name: "Nadia Solís", first_name: "Nadia" });
    expect(await signIn(reader(), { email, password: theirs.password })).toMatchObject({ reason: "sign_in_failed" });
  });

  test("changes nothing of an account whose owner is known", async () => {
    const gil = await person(null);
    const { token } = await invited(await person("admin"), gil.email);
    expect(await join(token)).toMatchObject({ reason: "has_account" });
    expect(await account(gil.email)).toBeUndefined();
    expect(await roleIn(gil)).toBeNull();
    expect(await acceptInvitation(as(gil, "customer"), token), "still open").toMatchObject({ ok: true });
  });

  test("makes nobody less: an admin who accepts one stays an admin", async () => {
    const [ana, bea] = [await person("admin"), await person(null)];
    const { token } = await invited(ana, bea.email, { role: "guide" });
    await changeRole(as(ana), wish(bea, "customer", "admin"));
    expect(await acceptInvitation(as(bea), token)).toMatchObject({ ok: true, role: "admin" });
    expect(await roleIn(bea)).toBe("admin");
  });

  test("isn't sent to who has the role, nor twice at once", async () => {
    const [ana, gil] = [await person("admin"), await person("guide")];
    expect(await invitePerson(as(ana), offer(gil.email, { role: "guide" }))).toMatchObject({ reason: "has_role" });
    expect(await invitePerson(as(ana), offer(SETTING))).toMatchObject({ reason: "has_role" });
    const both = await Promise.all([1, 2].map(() => invitePerson(as(ana), offer("twice@ronda.test"))));
    expect(both.some((one) => one.ok)).toBe(true);
    const snapshot = await staffPage(as(ana));
    expect(snapshot.ok && snapshot.invitations.filter(({ email }) => email === "twice@ronda.test")).toHaveLength(1);
  });
});
