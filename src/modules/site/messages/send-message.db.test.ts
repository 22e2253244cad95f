import PostalMime from "postal-mime";
import { afterEach, expect, test } from "vitest";
import { judgeMessage } from "#src/modules/site/messages/judge-message.server.ts";
import { listMessages } from "#src/modules/site/messages/queries.server.ts";
import { MESSAGES, sendMessage, submitMessage } from "#src/modules/site/messages/send-message.server.ts";
import type { SendMessage } from "#src/modules/site/messages/schema.ts";
import { MESSAGE_LIST } from "#src/modules/site/messages/rules/message-list.ts";
import { freshDatabase, NOON } from "#tests/database.ts";

const database = freshDatabase({ ADMIN_EMAILS: "admin@ronda.test,ops@ronda.test" });
afterEach(async () => {
  for (const table of ["emails", "contact_messages", "rate_counters"] as const)
    await database.services.db.deleteFrom(table).execute();
});

const MESSAGE: SendMessage = {
  name: "Sofía Núñez",
  email: "sofia@guest.test",
  subject: "Somos treinta",
  message: "Hola, somos treinta.\n\n¿Hay una noche para nosotros?",
  language: "es",
};

const stored = () => database.services.db.selectFrom("contact_messages").selectAll().execute();
const emails = () => database.services.db.selectFrom("emails").selectAll().orderBy("recipient").execute();
let key = 0;
const newKey = () => `a-form-of-a-test-${key++}`;

test("a message is kept as written, with its language and site, and nobody has done anything about it", async () => {
  expect(await sendMessage(database.ctx({ site: "oaxaca" }), MESSAGE, { key: newKey() })).toEqual({ ok: true });
  expect(await stored()).toMatchObject([
    { ...MESSAGE, site_tag: "oaxaca", status: "new", user_id: null, done_at: null, created_at: NOON },
  ]);
});

test("staff are written to in their language, answers go to the sender, and the sender hears that it arrived", async () => {
  const { db } = database.services;
  const user = await db
    .insertInto("user")
    .values({ name: "Ops", email: "Ops@ronda.test", email_verified: true, created_at: NOON, updated_at: NOON })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("profiles")
    .values({ id: user.id, language: "es" })
    .onConflict((c) => c.column("id").doUpdateSet({ language: "es" }))
    .execute();
  await sendMessage(database.ctx(), { ...MESSAGE, message: `${MESSAGE.message}\n<b>{hours}</b>` }, { key: newKey() });
  await database.work();
  const sent = await emails();
  expect(sent.map((email) => [email.recipient, email.kind, email.language, email.status, email.booking_id])).toEqual([
    ["admin@ronda.test", "staff_message", "en", "sent", null],
    ["ops@ronda.test", "staff_message", "es", "sent", null],
    ["sofia@guest.test", "message_received", "es", "sent", null],
  ]);
  const [staff, spanish, guest] = await Promise.all(sent.map((email) => PostalMime.parse(email.raw!)));
  expect(staff!.subject).toBe("Message from a guest: “Somos treinta”");
  expect(spanish!.subject).toBe("Mensaje de un cliente: “Somos treinta”");
  expect(staff!.replyTo).toEqual([{ name: "", address: "sofia@guest.test" }]);
  for (const words of ["Hola, somos treinta.", "¿Hay una noche para nosotros?", "Sofía Núñez", "<b>{hours}</b>"])
    expect(staff!.text).toContain(words);
  expect(staff!.html).not.toContain("<b>{hours}");
  expect(guest!.subject).toBe("Recibimos tu mensaje");
  expect(guest!.replyTo).toBeUndefined();
  // entering another person's address must not make us email them the sender's words
  for (const theirs of ["Sofía", "treinta", "noche para nosotros"]) {
    expect(guest!.text).not.toContain(theirs);
    expect(guest!.html).not.toContain(theirs);
  }
});

test("kept and published together: what can't be published isn't kept", async () => {
  const failing = { ...database.ctx(), publish: () => Promise.reject(new Error("no listener")) };
  await expect(sendMessage(failing, MESSAGE, { key: newKey() })).rejects.toThrow("no listener");
  expect(await stored()).toEqual([]);
  expect(await emails()).toEqual([]);
});

