import { expect, test } from "vitest";
import { actorOf } from "#src/modules/base/identity/queries.server.ts";
import {
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from "#src/modules/base/identity/set-second-factor.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { PASSWORD, requestAt, sentBack } from "#tests/accounts.ts";
import { freshDatabase } from "#tests/database.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";
import { codeOf } from "#tests/totp.ts";

// the demo data requires none
const database = freshDatabase({ RONDA_SEED: "empty" });

async function signedIn() {
  const { db, secret, settings } = database.services;
  const { id } = await addAccount(db);
  const { cookie } = await beginSession(db, id, { secret, baseUrl: settings.BASE_URL });
  const ctx = requestAt(database.services);
  return {
    id,
    ctx: { ...ctx, actor: { ...ctx.actor, kind: "user" as const, userId: id } },
    browser: { cookie, userAgent: "" },
  };
}
const isOn = async (cookie: string) => (await actorOf(requestAt(database.services), cookie)).secondFactor;

test("it counts once a code of the app was shown, not before, and begins a new session", async () => {
  const { id, ctx, browser } = await signedIn();
  await ctx.db.insertInto("app_settings").values({ key: "brand_name", value: "Noches & Cía." }).execute();
  forgetSettings(ctx);
  expect(await startSecondFactor(ctx, "not the password", browser)).toEqual({ ok: false, reason: "wrong_password" });
  const begun = await startSecondFactor(ctx, PASSWORD, browser);
  if (!begun.ok) throw new Error(begun.reason);
  const { secret, codes, picture, uri } = begun.setup;
  expect(codes).toHaveLength(10);
  expect(picture).toMatch(/^data:image\/svg\+xml;base64,/);
  // the app shows whose code it is
  expect(decodeURIComponent(URL.parse(uri)?.pathname ?? "")).toMatch(/^\/Noches & Cía\.:.+@/);
  expect(URL.parse(uri)?.searchParams.get("issuer")).toBe("Noches & Cía.");
  expect(URL.parse(uri)?.searchParams.get("secret")).toBe(secret);
  expect(await isOn(browser.cookie)).toBe(false);
  const right = codeOf(secret);
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, "0");
  expect(await confirmSecondFactor(ctx, wrong, browser)).toEqual({ ok: false, reason: "code_wrong" });
  expect(await isOn(browser.cookie)).toBe(false);
  const confirmed = await confirmSecondFactor(ctx, right, browser);
  if (!confirmed.ok) throw new Error(confirmed.reason);
  const cookie = sentBack(confirmed.cookies);
  expect(await isOn(cookie)).toBe(true);
  expect((await actorOf(requestAt(database.services), browser.cookie)).kind).toBe("guest");

  const now = { cookie, userAgent: "" };
  expect(await startSecondFactor(ctx, PASSWORD, now)).toEqual({ ok: false, reason: "already_on" });
  const existing = { password: PASSWORD, code: codes[0]! };
  const unknown = { ...existing, password: "not the password" };
  expect(await renewRecoveryCodes(ctx, unknown, now)).toEqual({ ok: false, reason: "wrong_password" });
  for (const code of [wrong, "aaaaa-bbbbb"])
    expect(await renewRecoveryCodes(ctx, { ...existing, code }, now)).toEqual({ ok: false, reason: "code_wrong" });
  const renewed = await renewRecoveryCodes(ctx, existing, now);
  if (!renewed.ok) throw new Error(renewed.reason);
  expect(renewed.codes).toHaveLength(10);
  expect(renewed.codes).not.toEqual(codes);

  expect(await removeSecondFactor(ctx, unknown, now)).toEqual({ ok: false, reason: "wrong_password" });
  // the code that set it up has been seen by whoever looked on
  for (const code of [wrong, right, codes[1]!])
    expect(await removeSecondFactor(ctx, { ...existing, code }, now)).toEqual({ ok: false, reason: "code_wrong" });
  expect(await isOn(cookie)).toBe(true);
  const removed = await removeSecondFactor(ctx, { ...existing, code: codeOf(secret, Date.now() + 30_000) }, now);
  if (!removed.ok) throw new Error(removed.reason);
  expect(await isOn(sentBack(removed.cookies))).toBe(false);
  const log = await database.services.db
    .selectFrom("audit_log")
    .select(["action", "changes"])
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();
  expect(log.map(({ action }) => action)).toEqual([
    "second_factor.set_up",
    "second_factor.codes_renewed",
    "second_factor.removed",
  ]);
  for (const word of [secret, ...codes, ...renewed.codes]) expect(JSON.stringify(log)).not.toContain(word);
});
