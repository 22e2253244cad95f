import { sql } from "kysely";
import { createServer } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { emailStateOf, listEmails, readEmail } from "#src/modules/mail/notifications/queries.server.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import { MAX_TRIES } from "#src/modules/mail/notifications/rules/delivery.ts";
import { reasonOf } from "#src/modules/mail/notifications/rules/email-reason.ts";
import { sendEmail } from "#src/modules/mail/notifications/send-email.server.ts";
import { requeueStuckEmails } from "#src/modules/mail/notifications/requeue-stuck-emails.server.ts";
import { forgetFacts, healthFindings } from "#src/modules/office/operations/queries.server.ts";
import { bookedDepartureOf, ticketsOf } from "#src/modules/evening/tickets/queries.server.ts";
import type { Context, DomainEvent } from "#src/platform/context.server.ts";
import { deliver } from "#src/platform/email.server.ts";
import { addAddOn } from "#tests/add-ons.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { readQr } from "#tests/read-qr.ts";

const database = freshDatabase({ ADMIN_EMAILS: "admin@ronda.test,ops@ronda.test" });
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  for (const table of ["mail_outage", "emails", "tickets", "credits", "refunds", "payments", "bookings"] as const)
    await database.services.db.deleteFrom(table).execute();
});

const later = (minutes: number) => new Date(+NOON + minutes * 60_000);
const tell = (ctx: Context, event: DomainEvent) => ctx.db.transaction().execute((tx) => ctx.publish(ctx, tx, event));
const confirm = async (ctx: Context, over: Parameters<typeof bookDeparture>[1] = {}) => {
  const bookingId = await bookDeparture(ctx, over);
  await tell(ctx, { name: "booking.confirmed", payload: { bookingId, partnerId: null } });
  return bookingId;
};
/** In order; those of one statement, which are as old, by kind and recipient. */
const emails = (ctx: Context) =>
  ctx.db.selectFrom("emails").selectAll().orderBy("created_at").orderBy("kind").orderBy("recipient").execute();
const onlyEmail = async (ctx: Context) => {
  const all = await emails(ctx);
  expect(all).toHaveLength(1);
  return all[0]!;
};

/**
 * A fake mail server. `answer` decides about the n-th email: an SMTP error code, or nothing to accept. `onRecipient` decides so
 * already about its recipient.
 */
async function emailServer(
  ctx: Context,
  answer: (n: number) => number | Promise<number> | undefined = () => undefined,
  onRecipient: (address: string) => number | undefined | Promise<number | undefined> = () => undefined,
) {
  const received: Buffer[] = [];
  let calls = 0;
  const onData: SMTPServerOptions["onData"] = (stream, _session, done) => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", async () => {
      const code = await answer(++calls);
      if (code) return done(Object.assign(new Error("not now"), { responseCode: code }));
      received.push(Buffer.concat(chunks));
      done();
    });
  };
  const onRcptTo: SMTPServerOptions["onRcptTo"] = async ({ address }, _session, done) => {
    const code = await onRecipient(address);
    done(code ? Object.assign(new Error("greylisted"), { responseCode: code }) : null);
  };
  const server = new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS", "AUTH"], onData, onRcptTo });
  server.on("error", () => {});
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  closing.push(() => new Promise<void>((closed) => server.close(() => closed())));
  const { port } = server.server.address() as { port: number };
  return { received, ctx: withSmtp(ctx, port) };
}
const withSmtp = (ctx: Context, port: number): Context => ({
  ...ctx,
  settings: { ...ctx.settings, SMTP_URL: `smtp://127.0.0.1:${port}?socketTimeout=5000&greetingTimeout=400` },
});
const parse = (raw: Buffer): Promise<Email> => PostalMime.parse(raw);

test("a confirmed booking's email names add-ons and a discount also where they are the same amount", async () => {
  const ctx = database.ctx();
  const id = await confirm(ctx, { add_ons: 25_000, discount: 25_000 });
  const shirt = { add_on_id: await addAddOn(ctx.db), quantity: 1, amount: 25_000, per_person: true };
  await ctx.db
    .insertInto("booking_add_ons")
    .values({ booking_id: id, ...shirt })
    .execute();
  await sendEmail(ctx, await onlyEmail(ctx));
  const { text } = await onlyEmail(ctx);
  for (const words of ["T-shirt", "MX$250", "−MX$250"]) expect(text).toContain(words);
});

