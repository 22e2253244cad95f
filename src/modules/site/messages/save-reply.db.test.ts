import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import { deleteReply } from "#src/modules/site/messages/delete-reply.server.ts";
import { savedReplies } from "#src/modules/site/messages/queries.server.ts";
import { saveReply } from "#src/modules/site/messages/save-reply.server.ts";
import { MOST_REPLIES } from "#src/modules/site/messages/schema.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addAccount } from "#tests/signed-in.ts";

const database = freshDatabase();
let diego: string;
beforeAll(async () => {
  ({ id: diego } = await addAccount(database.services.db, { role: "support" }));
});
afterEach(() => database.services.db.deleteFrom("saved_replies").execute());

const staff = (role: string) => database.ctx({ actor: { kind: "user", role, userId: diego } });
const GROUPS = { name: "Groups", text_en: "We love groups.", text_es: "Nos encantan los grupos." };
const listed = async () => {
  const read = await savedReplies(staff("support"));
  return read.ok ? read.replies : read.reason;
};
const audited = async (id: string) =>
  database.services.db
    .selectFrom("audit_log")
    .select(["action", "changes"])
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();

test("a reply is saved once, changed by the same id, and deleted, each in the log", async () => {
  const id = randomUUID();
  const both = [saveReply(staff("support"), { id, ...GROUPS }), saveReply(staff("support"), { id, ...GROUPS })];
  expect(await Promise.all(both)).toEqual([{ ok: true }, { ok: true }]);
  expect(await listed()).toEqual([{ id, ...GROUPS }]);
  expect(await saveReply(staff("manager"), { id, ...GROUPS, text_en: "" })).toEqual({ ok: true });
  expect(await listed()).toEqual([{ id, ...GROUPS, text_en: "" }]);
  for (const _ of ["", "again"]) expect(await deleteReply(staff("support"), { id })).toEqual({ ok: true });
  expect(await listed()).toEqual([]);
  expect(await audited(id)).toMatchObject([
    { action: "reply.created", changes: { name: { new: "Groups" } } },
    { action: "reply.updated", changes: { text_en: { old: "We love groups.", new: "" } } },
    { action: "reply.deleted", changes: { name: { old: "Groups" } } },
  ]);
});

test("names are there once, in any spelling, and replies by name", async () => {
  const [one, two] = [randomUUID(), randomUUID()];
  await saveReply(staff("support"), { id: one, ...GROUPS });
  expect(await saveReply(staff("support"), { id: two, ...GROUPS, name: "groups" })).toMatchObject({
    reason: "name_taken",
  });
  await saveReply(staff("support"), { id: two, ...GROUPS, name: "before" });
  expect(await listed()).toMatchObject([{ name: "before" }, { name: "Groups" }]);
});

test("no more than so many, and for who may", async () => {
  const many = Array.from({ length: MOST_REPLIES }, (_, n) => ({ id: randomUUID(), ...GROUPS, name: `Reply ${n}` }));
  await database.services.db
    .insertInto("saved_replies")
    .values(many.map((reply) => ({ ...reply, saved_at: NOON })))
    .execute();
  const one = { id: randomUUID(), ...GROUPS };
  expect(await saveReply(staff("support"), one)).toMatchObject({ reason: "too_many", max: MOST_REPLIES });
  expect(await saveReply(staff("support"), { ...many[0]!, name: "Renamed" })).toEqual({ ok: true });
  expect(await saveReply(staff("guide"), one)).toMatchObject({ reason: "forbidden", missing: "messages.change" });
  expect(await deleteReply(staff("guide"), one)).toMatchObject({ reason: "forbidden", missing: "messages.change" });
  expect(await savedReplies(staff("guide"))).toMatchObject({ reason: "forbidden", missing: "messages.read" });
});
