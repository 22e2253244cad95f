import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { changeEmail } from "#src/modules/base/identity/change-email.server.ts";
import { changePassword } from "#src/modules/base/identity/change-password.server.ts";
import { endSession } from "#src/modules/base/identity/end-session.server.ts";
import { actorOf, ownProfile, ownSessions } from "#src/modules/base/identity/queries.server.ts";
import type { UpdateProfile } from "#src/modules/base/identity/schema.ts";
import { updateProfile } from "#src/modules/base/identity/update-profile.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { PASSWORD, requestAt, sentBack } from "#tests/accounts.ts";
import { freshDatabase } from "#tests/database.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";

const database = freshDatabase();

const begin = (userId: string, userAgent = "") => {
  const { db, secret, settings } = database.services;
  return beginSession(db, userId, { secret, baseUrl: settings.BASE_URL, userAgent });
};
const as = (userId: string | null, over: Partial<Context["actor"]> = {}) => {
  const ctx = requestAt(database.services);
  return { ...ctx, actor: { ...ctx.actor, ...(userId ? { kind: "user" as const, userId } : {}), ...over } };
};
const log = (userId: string) =>
  database.services.db
    .selectFrom("audit_log")
    .select(["action", "actor_id", "changes"])
    .where("subject_id", "=", userId)
    .orderBy("id")
    .execute();
const DETAILS: UpdateProfile = {
  first_name: "Ana",
  last_name: "Ríos",
  phone: "+52 55 1234 5678",
  country: "MX",
  language: "es",
  marketing_consent: "on",
};

describe("a profile", () => {
  test("is changed by its owner; the log says what changed and repeats no names", async () => {
    const { id } = await addAccount(database.services.db, { first_name: "Anna", last_name: "Ríos" });
    expect(await updateProfile(as(id), DETAILS)).toMatchObject({ ok: true });
    expect(await ownProfile(as(id))).toMatchObject({ ...DETAILS, marketing_consent: true });
    const [entry] = await log(id);
    expect(entry).toMatchObject({ action: "profile.updated", actor_id: id });
    expect(entry!.changes).toEqual({
      first_name: {},
      phone: {},
      country: {},
      language: { old: "en", new: "es" },
      marketing_consent: { old: false, new: true },
    });
    expect(JSON.stringify(await log(id))).not.toMatch(/Ana|Anna|1234/);
    await updateProfile(as(id), DETAILS);
    expect(await log(id)).toHaveLength(1);
  });

  test("is made where an account has none", async () => {
    const { db } = database.services;
    const { id } = await addAccount(db);
    await db.deleteFrom("profiles").where("id", "=", id).execute();
    expect(await ownProfile(as(id))).toMatchObject({ first_name: "", language: "en" });
    await updateProfile(as(id), DETAILS);
    expect(await ownProfile(as(id))).toMatchObject({ first_name: "Ana" });
  });

  test("isn't there for who is not signed in", async () => {
    expect(await updateProfile(as(null), DETAILS)).toEqual({ ok: false, reason: "no_user" });
    expect(await ownProfile(as(null))).toBeNull();
    expect(await ownSessions(as(null), null)).toEqual([]);
  });
});