test("a confirmed booking's email is captured: tickets, codes, calendar, refund rule, link", async () => {
  const ctx = database.ctx();
  const bookingId = await confirm(ctx, { number_of_people: 2, additional_names: ["Leo Paz"] });
  expect(await emailStateOf(ctx, bookingId)).toEqual({ state: "sending", captured: false });
  await sendEmail(ctx, await onlyEmail(ctx));
  expect(await emailStateOf(ctx, bookingId)).toEqual({ state: "sent", captured: true });

  const email = await onlyEmail(ctx);
  const mime = await parse(email.raw!);
  expect(mime.from).toEqual({ name: "Ronda", address: "hola@ronda.test" });
  expect(mime.to).toEqual([{ name: "", address: "sofia@guest.test" }]);
  expect(mime.subject).toBe("Your Ronda tickets: Saturday, November 21");
  expect(mime.messageId).toBe(`<${email.id}@ronda.test>`);
  for (const words of [
    "You’re in, Sofía. See you Saturday 21 at 8 PM.",
    "8:00 PM – 12:30 AM",
    "Fuente de Cibeles, Roma Norte",
    "MX$640",
    "Leo Paz",
    "Cancel before Friday, November 20 at 8:00 PM",
    `http://ronda.test/booking-confirmation/${bookingId}?token=`,
  ]) {
    expect(mime.text).toContain(words);
    expect(mime.html).toContain(words);
  }
  // a code for two guests was 460 kB
  const codes = mime.attachments.filter(({ filename }) => filename?.startsWith("qr-"));
  expect(codes.map(({ content }) => (content as ArrayBuffer).byteLength < 1_500)).toEqual([true, true]);
  expect(await readQr(Buffer.from(codes[1]!.content as ArrayBuffer))).toBe((await ticketsOf(ctx, bookingId))[1]!.token);
  const files = mime.attachments.map((a) => `${a.disposition} ${a.mimeType} ${a.filename}`);
  expect(files).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^attachment application\/pdf RND-\w{6}\.pdf$/),
      expect.stringMatching(/^attachment text\/calendar RND-\w{6}\.ics$/),
      "inline image/png qr-1.png",
      "inline image/png qr-2.png",
      "inline image/png bunting.png",
    ]),
  );
  const entry = mime.attachments.find(({ mimeType }) => mimeType === "text/calendar")!;
  expect(new TextDecoder().decode(entry.content as ArrayBuffer).split(/\r?\n/)).toContain("SUMMARY:Ronda Mexico City");
  // every picture that the email references is attached, and nothing is loaded remotely
  const named = [...(mime.html ?? "").matchAll(/<img[^>]*src="([^"]+)"/g)].map(([, src = ""]) => src);
  const cids = mime.attachments.map((a) => `cid:${(a.contentId ?? "").replaceAll(/[<>]/g, "")}`);
  expect(named.length).toBeGreaterThan(5);
  expect(cids).toEqual(expect.arrayContaining(named));
  expect(email.raw!.toString("latin1").replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
});

test("Spanish booking, Spanish mail; a practice booking is marked in subject and text", async () => {
  const ctx = database.ctx();
  await confirm(ctx, { language: "es", test: true });
  await sendEmail(ctx, await onlyEmail(ctx));
  const email = await onlyEmail(ctx);
  expect(email.subject).toBe("[TEST] Tus boletos de Ronda: sábado 21 de noviembre");
  expect(email.text).toContain("Cancela antes del viernes 20 de noviembre a las 20:00 hrs");
  expect(email.text).toContain("PRUEBA.");
  expect(email.text).toContain("http://ronda.test/es/booking-confirmation/");
  expect(email.html).toContain('lang="es"');
  expect(email.html).not.toMatch(/mail\.\w+|ticket\.\w+/); // no text is missing
});

test.each([
  [{ total_price: 0 }, 0, "please cancel on your booking page"],
  [{}, 60 * 9, "can no longer be refunded"], // 21:00 the evening before: 23 hours left
])("the refund rule fits the booking %j, %i minutes later", async (over, minutes, words) => {
  const ctx = database.ctx();
  await confirm(ctx, over);
  await sendEmail(database.ctx({ now: later(minutes) }), await onlyEmail(ctx));
  expect((await onlyEmail(ctx)).text).toContain(words);
});

test("told twice, queued once; run twice at once, sent once", async () => {
  const plain = database.ctx();
  const { received, ctx } = await emailServer(plain);
  const bookingId = await confirm(ctx);
  await tell(ctx, { name: "booking.confirmed", payload: { bookingId, partnerId: null } });
  const email = await onlyEmail(ctx);
  await Promise.all(Array.from({ length: 8 }, () => sendEmail(ctx, email)));
  await sendEmail(ctx, email);
  expect(received).toHaveLength(1);
  const row = await onlyEmail(ctx);
  expect([row.status, row.attempts, row.captured, row.raw]).toEqual(["sent", 1, false, null]);
  expect(row.html).toContain("cid:qr-1@ronda");
  const mime = await parse(received[0]!);
  expect(mime.subject).toBe(row.subject);
  expect(mime.attachments.map((a) => a.mimeType)).toContain("application/pdf");
});

test("the job that was queued with it sends it", async () => {
  const ctx = database.ctx();
  await confirm(ctx);
  await database.work();
  expect(await onlyEmail(ctx)).toMatchObject({ status: "sent", captured: true });
});

test("nothing is queued when the transaction that causes it fails", async () => {
  const ctx = database.ctx();
  const bookingId = await bookDeparture(ctx);
  const broken = ctx.db.transaction().execute(async (tx) => {
    await ctx.publish(ctx, tx, { name: "booking.confirmed", payload: { bookingId, partnerId: null } });
    throw new Error("rolled back");
  });
  await expect(broken).rejects.toThrow("rolled back");
  expect(await emails(ctx)).toEqual([]);
  await database.work();
});

test("a server that refuses for now, then for good, then accepts: one mail, with waits between", async () => {
  const { received, ctx } = await emailServer(database.ctx(), (n) => [451, 550][n - 1]);
  await confirm(ctx);
  const { id } = await onlyEmail(ctx);
  const waits: number[] = [];
  for (const minutes of [0, 10, 20]) {
    const now = later(minutes);
    await sendEmail({ ...ctx, now }, { id });
    const { next_try_at } = await onlyEmail(ctx);
    if (next_try_at) waits.push(+next_try_at - +now);
  }
  expect(received).toHaveLength(1);
  expect(await onlyEmail(ctx)).toMatchObject({ status: "sent", attempts: 3, last_error: null });
  // the first was put off, which doesn't count
  expect(waits).toEqual([30_000, 30_000]);
});

