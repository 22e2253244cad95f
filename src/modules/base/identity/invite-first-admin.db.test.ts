import { expect, test } from "vitest";
import { acceptInvitation } from "#src/modules/base/identity/accept-invitation.server.ts";
import { inviteFirstAdmin } from "#src/modules/base/identity/invite-first-admin.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { later } from "#tests/seeds.ts";

const database = freshDatabase();
const system = () => database.ctx({ actor: { kind: "system" } });

async function account(email: string): Promise<string> {
  const { db } = database.services;
  const row = { name: "Ana", email, email_verified: true, updated_at: new Date() };
  return (await db.insertInto("user").values(row).returning("id").executeTakeFirstOrThrow()).id;
}
const accept = async (email: string, token: string, minutes = 0) => {
  const row = await database.services.db.selectFrom("user").select("id").where("email", "=", email).executeTakeFirst();
  const actor = { kind: "user" as const, userId: row?.id ?? (await account(email)), email, emailVerified: true };
  return acceptInvitation(database.ctx({ actor, now: later(minutes) }), token);
};

test("of two first admins that are made at the same time, one becomes it, and nobody after them", async () => {
  const emails = ["one@example.test", "two@example.test"];
  const result = await Promise.all(emails.map((email) => inviteFirstAdmin(system(), email)));
  const tokens = result.map((one) => (one.ok ? one.token : ""));
  const accepted = [await accept(emails[0]!, tokens[0]!), await accept(emails[1]!, tokens[1]!)];
  expect(result.filter((one) => one.ok && one.replaced)).toHaveLength(1); // who asked second is told
  expect(accepted.filter((one) => one.ok)).toHaveLength(1);
  expect(accepted.filter((one) => !one.ok)).toEqual([{ ok: false, reason: "invitation_over" }]);
  expect(await inviteFirstAdmin(system(), "three@example.test")).toEqual({ ok: false, reason: "admin_exists" });
});

test("the link works for a day", async () => {
  await database.services.db.updateTable("user").set({ role: null }).execute();
  const result = await inviteFirstAdmin(system(), "late@example.test");
  if (!result.ok) throw new Error(result.reason);
  expect(await accept("late@example.test", result.token, 24 * 60 + 1)).toMatchObject({ reason: "invitation_over" });
  expect(await accept("late@example.test", result.token, 24 * 60 - 1)).toMatchObject({ ok: true, role: "admin" });
});
