import { randomUUID } from "node:crypto";
import PostalMime from "postal-mime";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { answerMessage } from "#src/modules/site/messages/answer-message.server.ts";
import { closeMessage } from "#src/modules/site/messages/close-message.server.ts";
import { forgetSender } from "#src/modules/site/messages/forget-sender.server.ts";
import { listMessages, newMessages, openMessage, ownedMessages } from "#src/modules/site/messages/queries.server.ts";
import { MESSAGE_LIST } from "#src/modules/site/messages/rules/message-list.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addAccount } from "#tests/signed-in.ts";

const database = freshDatabase();
let diego: string;
beforeAll(async () => {
  ({ id: diego } = await addAccount(database.services.db, { role: "support" }));
});
afterEach(async () => {
  for (const table of ["emails", "contact_messages"] as const) await database.services.db.deleteFrom(table).execute();
});

const staff = (role: string) => database.ctx({ actor: { kind: "user", role, userId: diego } });
const answers = () => database.services.db.selectFrom("message_answers").selectAll().execute();
const emails = () => database.services.db.selectFrom("emails").selectAll().execute();
const audited = async (id: string) =>
  (
    await database.services.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute()
  ).map(({ action }) => action);

async function written(over: Partial<{ name: string; subject: string; message: string; created_at: Date }> = {}) {
  const { id } = await database.services.db
    .insertInto("contact_messages")
    .values({
      form_key: randomUUID(),
      request_hash: "",
      name: "Sofía Núñez",
      email: "sofia@guest.test",
      subject: "Somos treinta",
      message: "Hola, somos treinta.\n\n¿Hay una noche para nosotros?",
      language: "es",
      site_tag: "cdmx",
      created_at: NOON,
      ...over,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
const answer = (id: string, over: Partial<{ text: string; key: string; seen: number; done: boolean }> = {}) => ({
  id,
  text: "¡Claro que sí!\n\nEl jueves hay lugar.",
  key: randomUUID(),
  seen: 0,
  done: true,
  ...over,
});
const list = async (over: object = {}) => {
  const messages = await listMessages(
    staff("support"),
    MESSAGE_LIST.read(new URLSearchParams(Object.entries(over).map(([name, value]) => [name, String(value)]))),
  );
  if (!messages.ok) throw new Error(messages.reason);
  return messages;
};

describe("an answer", () => {
  test("is mailed in the language of the message, kept with who wrote it, and the message is done", async () => {
    const id = await written();
    expect(await answerMessage(staff("support"), answer(id))).toEqual({ ok: true });
    await database.work();
    const [email] = await emails();
    expect(email).toMatchObject({
      kind: "message_answered",
      language: "es",
      status: "sent",
      recipient: "sofia@guest.test",
    });
    const sent = await PostalMime.parse(email!.raw!);
    expect(sent.subject).toBe("Re: Somos treinta");
    for (const words of ["¡Claro que sí!", "El jueves hay lugar.", "Tu mensaje del", "Hola, somos treinta."])
      expect(sent.text).toContain(words);
    const opened = await openMessage(staff("support"), id);
    expect(opened).toMatchObject({ message: { status: "done", doneBy: "Test", answers: [{ by: "Test" }] } });
    expect(await audited(id)).toEqual(["message.answered"]);
  });

  test("sent ten times by one form is one, by two forms at once one: the other is told of it", async () => {
    const id = await written();
    const same = answer(id);
    const sent = await Promise.all(Array.from({ length: 10 }, () => answerMessage(staff("support"), same)));
    expect(sent.every(({ ok }) => ok)).toBe(true);
    expect(await answers()).toHaveLength(1);
    expect(await emails()).toHaveLength(1);
    const late = await answerMessage(staff("admin"), answer(id, { text: "Yo también" }));
    expect(late).toMatchObject({ reason: "answered_meanwhile", answers: [{ text: same.text, by: "Test" }] });
    expect(await answerMessage(staff("admin"), answer(id, { text: "Yo también", seen: 1 }))).toEqual({ ok: true });
    expect(await emails()).toHaveLength(2);
    expect(await audited(id)).toEqual(["message.answered", "message.answered"]);
  });

  test("of two forms that are sent at once is one", async () => {
    const id = await written();
    const both = await Promise.all([1, 2].map(() => answerMessage(staff("support"), answer(id))));
    expect(both.map((one) => (one.ok ? "sent" : one.reason)).toSorted()).toEqual(["answered_meanwhile", "sent"]);
  });

  test("whose key was used for another message is an answer of its own", async () => {
    const [one, two] = [await written(), await written()];
    const key = randomUUID();
    for (const id of [one, two]) await answerMessage(staff("support"), answer(id, { key, done: false }));
    expect(await answers()).toHaveLength(2);
    expect((await list()).counts).toEqual({ new: 2, done: 0, all: 2, suspect: 0 });
  });

  test("that can't be published isn't kept", async () => {
    const failing = { ...staff("support"), publish: () => Promise.reject(new Error("no listener")) };
    const id = await written();
    await expect(answerMessage(failing, answer(id))).rejects.toThrow("no listener");
    expect([await answers(), (await list()).counts.new]).toEqual([[], 1]);
  });
});

test.each(["marketing", "guide", "customer", null])("messages are no business of %s", async (role) => {
  const ctx = database.ctx({ actor: { kind: "user", role } });
  const id = await written();
  expect(await answerMessage(ctx, answer(id))).toEqual({ ok: false, reason: "forbidden", missing: "messages.change" });
  expect(await closeMessage(ctx, { id, done: true })).toMatchObject({ missing: "messages.change" });
  expect(await listMessages(ctx, MESSAGE_LIST.values())).toMatchObject({ missing: "messages.read" });
  expect(await openMessage(ctx, id)).toMatchObject({ missing: "messages.read" });
  expect(await newMessages(ctx)).toBe(0);
  expect(await audited(id)).toEqual([]);
});

test("a message is done once, by whoever was first, and can be opened again", async () => {
  const id = await written();
  await closeMessage(staff("support"), { id, done: true });
  await closeMessage({ ...staff("admin"), now: new Date(0) }, { id, done: true });
  expect(await openMessage(staff("support"), id)).toMatchObject({ message: { doneAt: NOON.toISOString() } });
  expect(await newMessages(staff("support"))).toBe(0);
  await closeMessage(staff("support"), { id, done: false });
  expect(await openMessage(staff("support"), id)).toMatchObject({ message: { status: "new", doneBy: null } });
  expect(await audited(id)).toEqual(["message.done", "message.reopened"]);
  expect(await closeMessage(staff("support"), { id: diego, done: true })).toMatchObject({
    reason: "message_not_found",
  });
});

test("the list of messages shows what is new, what is done, and what has a word in it", async () => {
  const old = await written({ subject: "An old one", created_at: new Date(+NOON - 60_000) });
  await written({ subject: "100%_ sure", message: "Nothing else to say" });
  await closeMessage(staff("support"), { id: old, done: true });
  const subjects = async (over: object) => (await list(over)).messages.map(({ subject }) => subject);
  expect(await subjects({})).toEqual(["100%_ sure"]);
  expect(await subjects({ view: "all" })).toEqual(["100%_ sure", "An old one"]);
  expect(await subjects({ view: "done" })).toEqual(["An old one"]);
  expect(await subjects({ view: "all", q: "0%_" })).toEqual(["100%_ sure"]);
  expect(await subjects({ view: "all", q: "NÚÑEZ" })).toHaveLength(2);
  expect(await subjects({ view: "all", q: "nunez" })).toHaveLength(2);
  expect(await list({ view: "all", q: "nuñes" })).toMatchObject({ messages: [], near: ["Núñez"] });
  expect(await list({ view: "all", q: "ramirez" })).toMatchObject({ messages: [], near: [] });
  expect(await subjects({ view: "nope", page: "-1" })).toEqual(["100%_ sure"]);
});

test("who has their account deleted takes our answers along", async () => {
  const id = await written();
  await answerMessage(staff("support"), answer(id));
  const owner = { userId: diego, email: "sofia@guest.test" };
  expect(await ownedMessages(database.ctx(), owner)).toMatchObject([{ answers: [{ text: answer(id).text }] }]);
  await database.services.db.transaction().execute((tx) => forgetSender(tx, owner));
  expect((await answers()).map(({ text }) => text)).toEqual([""]);
  expect((await list({ view: "all" })).messages).toEqual([]);
  expect(await openMessage(staff("support"), id)).toMatchObject({ reason: "message_not_found" });
});