test("a server that accepts the line and says nothing is given up on, and tried again", async () => {
  const sockets = new Set<{ destroy: () => void }>();
  const silent = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((ready) => silent.listen(0, "127.0.0.1", ready));
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((closed) => silent.close(() => closed()));
  });
  const plain = database.ctx();
  const bookingId = await confirm(plain);
  const { id } = await onlyEmail(plain);
  await sendEmail(withSmtp(plain, (silent.address() as { port: number }).port), { id });
  expect(await onlyEmail(plain)).toMatchObject({ status: "retry", attempts: 1 });
  expect(await emailStateOf(plain, bookingId)).toMatchObject({ state: "sending" });

  const { received, ctx } = await emailServer(plain);
  await sendEmail({ ...ctx, now: later(1) }, { id });
  expect(received).toHaveLength(1);
});

test("what fails before an email is given to the mail server is no outage, and uses up its tries", async () => {
  const { received, ctx } = await emailServer(database.ctx());
  await confirm(ctx);
  await ctx.db
    .updateTable("emails")
    .set({ payload: JSON.stringify({ unknown: true }) })
    .execute();
  await sendEmail(ctx, await onlyEmail(ctx));
  expect(await onlyEmail(ctx)).toMatchObject({ status: "retry", attempts: 1, uncounted_tries: 0 });
  expect(await ctx.db.selectFrom("mail_outage").selectAll().execute()).toEqual([]);
  expect(received).toEqual([]);
});

test("an address that no server wants: six tries, then failed, and never again", async () => {
  const { received, ctx } = await emailServer(database.ctx(), () => 550);
  const bookingId = await confirm(ctx);
  const { id } = await onlyEmail(ctx);
  for (let i = 0; i < MAX_TRIES + 3; i++) await sendEmail(ctx, { id });
  expect(received).toHaveLength(0);
  expect(await onlyEmail(ctx)).toMatchObject({ status: "failed", attempts: MAX_TRIES });
  expect(await emailStateOf(ctx, bookingId)).toMatchObject({ state: "failed" });
});

describe("an address that the mail server refuses for good", () => {
  const refuses = (address: string) => (address.endsWith("@gmial.test") ? 550 : undefined);
  /** What the system's health says of emails that were given up. */
  const failures = async (ctx: Context) => {
    forgetFacts(database.services); // known for ten seconds
    return (await healthFindings({ ...ctx, actor: { ...ctx.actor, role: "admin", secondFactor: true } })).filter(
      ({ check }) => check === "mail_failed",
    );
  };

  test("is given up at once, and is no sign of an outage, however many there are", async () => {
    const plain = database.ctx();
    const { received, ctx } = await emailServer(plain, undefined, refuses);
    for (let n = 0; n < 5; n++) await confirm(plain, { email: `guest-${n}@gmial.test` });
    for (const email of await emails(plain)) await sendEmail(ctx, email);
    expect(received).toHaveLength(0);
    const input = { status: "failed", attempts: 1, refused_at: NOON };
    expect(await emails(plain)).toMatchObject([input, input, input, input, input]);
    expect(await plain.db.selectFrom("mail_outage").selectAll().execute()).toEqual([]);
    expect(await failures(plain)).toEqual([]);
  });

  test("of ten people in a row, with nothing taken since: the server refuses everybody, and that is its own fault", async () => {
    const plain = database.ctx();
    const { ctx } = await emailServer(plain, undefined, refuses);
    const input = async (from: number, to: number) => {
      for (let n = from; n < to; n++) await confirm(plain, { email: `guest-${n}@gmial.test` });
      for (const email of await emails(plain)) await sendEmail(ctx, email);
      return failures(plain);
    };
    expect(await input(0, 9)).toEqual([]);
    expect(await input(9, 10)).toMatchObject([{ check: "mail_failed", value: 10 }]);
    await confirm(plain, { email: "leo@guest.test" });
    await sendEmail({ ...ctx, now: later(1) }, (await emails(plain)).at(-1)!);
    expect(await failures(plain)).toEqual([]);
  });

  test("shows that the server is there: those that waited for it leave", async () => {
    const plain = database.ctx();
    for (const email of ["ana@gmial.test", "leo@guest.test"]) await confirm(plain, { email });
    const [typo, good] = await emails(plain);
    await sendEmail(withSmtp(plain, 1), typo!); // nothing listens on that port
    const { received, ctx } = await emailServer(plain, undefined, refuses);
    await sendEmail({ ...ctx, now: later(1) }, typo!);
    await sendEmail({ ...ctx, now: later(1) }, good!);
    expect(received).toHaveLength(1);
  });
});

