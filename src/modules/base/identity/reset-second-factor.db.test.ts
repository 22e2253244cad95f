import { expect, test } from "vitest";
import { passSecondFactor } from "#src/modules/base/identity/pass-second-factor.server.ts";
import { resetSecondFactor } from "#src/modules/base/identity/reset-second-factor.server.ts";
import {
  confirmSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from "#src/modules/base/identity/set-second-factor.server.ts";
import { signIn } from "#src/modules/base/identity/sign-in.server.ts";
import { SYSTEM } from "#src/platform/context.server.ts";
import { PASSWORD, requestAt, sentBack } from "#tests/accounts.ts";
import { freshDatabase } from "#tests/database.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";
import { codeOf } from "#tests/totp.ts";

const database = freshDatabase({ RONDA_SEED: "empty" });
/** The same product after somebody has given it another APP_SECRET. */
const renewed = { secret: "another secret than the one before" };
let places = 0;
const requests = (over: { secret?: string } = {}) => {
  services[over.secret ?? ""] ??= { ...database.services, ...over };
  return requestAt(services[over.secret ?? ""]!, `198.51.100.${++places}`);
};
const services: Record<string, typeof database.services> = {};

async function withSecondFactor() {
  const { db, secret, settings } = database.services;
  const { id, email } = await addAccount(db, { role: "admin", language: "es" });
  const { cookie } = await beginSession(db, id, { secret, baseUrl: settings.BASE_URL });
  const ctx = requests();
  const as = { ...ctx, actor: { ...ctx.actor, kind: "user" as const, userId: id } };
  const begun = await startSecondFactor(as, PASSWORD, { cookie, userAgent: "" });
  if (!begun.ok) throw new Error(begun.reason);
  const code = codeOf(begun.setup.secret);
  expect(await confirmSecondFactor(as, code, { cookie, userAgent: "" })).toMatchObject({ ok: true });
  return { id, email, code, recovery: begun.setup.codes[0]! };
}
async function challenge(email: string) {
  const begun = await signIn(requests(renewed), { email, password: PASSWORD });
  if (!begun.ok || !begun.secondFactor) throw new Error("no code is asked for");
  return { cookie: sentBack(begun.cookies), userAgent: "" };
}

test("a factor of another APP_SECRET is an expected failure, for codes of the app and recovery codes", async () => {
  const { id, email, code, recovery } = await withSecondFactor();
  const lost = { ok: false, reason: "factor_lost" };
  expect(await passSecondFactor(requests(renewed), { code, kind: "app" }, await challenge(email))).toEqual(lost);
  expect(
    await passSecondFactor(requests(renewed), { code: recovery, kind: "recovery" }, await challenge(email)),
  ).toEqual(lost);
  const { db, settings } = database.services;
  const { cookie } = await beginSession(db, id, { secret: renewed.secret, baseUrl: settings.BASE_URL });
  const ctx = requests(renewed);
  const as = { ...ctx, actor: { ...ctx.actor, kind: "user" as const, userId: id } };
  expect(await renewRecoveryCodes(as, { password: PASSWORD, code }, { cookie, userAgent: "" })).toEqual(lost);
});

test("a reset removes the factor and ends sessions, in the system's name, and its owner is written to", async () => {
  const { id, email } = await withSecondFactor();
  const { db } = database.services;
  const ctx = { ...requests(renewed), actor: SYSTEM };
  const reset = (address: string) =>
    resetSecondFactor(ctx, address, { publish: (tx, event) => ctx.publish(ctx, tx, event) });
  expect(await reset("nobody@people.test")).toEqual({ ok: false, reason: "no_account" });
  const before = await challenge(email);
  expect(await reset(` ${email.toUpperCase()} `)).toEqual({ ok: true, ended: 1 });
  expect(await reset(email)).toEqual({ ok: false, reason: "no_factor" });

  const rows = (table: "session" | "two_factor") =>
    db.selectFrom(table).select("id").where("user_id", "=", id).execute();
  expect([await rows("session"), await rows("two_factor")]).toEqual([[], []]);
  expect(await passSecondFactor(requests(renewed), { code: "123456", kind: "app" }, before)).toMatchObject({
    reason: "challenge_over",
  });
  const log = await db
    .selectFrom("audit_log")
    .select(["action", "actor_kind", "changes"])
    .where("subject_id", "=", id)
    .orderBy("id", "desc")
    .limit(1)
    .execute();
  expect(log).toEqual([
    { action: "second_factor.removed", actor_kind: "system", changes: { sessions: { old: 1, new: 0 } } },
  ]);
  const emails = await db
    .selectFrom("emails")
    .select(["kind", "language", "payload"])
    .where("recipient", "=", email)
    .execute();
  expect(emails.at(-1)).toEqual({
    kind: "account_second_factor",
    language: "es",
    payload: { userId: id, enabled: false },
  });
  expect(await signIn(requests(renewed), { email, password: PASSWORD })).toMatchObject({
    ok: true,
    secondFactor: false,
  });
});
