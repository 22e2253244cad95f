import { sql } from "kysely";
import { expect, test } from "vitest";
import { readAccessLog } from "#src/modules/office/audit-log/queries.server.ts";
import { ACCESS_LIST } from "#src/modules/base/audit/rules/access-log.ts";
import { writeAccessLog } from "#src/modules/office/audit-log/write-csv.server.ts";
import { endSession } from "#src/modules/base/identity/end-session.server.ts";
import { purgeAccess } from "#src/modules/base/identity/purge-access.server.ts";
import { ownSignIns, storedAccount } from "#src/modules/base/identity/queries.server.ts";
import { removeAccount } from "#src/modules/base/identity/remove-account.server.ts";
import { signIn, signOut } from "#src/modules/base/identity/sign-in.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { logAccess, logRefusal } from "#src/platform/access-log.server.ts";
import { PASSWORD, requestAt } from "#tests/accounts.ts";
import { freshDatabase } from "#tests/database.ts";
import { addAccount } from "#tests/signed-in.ts";
import { csvText } from "#tests/sheets.ts";

const database = freshDatabase();
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const guest = () => {
  const ctx = requestAt(database.services, "203.0.113.9");
  return { ...ctx, actor: { ...ctx.actor, userAgent: FIREFOX } };
};
const as = (userId: string, role: string | null = null) => {
  const ctx = guest();
  const actor = { ...ctx.actor, kind: "user" as const, userId, role, secondFactor: true };
  return { ...ctx, actor, user: () => Promise.resolve(actor) };
};
const ALL = ACCESS_LIST.read(new URLSearchParams());
async function read(query = "", beyond = {}) {
  const accessLog = await readAccessLog(
    as(crypto.randomUUID(), "admin"),
    ACCESS_LIST.read(new URLSearchParams(query)),
    beyond,
  );
  if (!accessLog.ok) throw new Error(accessLog.reason);
  return accessLog.accessLog;
}
const reportOf = async (query: string) => (await read(query)).entries.map(({ kind, outcome }) => `${kind} ${outcome}`);

test("signing in, failing to, signing out and ending sessions leave entries with person, place and device", async () => {
  const { id, email } = await addAccount(database.services.db);
  await signIn(guest(), { email: email.toUpperCase(), password: "wrong" });
  await signIn(guest(), { email: "nobody@example.test", password: "wrong" });
  await signIn(guest(), { email, password: PASSWORD });
  await endSession(as(id), null);
  await signOut(as(id), "");
  expect(await reportOf(`who=${id}`)).toEqual(["sign_out done", "session_end done", "sign_in done", "password failed"]);
  const { entries } = await read("kind=password");
  expect(entries.slice(0, 2).map(({ who }) => who?.email ?? null)).toEqual([null, email]);
  expect(entries[0]).toMatchObject({ address: "203.0.113.9", browser: "Firefox", system: "Linux" });
  expect((await ownSignIns(as(id))).map(({ what }) => what)).toEqual(["signed_in", "failed"]);
  const stored = await database.services.db.selectFrom("access_log").selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain("nobody@example.test");
});

test("is a file of what matches the filter in the reader's words, for whoever may read it", async () => {
  const { id, email } = await addAccount(database.services.db);
  await logAccess(database.services.db, as(id), { kind: "download", outcome: "done", subject: "=cmd" });
  await logAccess(database.services.db, as(id), { kind: "sign_in", outcome: "done" });
  const filter = ACCESS_LIST.read(new URLSearchParams({ who: id, kind: "download" }));
  expect(await writeAccessLog(as(id, "support"), filter)).toMatchObject({ missing: "audit.read" });
  const written = await writeAccessLog({ ...as(id, "admin"), locale: "es" }, filter);
  if (!written.ok) throw new Error(written.reason);
  const [head, line, ...more] = (await csvText(written.sheet)).trim().split(/\r?\n/);
  expect([head, more]).toEqual(["Cuándo,Quién,Qué,Archivo o página,Dirección,Navegador,Sistema", []]);
  expect(line).toMatch(new RegExp(`,${email},Descargó,'=cmd,203.0.113.9,Firefox,Linux$`));
});