describe("a mail server that is away", () => {
  const plain = () => database.ctx();
  const away = () => withSmtp(plain(), 1); // nothing listens on that port
  const at = (ctx: Context, minutes: number) => ({ ...ctx, now: later(minutes) });
  /** So many emails of their own bookings; their jobs are removed, so that the test alone says when they run. */
  async function waiting(count: number) {
    for (let i = 0; i < count; i++) await confirm(plain());
    await database.services.pool.query("select graphile_worker.remove_job(key) from graphile_worker.jobs");
    return emails(plain());
  }
  const tries = async () => (await emails(plain())).map(({ attempts }) => attempts).toSorted((a, b) => b - a);
  const dueAgain = async () => {
    const { rows } = await database.services.pool.query<{ late: boolean }>(
      "select run_at > $1 as late from graphile_worker.jobs where key like 'email:%'",
      [later(60)],
    );
    return rows;
  };

  test("is tried by one email every half a minute, however many wait and however they come; the others use up no try", async () => {
    const list = await waiting(5);
    for (const email of list) await sendEmail(away(), email);
    expect(await tries()).toEqual([1, 0, 0, 0, 0]);
    await Promise.all(list.map((email) => sendEmail(at(away(), 0.4), email)));
    expect(await tries()).toEqual([1, 0, 0, 0, 0]);
    await Promise.all(list.map((email) => sendEmail(at(away(), 0.5), email)));
    expect((await tries()).reduce((sum, n) => sum + n)).toBe(2);
  });

  test("for a quarter of an hour: all are sent as soon as it takes one, each once", async () => {
    const list = await waiting(4);
    for (let minute = 0; minute < 15; minute++) for (const email of list) await sendEmail(at(away(), minute), email);
    expect((await emails(plain())).map(({ status }) => status)).not.toContain("failed");
    const { received, ctx } = await emailServer(plain());
    await database.services.pool.query("select graphile_worker.remove_job(key) from graphile_worker.jobs");
    await sendEmail(at(ctx, 16), list[2]!);
    expect(received).toHaveLength(1);
    // their jobs are due by the real clock, which is far beyond the test's
    expect(await dueAgain()).toEqual([{ late: true }, { late: true }, { late: true }]);
    for (const email of list) await sendEmail(at(ctx, 16), email);
    expect(received).toHaveLength(4);
    expect((await emails(plain())).map(({ status }) => status)).toEqual(["sent", "sent", "sent", "sent"]);
  });

  test("refuses everyone's recipient: known by the third email in a row, not by one email's third try", async () => {
    const list = await waiting(4);
    const { ctx } = await emailServer(plain(), () => 550);
    for (const minute of [0, 1, 2]) await sendEmail(at(ctx, minute), list[0]!);
    await sendEmail(at(ctx, 2), list[1]!);
    expect(await tries()).toEqual([3, 1, 0, 0]);
    await sendEmail(at(ctx, 2), list[2]!);
    await sendEmail(at(ctx, 2), list[3]!); // waits
    await sendEmail(at(ctx, 3), list[0]!); // tries for all of them, at the server's cost
    const [first, , , last] = await emails(plain());
    expect(first).toMatchObject({ status: "retry", attempts: 4, uncounted_tries: 1 });
    expect(last).toMatchObject({ status: "queued", attempts: 0 });
  });

  test("one that was sent in between shows that the server is well", async () => {
    const list = await waiting(4);
    const { ctx } = await emailServer(plain(), (n) => (n === 3 ? undefined : 550));
    for (const email of list) await sendEmail(ctx, email);
    expect(await tries()).toEqual([1, 1, 1, 1]);
    expect(await ctx.db.selectFrom("mail_outage").select("probe_at").executeTakeFirst()).toEqual({ probe_at: null });
  });

  test("for two days: given up", async () => {
    const [email] = await waiting(1);
    const born = email!.created_at.getTime();
    await sendEmail({ ...away(), now: new Date(born + 47 * 3_600_000) }, email!);
    expect(await onlyEmail(plain())).toMatchObject({ status: "retry", uncounted_tries: 1 });
    await sendEmail({ ...away(), now: new Date(born + 49 * 3_600_000) }, email!);
    expect(await onlyEmail(plain())).toMatchObject({ status: "failed" });
    expect((await onlyEmail(plain())).last_error).toContain("ECONNREFUSED");
  });
});

test("what is no longer true is withheld, with the reason", async () => {
  const { received, ctx } = await emailServer(database.ctx());
  const bookingId = await confirm(ctx);
  await ctx.db
    .updateTable("bookings")
    .set({ status: "cancelled", cancel_reason: "customer" })
    .where("id", "=", bookingId)
    .execute();
  await sendEmail(ctx, await onlyEmail(ctx));
  expect(await onlyEmail(ctx)).toMatchObject({ status: "withheld", last_error: "the booking is cancelled" });
  expect(received).toHaveLength(0);
  expect(await emailStateOf(ctx, bookingId)).toMatchObject({ state: "none" });
});

test("an email whose sender died is taken back after five minutes, not before, and not for ever", async () => {
  const ctx = database.ctx();
  await confirm(ctx);
  const { id } = await onlyEmail(ctx);
  const stuck = (attempts: number) =>
    ctx.db.updateTable("emails").set({ status: "sending", sending_since: NOON, attempts }).execute();
  await stuck(1);
  await requeueStuckEmails({ ...ctx, now: later(4.9) });
  expect((await onlyEmail(ctx)).status).toBe("sending");
  await requeueStuckEmails({ ...ctx, now: later(5.1) });
  expect(await onlyEmail(ctx)).toMatchObject({ status: "retry", last_error: "interrupted while sending" });
  await database.work();
  expect(await onlyEmail(ctx)).toMatchObject({ id, status: "sent", attempts: 2 });

  await stuck(MAX_TRIES);
  await requeueStuckEmails({ ...ctx, now: later(5.1) });
  expect((await onlyEmail(ctx)).status).toBe("failed");
});

test("a job that is begun again sends the email that its dead worker was sending, and no other job does", async () => {
  const ctx = database.ctx();
  await confirm(ctx);
  const { id } = await onlyEmail(ctx);
  await ctx.db.updateTable("emails").set({ status: "sending", sending_since: NOON, attempts: 1 }).execute();
  await sendEmail(ctx, { id });
  expect((await onlyEmail(ctx)).status).toBe("sending");
  await sql`update graphile_worker._private_jobs set attempts = 1`.execute(ctx.db);
  await database.work();
  expect(await onlyEmail(ctx)).toMatchObject({ status: "sent", attempts: 2 });
  await sendEmail(ctx, { id }, { again: true });
  expect((await onlyEmail(ctx)).attempts, "sent is sent").toBe(2);
});