test("what fills in the hidden field hears the same and is kept as suspect; nobody is told until staff say that it is no spam", async () => {
  const staff = database.ctx({ actor: { kind: "user", role: "support" } });
  const render = async (view: "new" | "all" | "suspect") => {
    const found = await listMessages(staff, MESSAGE_LIST.values({ view }));
    if (!found.ok) throw new Error(found.reason);
    return { ids: found.messages.map(({ id }) => id), counts: found.counts };
  };
  const real = await sendMessage(database.ctx(), MESSAGE, { key: newKey() });
  const [record] = await stored();
  const same = { key: newKey(), trap: "https://spam.example" };
  for (const _ of [1, 2]) expect(await sendMessage(database.ctx(), MESSAGE, same)).toEqual(real);
  expect(await stored()).toHaveLength(2);
  expect(await emails()).toHaveLength(3);
  expect(await render("all")).toEqual({ ids: [record!.id], counts: { new: 1, done: 0, all: 1, suspect: 1 } });
  const [suspect] = (await render("suspect")).ids;

  expect(await judgeMessage(database.ctx(), { id: suspect! })).toMatchObject({ reason: "forbidden" });
  for (const _ of [1, 2]) expect((await judgeMessage(staff, { id: suspect! })).ok).toBe(true);
  expect((await render("new")).ids.toSorted()).toEqual([record!.id, suspect!].toSorted());
  expect(await emails()).toHaveLength(6);
});

test("a form that is sent twice at once is one message; another message under its key is refused, but for a changed form", async () => {
  const ctx = database.ctx();
  const same = newKey();
  const twice = await Promise.all([1, 2, 3].map(() => sendMessage(ctx, MESSAGE, { key: same })));
  expect(twice).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
  expect(await stored()).toHaveLength(1);
  expect(await emails()).toHaveLength(3);
  const other = { ...MESSAGE, subject: "Otra cosa" };
  expect(await sendMessage(ctx, other, { key: same })).toMatchObject({ ok: false, reason: "idempotency_conflict" });

  const form = { key: newKey(), trap: "" };
  for (const message of [MESSAGE, other, other]) expect((await submitMessage(ctx, message, form)).ok).toBe(true);
  expect(await stored()).toHaveLength(3);
});

test("ten messages an hour, counted by address, browser and mailbox for all servers, then not until the next hour", async () => {
  const from = (address: string, browser: string | null) => database.ctx({ actor: { address, browser } });
  let senders = 0;
  const send = (ctx = from("203.0.113.1", "one"), email = `sender-${senders++}@guest.test`) =>
    sendMessage(ctx, { ...MESSAGE, email }, { key: newKey() });
  const answers = await Promise.all(Array.from({ length: MESSAGES.limit.max + 5 }, () => send()));
  expect(answers.filter((answer) => answer.ok)).toHaveLength(MESSAGES.limit.max);
  expect(await stored()).toHaveLength(MESSAGES.limit.max);
  expect(await send(from("203.0.113.1", null))).toMatchObject({ reason: "too_many_attempts", retry_after: 3600 });
  expect(await send(from("203.0.113.2", "one"))).toMatchObject({ reason: "too_many_attempts" });
  expect((await send(from("203.0.113.2", "two"))).ok).toBe(true);
  const nextHour = { ...from("203.0.113.1", "one"), now: new Date(+NOON + 3_600_000) };
  expect((await send(nextHour)).ok).toBe(true);

  const elsewhere = (n: number) => from(`198.51.100.${n}`, `browser ${n}`);
  const flood = Array.from({ length: MESSAGES.limit.max + 5 }, (_, n) =>
    send(elsewhere(n), n % 2 ? "victim@guest.test" : "Victim@guest.test"),
  );
  expect((await Promise.all(flood)).filter((answer) => answer.ok)).toHaveLength(MESSAGES.limit.max);
});

test("the same key of two senders is two messages, and each is in the audit log", async () => {
  const shared = newKey();
  const other = { ...MESSAGE, email: "owen@guest.test" };
  for (const message of [MESSAGE, other])
    expect(await sendMessage(database.ctx(), message, { key: shared })).toEqual({ ok: true });
  const ids = (await stored()).map(({ id }) => id);
  const audited = await database.services.db
    .selectFrom("audit_log")
    .select("subject_id")
    .where("action", "=", "message.received")
    .where("subject_id", "in", ids)
    .execute();
  expect(ids).toHaveLength(2);
  expect(new Set(audited.map(({ subject_id }) => subject_id))).toEqual(new Set(ids));
});