describe("sessions", () => {
  test("are listed for their owner only, this one first, with the device in words and no secret", async () => {
    const [mine, other] = [await addAccount(database.services.db), await addAccount(database.services.db)];
    const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0";
    const here = await begin(mine.id, firefox);
    await begin(mine.id, "curl/8");
    await begin(other.id);
    const over = await begin(mine.id, "curl/8");
    const { db } = database.services;
    await db
      .updateTable("session")
      .set({ expires_at: as(null).now })
      .where("id", "=", over.id)
      .execute();
    const list = await ownSessions(as(mine.id), here.cookie);
    expect(list).toMatchObject([
      { id: here.id, browser: "Firefox", system: "Windows", current: true },
      { browser: null, system: null, current: false },
    ]);
    expect(Object.keys(list[0]!).toSorted()).toEqual(["browser", "current", "id", "system", "used"]);
  });

  test("of another can't be ended by their id, and the answer is that of one that isn't there", async () => {
    const { db } = database.services;
    const [mine, other] = [await addAccount(db), await addAccount(db)];
    const theirs = await begin(other.id);
    const answer = await endSession(as(mine.id), theirs.id);
    expect(answer).toEqual(await endSession(as(mine.id), randomUUID()));
    expect(await actorOf(as(null), theirs.cookie)).toMatchObject({ userId: other.id });
    expect(await endSession(as(null), theirs.id)).toEqual({ ok: false, reason: "no_user" });
    expect(await log(mine.id)).toEqual([]);
  });

  test("end at once: one, or all of them and nobody else's", async () => {
    const { db } = database.services;
    const [mine, other] = [await addAccount(db), await addAccount(db)];
    const [here, there, theirs] = [await begin(mine.id), await begin(mine.id), await begin(other.id)];
    await endSession(as(mine.id), there.id);
    expect((await actorOf(as(null), there.cookie)).kind).toBe("guest");
    expect((await actorOf(as(null), here.cookie)).kind).toBe("user");
    await endSession(as(mine.id), null);
    expect((await actorOf(as(null), here.cookie)).kind).toBe("guest");
    expect((await actorOf(as(null), theirs.cookie)).kind).toBe("user");
    expect((await log(mine.id)).map(({ action }) => action)).toEqual(["session.ended", "session.ended"]);
  });

  test("note that they are used, seldom", async () => {
    const { db } = database.services;
    const { id } = await addAccount(db);
    const { id: session, cookie } = await begin(id);
    const used = async () =>
      (await db.selectFrom("session").select("updated_at").where("id", "=", session).executeTakeFirstOrThrow())
        .updated_at;
    const before = await used();
    const at = (minutes: number) => ({ ...as(null), now: new Date(before.getTime() + minutes * 60_000) });
    await actorOf(at(9), cookie);
    expect(await used()).toEqual(before);
    await actorOf(at(11), cookie);
    expect(await used()).toEqual(at(11).now);
  });
});

describe("a password", () => {
  test("is changed with the old one, and every session ends but the new one of this browser", async () => {
    const { db } = database.services;
    const { id } = await addAccount(db);
    const [here, there] = [await begin(id), await begin(id)];
    const next = "cuatro patos de noche";
    const changed = await changePassword(
      as(id),
      { current_password: PASSWORD, new_password: next },
      { cookie: here.cookie, userAgent: "curl" },
    );
    if (!changed.ok) throw new Error(changed.reason);
    for (const { cookie } of [here, there]) expect((await actorOf(as(null), cookie)).kind).toBe("guest");
    const cookie = sentBack(changed.cookies);
    expect(await actorOf(as(null), cookie)).toMatchObject({ userId: id });
    const again = await changePassword(
      as(id),
      { current_password: PASSWORD, new_password: next },
      { cookie, userAgent: "" },
    );
    expect(again).toEqual({ ok: false, reason: "wrong_password" });
    expect(JSON.stringify(await log(id))).not.toContain(next);
  });

  test("that everybody has is refused", async () => {
    const { id } = await addAccount(database.services.db);
    const { cookie } = await begin(id);
    const input = { current_password: PASSWORD, new_password: "password123" };
    expect(await changePassword(as(id), input, { cookie, userAgent: "" })).toEqual({
      ok: false,
      reason: "password_common",
    });
  });
});

describe("an address", () => {
  test("stays until the new one is proved, and takes the password", async () => {
    const { db } = database.services;
    const { id, email } = await addAccount(db);
    const { cookie } = await begin(id);
    const ask = (new_email: string, password = PASSWORD) =>
      changeEmail(as(id, { email }), { new_email, password }, { cookie, userAgent: "" });
    expect(await ask("new@people.test", "not it at all")).toEqual({ ok: false, reason: "wrong_password" });
    expect(await ask(email.toUpperCase())).toEqual({ ok: false, reason: "same_email" });
    expect(await ask("new@people.test")).toEqual({ ok: true });
    expect(await ownProfile(as(id))).toMatchObject({ email });
    const emails = await db
      .selectFrom("emails")
      .select(["kind", "recipient"])
      .where("recipient", "=", "new@people.test")
      .execute();
    expect(emails).toEqual([{ kind: "account_email_change", recipient: "new@people.test" }]);
  });

  test("of another account is answered like any other, and hears nothing", async () => {
    const { db } = database.services;
    const [mine, other] = [await addAccount(db), await addAccount(db)];
    const { cookie } = await begin(mine.id);
    const input = { new_email: other.email, password: PASSWORD };
    expect(await changeEmail(as(mine.id, { email: mine.email }), input, { cookie, userAgent: "" })).toEqual({
      ok: true,
    });
    expect(await db.selectFrom("emails").selectAll().where("recipient", "=", other.email).execute()).toEqual([]);
  });
});