test("a sender that was taken for dead doesn't overwrite what the next one did", async () => {
  const plain = database.ctx();
  await confirm(plain);
  const { id } = await onlyEmail(plain);
  // while the first attempt waits for the response, the email is requeued and sent by a second one
  const request = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<number>();
  const first = await emailServer(plain, () => {
    request.resolve();
    return answered.promise;
  });
  const slow = sendEmail(first.ctx, { id });
  await request.promise;
  await plain.db.updateTable("emails").set({ status: "retry" }).execute();
  await sendEmail(plain, { id });
  answered.resolve(451);
  await slow;
  expect(await onlyEmail(plain)).toMatchObject({ status: "sent", attempts: 2 });
});

test.each([
  ["guest@ronda.test\r\nBcc: all@ronda.test"],
  ["guest@ronda.test, other@ronda.test"],
  ["Guest <guest@ronda.test>"],
])("a recipient that would break out of its header is refused for good: %j", async (recipient) => {
  const { received, ctx } = await emailServer(database.ctx());
  await confirm(ctx, { email: recipient });
  await sendEmail(ctx, await onlyEmail(ctx));
  expect(await onlyEmail(ctx)).toMatchObject({ status: "failed", attempts: 1 });
  expect(received).toHaveLength(0);
});

describe("a server that wants one address later (greylisting)", () => {
  const ended = (minutes: number, ctx: Context) => ({ ...ctx, now: later(minutes) });

  test("doesn't hold up the others, however many addresses it puts off", async () => {
    const plain = database.ctx();
    const { received, ctx } = await emailServer(plain, undefined, (address) =>
      address.endsWith("@slow.test") ? 451 : undefined,
    );
    for (let n = 0; n < 4; n++) await confirm(plain, { email: `guest-${n}@slow.test` });
    for (const email of await emails(plain)) await sendEmail(ctx, email);
    await confirm(plain, { email: "leo@fast.test" });
    const last = (await emails(plain)).find(({ recipient }) => recipient === "leo@fast.test")!;
    await sendEmail(ctx, last);
    expect(received).toHaveLength(1);
    const putOff = { status: "retry", attempts: 1, uncounted_tries: 1, next_try_at: later(0.5) };
    const slow = (await emails(plain)).filter(({ recipient }) => recipient.endsWith("@slow.test"));
    expect(slow).toMatchObject([putOff, putOff, putOff, putOff]);
  });

  test("is asked less and less often, for two days", async () => {
    let isLate = false;
    const { received, ctx } = await emailServer(database.ctx(), undefined, () => (isLate ? undefined : 451));
    await confirm(ctx);
    const { id } = await onlyEmail(ctx);
    await ctx.db.updateTable("emails").set({ created_at: NOON }).execute();
    const waits: number[] = [];
    for (let now = later(0); ;) {
      await sendEmail({ ...ctx, now }, { id });
      const { next_try_at: next, status } = await onlyEmail(ctx);
      if (status === "failed") break;
      waits.push(Math.round((+next! - +now) / 1000));
      now = next!;
      expect(waits.length).toBeLessThan(40);
    }
    expect(waits.slice(0, 6)).toEqual([30, 120, 480, 1800, 7200, 7200]);
    expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(47 * 3600);
    isLate = true;
    await ctx.db.updateTable("emails").set({ status: "retry" }).execute(); // somebody sends it again
    await sendEmail(ended(3000, ctx), { id });
    expect(received).toHaveLength(1);
  });

  test("shows, by putting one off, that it is there again", async () => {
    const plain = database.ctx();
    for (let n = 0; n < 2; n++) await confirm(plain, { email: `guest-${n}@slow.test` });
    const [first, second] = await emails(plain);
    await sendEmail(withSmtp(plain, 1), first!); // nothing listens on that port
    const { received, ctx } = await emailServer(plain, undefined, (address) =>
      address.startsWith("guest-0") ? 451 : undefined,
    );
    await sendEmail(ended(0.1, ctx), second!);
    expect(received, "it waits").toHaveLength(0);
    await sendEmail(ended(1, ctx), first!);
    await sendEmail(ended(1, ctx), second!);
    expect(received).toHaveLength(1);
  });
});