test("only who may read the audit log reads it; by person, kind and day, page by page", async () => {
  for (const role of ["support", "guide", "customer"])
    expect(await readAccessLog(as(crypto.randomUUID(), role), ALL)).toMatchObject({ missing: "audit.read" });
  const { id, email } = await addAccount(database.services.db);
  for (let i = 0; i < 120; i++) await logAccess(database.services.db, as(id), { kind: "download", outcome: "done" });
  const first = await read(`who=${email}`);
  expect([first.entries.length, first.newer]).toEqual([50, null]);
  const second = await read(`who=${email}`, { older: first.older });
  const third = await read(`who=${email}`, { older: second.older });
  expect([second.entries.length, third.entries.length, third.older]).toEqual([50, 20, null]);
  expect((await read(`who=${email}`, { newer: second.newer })).entries).toEqual(first.entries);
  expect(await reportOf(`who=${email}&kind=sign_in`)).toEqual([]);
  expect(await reportOf(`who=not-${email}`)).toEqual([]);
});

test("nobody leaves many refusals, however many they cause: who has no session 20 an hour, who has one 200", async () => {
  const guests = requestAt(database.services, "198.51.100.77", { now: new Date("2026-11-20T18:00:00Z") });
  const users = { ...as(crypto.randomUUID(), "customer"), now: guests.now };
  const noted = [];
  for (const [ctx, request] of [
    [guests, 30],
    [users, 210],
  ] as const) {
    for (let i = 0; i < request; i++) await logRefusal(ctx, "/noted-to-count");
    const { rows } = await sql`select from access_log where subject = '/noted-to-count'`.execute(database.services.db);
    noted.push(rows.length);
  }
  expect(noted).toEqual([20, 220]);
});

test("an entry can't be changed, nor deleted before its time; the job deletes the months that are old enough", async () => {
  const { db } = database.services;
  await logAccess(db, guest(), { kind: "page", outcome: "refused", subject: "/admin" });
  for (const change of [
    sql`update access_log set outcome = 'done'`,
    sql`update access_log set user_id = null, address = null, user_agent = null, subject = '/elsewhere'`,
    sql`update access_log set address = '192.0.2.1'`,
    sql`delete from access_log`,
    sql`truncate access_log`,
  ])
    await expect(change.execute(db)).rejects.toThrow("access_log is append-only");
  const aged = (at: string) =>
    sql`insert into access_log (at, kind, outcome, subject) values (${at}, 'page', 'refused', ${`aged ${at}`})`.execute(
      db,
    );
  // at noon of 20 November, 180 days ago is 24 May, and 60 days ago 21 September
  const [ended, begins, closing] = [
    "2026-04-30T23:59:59-06:00",
    "2026-05-01T00:00:00-06:00",
    "2026-08-31T23:59:59-06:00",
  ];
  for (const at of [ended, begins, closing]) await aged(at);
  const left = async () =>
    (await db.selectFrom("access_log").select("subject").where("subject", "like", "aged%").execute()).map(
      ({ subject }) => subject,
    );
  await purgeAccess(database.ctx());
  expect(await left()).toEqual([`aged ${begins}`, `aged ${closing}`]);
  await db.insertInto("app_settings").values({ key: "access_log_days", value: "60" }).execute();
  forgetSettings(database.services);
  await purgeAccess(database.ctx());
  expect(await left()).toEqual([]);
});

test("a deleted account leaves what happened, without whom and from where; until then it is in the owner's export", async () => {
  const { db } = database.services;
  const { id } = await addAccount(db);
  await logAccess(db, as(id), { kind: "download", outcome: "done", subject: "/profile/data.json?of=this-test" });
  expect((await storedAccount(guest(), id)).access_log).toMatchObject([{ kind: "download", address: "203.0.113.9" }]);
  await db.transaction().execute((tx) => removeAccount(tx, { userId: id, email: null, bookingIds: [] }));
  const record = await db.selectFrom("access_log").selectAll().where("subject", "like", "%of=this-test").execute();
  expect(record).toMatchObject([{ kind: "download", user_id: null, address: null, user_agent: null }]);
});