describe("an attempt that is broken off", () => {
  /** As a worker leaves it that is killed. */
  const leave = (ctx: Context, handed: boolean) =>
    ctx.db
      .updateTable("emails")
      .set({ status: "sending", attempts: 1, sending_since: NOON, handed_at: handed ? NOON : null })
      .execute();

  test("by the database, when all but the end is with the mail server: nothing is delivered, and no try is used up", async () => {
    const { pool } = database.services;
    const { received, ctx } = await emailServer(database.ctx(), undefined, () => {
      pool.cutOff();
      const spy = vi.spyOn(pool, "connect");
      // to note that the end may be sent, and then how it ended
      const wasMissed = vi.waitUntil(() => spy.mock.calls.length > 1, { timeout: 20_000, interval: 5 });
      void wasMissed.finally(() => {
        spy.mockRestore();
        pool.letBack();
      });
      return undefined;
    });
    await confirm(ctx);
    const { id } = await onlyEmail(ctx);
    await sendEmail(ctx, { id });
    expect(received).toHaveLength(0);
    expect(await onlyEmail(ctx)).toMatchObject({ status: "retry", attempts: 1, uncounted_tries: 1, handed_at: null });
    expect(await ctx.db.selectFrom("mail_outage").selectAll().execute()).toEqual([]);
    const mended = await emailServer(database.ctx());
    await sendEmail({ ...mended.ctx, now: later(1) }, { id });
    expect(mended.received).toHaveLength(1);
  });

  test("because another worker has the email by now: nothing is delivered", async () => {
    const { received, ctx } = await emailServer(database.ctx(), undefined, async () => {
      await ctx.db.updateTable("emails").set({ attempts: 2 }).execute();
      return undefined;
    });
    await confirm(ctx);
    await sendEmail(ctx, await onlyEmail(ctx));
    expect(received).toHaveLength(0);
    expect(await onlyEmail(ctx)).toMatchObject({ status: "sending", attempts: 2 });
  });

  test("a short message isn't handed over while the server still thinks about its recipient", async () => {
    let handedOver = false;
    const { received, ctx } = await emailServer(database.ctx(), undefined, async () => {
      await new Promise((done) => setTimeout(done, 50)); // sleeps: a message that is handed over too early is by then
      return handedOver ? 550 : undefined;
    });
    const short = {
      to: "ana@guests.test",
      sender: "Ronda",
      subject: "Hi",
      html: "<p>Hi",
      text: "Hi",
      messageId: "<1@x>",
    };
    await deliver(ctx.settings, { ...short, attachments: [] }, async () => void (handedOver = true));
    expect([received.length, handedOver]).toEqual([1, true]);
  });

  test("before it was handed over, by a kill: it is sent", async () => {
    const { received, ctx } = await emailServer(database.ctx());
    await confirm(ctx);
    await leave(ctx, false);
    await sendEmail(ctx, await onlyEmail(ctx), { again: true });
    expect(received).toHaveLength(1);
    expect(await onlyEmail(ctx)).toMatchObject({ status: "sent", attempts: 2, handed_at: null, last_error: null });
  });

  test.each([
    ["found by who takes up its job", (ctx: Context, id: string) => sendEmail(ctx, { id }, { again: true })],
    ["found by the round", (ctx: Context) => requeueStuckEmails({ ...ctx, now: later(6) })],
  ])("after it was handed over, by a kill: it isn't sent again, and the log says so; %s", async (_, find) => {
    const { received, ctx } = await emailServer(database.ctx());
    await confirm(ctx);
    await leave(ctx, true);
    const { id } = await onlyEmail(ctx);
    await find(ctx, id);
    await sendEmail(ctx, { id }, { again: true });
    expect(received).toHaveLength(0);
    const row = await onlyEmail(ctx);
    expect(row).toMatchObject({ status: "sent", sent_at: NOON, handed_at: null });
    expect(reasonOf({ ...row, server_was_away: false })).toBe("unsure");
  });
});

test("markup in a guest's name stays text", async () => {
  const ctx = database.ctx();
  await confirm(ctx, { number_of_people: 2, additional_names: ["<img src=x onerror=alert(1)>"] });
  await sendEmail(ctx, await onlyEmail(ctx));
  const { html } = await onlyEmail(ctx);
  expect(html).not.toContain("<img src=x");
  expect(html).toContain("&lt;img src=x");
});

test("cancelled by someone: told once, and the tickets are void; a lapsed basket is no news", async () => {
  const ctx = database.ctx();
  const bookingId = await confirm(ctx, { language: "es" });
  await sendEmail(ctx, await onlyEmail(ctx));
  const entryIn = async (raw: Buffer) => {
    const file = (await parse(raw)).attachments.find(({ mimeType }) => mimeType === "text/calendar")!;
    const lines = new TextDecoder().decode(file.content as ArrayBuffer).split(/\r?\n/);
    return Object.fromEntries(lines.map((line) => [line.split(":")[0], line.slice(line.indexOf(":") + 1)]));
  };
  const entry = await entryIn((await onlyEmail(ctx)).raw!);
  const over = { status: "cancelled", cancel_reason: "customer", confirmed_at: ctx.now } as const;
  await ctx.db.updateTable("bookings").set(over).execute();
  await tell(ctx, { name: "booking.cancelled", payload: { bookingId, reason: "customer", wasConfirmed: true } });
  await tell(ctx, { name: "booking.cancelled", payload: { bookingId, reason: "customer", wasConfirmed: true } });
  const cancelled = (await emails(ctx)).filter((email) => email.kind === "booking_cancelled");
  expect(cancelled).toHaveLength(1);
  await sendEmail(ctx, cancelled[0]!);
  const { text, raw } = (await emails(ctx)).find((email) => email.kind === "booking_cancelled")!;
  const result = await entryIn(raw!);
  expect([entry.STATUS, result.STATUS]).toEqual(["CONFIRMED", "CANCELLED"]);
  expect(result.UID).toBe(entry.UID);
  expect(Number(result.SEQUENCE)).toBeGreaterThan(Number(entry.SEQUENCE));
  expect(text).toContain("cancelamos tu reserva del sábado 21 de noviembre");
  expect(text).toContain("no hay reembolso"); // no refund was requested
  const tickets = await ctx.db.selectFrom("tickets").select("status").execute();
  expect(tickets).toEqual([{ status: "void" }]);

  const lapsed = await bookDeparture(ctx, { status: "cancelled", cancel_reason: "expired" });
  await tell(ctx, {
    name: "booking.cancelled",
    payload: { bookingId: lapsed, reason: "expired", wasConfirmed: false },
  });
  expect(await emails(ctx)).toHaveLength(2);
});

const pay = async (ctx: Context, bookingId: string, over: object) => {
  const payment = await ctx.db
    .insertInto("payments")
    .values({
      purchase_id: bookingId,
      attempt: 1,
      provider: "sandbox",
      method: "card",
      mode: "sandbox",
      status: "succeeded",
      amount: 64_000,
      currency: "MXN",
      expires_at: NOON,
      ...over,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return payment.id;
};

test("paid too late, then refunded: two letters, the second withdraws nothing", async () => {
  const ctx = database.ctx();
  const bookingId = await bookDeparture(ctx, { status: "cancelled", cancel_reason: "expired", language: "es" });
  const paymentId = await pay(ctx, bookingId, { placement: "unplaced" });
  const planned = { amount: 64_000, currency: "MXN", reason: "unplaced", due_at: later(1440) };
  const refund = await ctx.db
    .insertInto("refunds")
    .values({ ...planned, payment_id: paymentId, purchase_id: bookingId, idempotency_key: "planned" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tell(ctx, {
    name: "payment.unseated",
    payload: { purchaseId: bookingId, kind: "booking", paymentId, refundAt: later(1440).toISOString() },
  });
  await sendEmail(ctx, await onlyEmail(ctx));
  const late = await onlyEmail(ctx);
  expect(late.subject).toBe("Tu pago llegó tarde para el sábado 21 de noviembre: ¿qué prefieres en su lugar?");
  expect(late.text).toContain("Un código por MX$640 para cualquier noche de los próximos doce meses.");
  expect(late.text).toContain(
    "Si no sabemos de ti hasta el sábado 21 de noviembre a las 12:00 hrs, te devolvemos todo automáticamente",
  );
  expect(late.text).toContain(`/es/booking-confirmation/${bookingId}?token=`);

  await ctx.db.updateTable("refunds").set({ status: "succeeded" }).where("id", "=", refund.id).execute();
  await tell(ctx, {
    name: "refund.succeeded",
    payload: { purchaseId: bookingId, kind: "booking", refundId: refund.id },
  });
  await database.work();
  expect((await emails(ctx)).map((email) => [email.kind, email.status, email.subject])).toEqual([
    ["payment_unplaced", "sent", late.subject],
    ["refund_sent", "sent", "Tu reembolso de MX$640 va en camino"],
  ]);
});

describe("a refund that an email has told of isn't told again", () => {
  const refunded = async (over: object, { method = "card", confirmed = true } = {}) => {
    const ctx = database.ctx();
    const cancelled = {
      status: "cancelled" as const,
      cancel_reason: "customer",
      confirmed_at: confirmed ? NOON : null,
    };
    const bookingId = await bookDeparture(ctx, cancelled);
    const paymentId = await pay(ctx, bookingId, { method });
    const refund = await ctx.db
      .insertInto("refunds")
      .values({
        amount: 32_000,
        currency: "MXN",
        reason: "customer",
        status: "succeeded",
        payment_id: paymentId,
        purchase_id: bookingId,
        created_at: NOON,
        idempotency_key: `cancelled:${paymentId}:1`,
        ...over,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await tell(ctx, {
      name: "refund.succeeded",
      payload: { purchaseId: bookingId, kind: "booking", refundId: refund.id },
    });
    return (await emails(ctx)).map(({ kind }) => kind);
  };

  test.each([
    ["of a cancellation by the guest", {}],
    ["of a cancellation by staff", { reason: "admin" }],
    ["of a guest who was taken off", { idempotency_key: "change:1:2" }],
  ])("%s: none", async (_, over) => expect(await refunded(over)).toEqual([]));

  test.each([
    ["of a night that was called off", { reason: "departure_cancelled" }],
    ["of a second payment", { reason: "duplicate", idempotency_key: "duplicate:1" }],
    ["that took longer than a day", { created_at: new Date(NOON.getTime() - 25 * 3_600_000) }],
  ])("%s: one", async (_, over) => expect(await refunded(over)).toEqual(["refund_sent"]));

  test("in cash, and of places that were never booked: one", async () => {
    expect(await refunded({}, { method: "cash" })).toEqual(["refund_sent"]);
    expect(await refunded({}, { confirmed: false })).toHaveLength(2);
  });
});

test.each([
  [
    "en",
    "Your OXXO voucher: pay MX$640 by Friday, November 20 at 1:00 PM",
    "Friday, November 20 at 1:00 PM (Mexico City time)",
  ],
  [
    "es",
    "Tu ficha de OXXO: paga MX$640 a más tardar el viernes 20 de noviembre a las 13:00 hrs",
    "viernes 20 de noviembre a las 13:00 hrs (hora de Ciudad de México)",
  ],
] as const)(
  "a voucher (%s): what it costs, until when, where it is and what to do",
  async (language, subject, until) => {
    const ctx = database.ctx();
    const bookingId = await bookDeparture(ctx, { status: "pending", language });
    const issued = {
      method: "oxxo",
      status: "pending",
      voucher_until: later(60),
      redirect_url: "https://pay.test/v/1",
    };
    const paymentId = await pay(ctx, bookingId, issued);
    await tell(ctx, { name: "payment.voucher_issued", payload: { purchaseId: bookingId, kind: "booking", paymentId } });
    await database.work();
    const email = await onlyEmail(ctx);
    expect(email).toMatchObject({ status: "sent", subject });
    const { reference } = (await bookedDepartureOf(ctx, bookingId))!;
    for (const words of [reference, until, "MX$640", "https://pay.test/v/1", "OXXO"])
      expect(email.text).toContain(words);
    expect(email.html).not.toMatch(/emails\.\w+|ticket\.\w+/); // no text is missing
  },
);

test.each([
  ["en", "Your credit of MX$640", "November 21, 2027"],
  ["es", "Tu saldo a favor de MX$640", "21 de noviembre de 2027"],
] as const)(
  "credit instead of money (%s): an email with its code and how long it is good",
  async (language, subject, until) => {
    const ctx = database.ctx();
    const bookingId = await bookDeparture(ctx, { status: "cancelled", cancel_reason: "expired", language });
    const paymentId = await pay(ctx, bookingId, { placement: "unplaced" });
    const code = `RC-${language.toUpperCase()}22-3333-4444`;
    const input = {
      code,
      amount: 64_000,
      currency: "MXN",
      test: true,
      created_at: NOON,
      expires_at: later(366 * 1440),
    };
    const credit = await ctx.db
      .insertInto("credits")
      .values({ ...input, purchase_id: bookingId, payment_id: paymentId })
      .returning("id")
      .executeTakeFirstOrThrow();
    await tell(ctx, { name: "credit.given", payload: { purchaseId: bookingId, kind: "booking", creditId: credit.id } });
    await database.work();
    const email = await onlyEmail(ctx);
    expect(email.subject).toContain(subject);
    expect(email.text).toContain(code);
    expect(email.text).toContain(until);
  },
);

test("staff hear of a payment to review and of a booking beyond the seats, each in their language, without the guest's link", async () => {
  const ctx = database.ctx();
  const user = await ctx.db
    .insertInto("user")
    .values({ name: "Ops", email: "Ops@ronda.test", email_verified: true, created_at: NOON, updated_at: NOON })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto("profiles")
    .values({ id: user.id, language: "es" })
    .onConflict((c) => c.column("id").doUpdateSet({ language: "es" }))
    .execute();
  const bookingId = await confirm(ctx);
  const paymentId = await pay(ctx, bookingId, { status: "pending", review_reason: "wrong_amount" });
  await tell(ctx, {
    name: "payment.needs_review",
    payload: { purchaseId: bookingId, kind: "booking", paymentId, reason: "wrong_amount" },
  });
  await tell(ctx, {
    name: "payment.needs_review",
    payload: { purchaseId: bookingId, kind: "booking", paymentId, reason: "wrong_amount" },
  });
  await tell(ctx, { name: "booking.placed_late", payload: { bookingId } });
  await database.work();
  const staff = (await emails(ctx))
    .filter((email) => email.kind.startsWith("staff_"))
    // the jobs write them, and nothing says which of two jobs comes first
    .toSorted((a, b) => b.kind.localeCompare(a.kind) || a.recipient.localeCompare(b.recipient));
  expect(staff.map((email) => [email.kind, email.recipient, email.language, email.status])).toEqual([
    ["staff_payment_review", "admin@ronda.test", "en", "sent"],
    ["staff_payment_review", "ops@ronda.test", "es", "sent"],
    ["staff_late_tolerance", "admin@ronda.test", "en", "sent"],
    ["staff_late_tolerance", "ops@ronda.test", "es", "sent"],
  ]);
  expect(staff[0]?.text).toContain("The amount paid isn’t the amount we asked for");
  for (const email of staff) expect(email.html).not.toContain("token=");
});

test("the development page shows the email with its pictures and files; production has none", async () => {
  const ctx = database.ctx();
  await confirm(ctx);
  await sendEmail(ctx, await onlyEmail(ctx));
  const { id } = (await listEmails(ctx))![0]!;
  const email = await readEmail(ctx, id);
  expect(email?.html).not.toContain("cid:");
  expect(email?.html?.match(/src="data:image\/png;base64,/g)?.length).toBeGreaterThan(5);
  expect(email?.files.map((file) => file.filename.split(".")[1])).toEqual(["pdf", "ics"]);
  const production = { ...ctx, settings: { ...ctx.settings, production: true } };
  expect(await listEmails(production)).toBeNull();
  expect(await readEmail(production, id)).toBeNull();
});

test("a payload that its kind doesn't know is refused when it is queued", async () => {
  const ctx = database.ctx();
  const bookingId = await bookDeparture(ctx);
  const wrong = ctx.db.transaction().execute((tx) =>
    queueEmail(ctx, tx, {
      kind: "refund_sent",
      dedupeKey: "x",
      language: "en",
      recipient: "a@guest.test",
      bookingId,
      payload: { refundId: "none" },
    }),
  );
  await expect(wrong).rejects.toThrow();
});

test("an email that opens an account keeps its token while it waits, and not once it has left or is given up", async () => {
  const plain = database.ctx();
  const person = { name: "Sofía", email: "sofia@guest.test", email_verified: false, updated_at: NOON };
  const { id: userId } = await plain.db.insertInto("user").values(person).returning("id").executeTakeFirstOrThrow();
  const token = "header.claims-of_it.signature";
  const request = { userId, email: person.email, token, language: "en" as const, until: later(30).toISOString() };
  const stored = async (ctx: Context) => JSON.stringify(await emails(ctx));

  const { received, ctx } = await emailServer(plain, (n) => [451][n - 1]);
  await tell(ctx, { name: "account.reset_asked", payload: request });
  await sendEmail(ctx, await onlyEmail(ctx));
  expect(await onlyEmail(ctx)).toMatchObject({ status: "retry", payload: { token } });
  await sendEmail(ctx, await onlyEmail(ctx));
  const mime = await parse(received[0]!);
  expect(mime.text).toContain(`http://ronda.test/reset-password?token=${token}`);
  expect(await onlyEmail(ctx)).toMatchObject({ status: "sent", captured: false, payload: { token: null } });
  expect(await stored(ctx)).not.toContain("claims-of_it");
  expect((await readEmail(ctx, (await onlyEmail(ctx)).id))?.html).toContain("/reset-password?token=…");

  await ctx.db.deleteFrom("emails").execute();
  await tell(ctx, { name: "account.reset_asked", payload: request });
  await sendEmail({ ...ctx, now: later(31) }, await onlyEmail(ctx));
  expect(await onlyEmail(ctx)).toMatchObject({ status: "withheld", last_error: "its link is too old" });
  expect(await stored(ctx)).not.toContain("claims-of_it");

  await ctx.db.deleteFrom("emails").execute();
  await tell(plain, { name: "account.verification_asked", payload: request });
  await sendEmail(plain, await onlyEmail(plain));
  expect((await onlyEmail(plain)).text, "captured: it is read nowhere else").toContain(token);
});
