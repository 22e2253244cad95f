import { beforeAll, expect, test } from "vitest";
import { partnerToken } from "#src/modules/sales/affiliates/grant-link.server.ts";
import { revokePartnerLink } from "#src/modules/sales/affiliates/revoke-link.server.ts";
import { bookingConfirmed } from "#src/modules/sales/booking/events.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { postSale } from "#src/modules/sales/booking/post-sale.server.ts";
import { agreeForPartner } from "#src/modules/partners/commission/agree-statement.server.ts";
import { answerQuestion } from "#src/modules/partners/commission/answer-question.server.ts";
import { askLine } from "#src/modules/partners/commission/ask-line.server.ts";
import { closeMonth } from "#src/modules/partners/commission/close-month.server.ts";
import { payStatement } from "#src/modules/partners/commission/pay-statement.server.ts";
import { answer as answerTo, questionForUpdate } from "#src/modules/partners/commission/store/statements.server.ts";
import { partyTonight } from "#tests/at-the-door.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addLinkedPartner } from "#tests/partner-link.ts";

// What partners and staff are told of statements: once, by what is true when it leaves, and nothing of who a guest is.

const database = freshDatabase({ ADMIN_EMAILS: "office@ronda.test,boss@ronda.test" });
const db = () => database.services.db;
const AFTER = new Date("2026-12-01T18:00:00Z");
const GUEST = {
  first_name: "Xóchitl",
  last_name: "Quetzalcóatl",
  email: "xochitl@guest.example",
  phone: "+525511112222",
};
const office = () => database.ctx({ now: AFTER, actor: { kind: "user", role: "admin" } });
const mailsTo = (recipient: string) =>
  db()
    .selectFrom("emails")
    .select(["kind", "status", "last_error", "language", "subject", "html", "text"])
    .where("recipient", "=", recipient)
    .orderBy("created_at")
    .execute();
const tokenOf = (id: string) => partnerToken(database.ctx().secret, id, 1);
let n = 0;

beforeAll(async () => {
  await partyTonight(database);
});

/** A partner with an address of its own, by default; 10 % of whatever is confirmed is theirs. */
async function partner(over: Parameters<typeof addLinkedPartner>[1] = {}) {
  const email = `partner-${++n}@hostal.example`;
  const id = await addLinkedPartner(database.ctx(), { email, ...over });
  const terms = { valid_from: "2026-01-01", basis: "confirmed", kind: "percentage", value: 1000 };
  await db()
    .insertInto("partner_terms")
    .values({ partner_id: id, version: 1, ...terms, created_at: NOON })
    .execute();
  return { id, email };
}

/** A paid booking of two for 800 pesos tonight, by a guest who is known by everything. */
async function sentBy(partnerId: string): Promise<string> {
  const { booking } = await partyTonight(database, { number_of_people: 2, total_price: 80_000, test: true });
  const ctx = office();
  await db()
    .transaction()
    .execute(async (tx) => {
      const credit = { ...GUEST, partner_id: partnerId, partner_reason: "link" };
      await tx.updateTable("bookings").set(credit).where("id", "=", booking).execute();
      await postSale(ctx, tx, await lockBooking(tx, booking));
      await ctx.publish(ctx, tx, bookingConfirmed({ bookingId: booking, partnerId }));
    });
  return booking;
}

async function expectNoGuest(message: string, bookings: readonly string[]): Promise<void> {
  const rows = await db().selectFrom("bookings").select("reference").where("id", "in", bookings).execute();
  expect(rows).not.toEqual([]);
  for (const secret of [...Object.values(GUEST), ...bookings, ...rows.map(({ reference }) => reference)])
    expect(message).not.toContain(secret);
}

test("closing a month mails each partner with an address once, in their language; and not what is no longer true", async () => {
  const sol = await partner({ language: "es" });
  const off = await partner({ language: "en", is_active: false });
  const mute = await partner({ email: "" });
  const revoked = await partner({ language: "en" });
  const agreed = await partner();
  const all = [sol, off, mute, revoked, agreed];
  const bookings: string[] = [];
  for (const { id } of all) bookings.push(await sentBy(id));
  for (let twice = 0; twice < 2; twice++)
    expect(await closeMonth(office(), { month: "2026-11" })).toMatchObject({ ok: true });
  const queued = await db().selectFrom("emails").select("recipient").where("kind", "=", "partner_statement").execute();
  expect(queued.map(({ recipient }) => recipient).toSorted()).toEqual(
    [sol, off, revoked, agreed].map(({ email }) => email).toSorted(),
  );

  await revokePartnerLink(office(), { id: revoked.id, version: 1 });
  const { id: statement_id } = await db()
    .selectFrom("partner_statements")
    .select("id")
    .where("partner_id", "=", agreed.id)
    .executeTakeFirstOrThrow();
  expect(await agreeForPartner(office(), { statement_id, commission: 8000, cash: 0 })).toMatchObject({ ok: true });
  await database.work();
  const mailTo = async ({ email }: { email: string }) => (await mailsTo(email))[0]!;
  const [es, en, closed, late] = [await mailTo(sol), await mailTo(off), await mailTo(revoked), await mailTo(agreed)];
  expect(es).toMatchObject({
    status: "sent",
    subject: "[TEST] Tu estado de cuenta de noviembre de 2026 está listo",
    html: expect.stringContaining(`/es/partner/${tokenOf(sol.id)}?month=2026-11`),
    text: expect.stringContaining("te pagamos MX$80"),
  });
  expect(en).toMatchObject({
    subject: "[TEST] Your statement for November 2026 is ready",
    html: expect.stringContaining(`/partner/${tokenOf(off.id)}?month=2026-11`),
    text: expect.stringContaining("we pay you MX$80"),
  });
  for (const mail of [es, en]) await expectNoGuest(`${mail.subject} ${mail.html} ${mail.text}`, bookings);
  // taken back to keep somebody from these figures, who may be reading this address
  expect(closed).toMatchObject({ status: "sent", text: expect.stringContaining("we’ll send you a new link") });
  for (const secret of ["/partner/", "80", tokenOf(revoked.id)]) expect(closed.text).not.toContain(secret);
  expect(late).toMatchObject({ status: "withheld", last_error: "the statement is agreed already" });
});

/** A statement of October, of which one line per booking is all that there is. */
async function statement(partner_id: string, over: { commission?: number; cash_kept?: number } = {}) {
  const result = { partner_id, month: "2026-10", number: ++n, test: true, counted: 0, closed_at: NOON };
  const agreed = "commission" in over ? { ...over, state: "agreed", agreed_at: NOON, agreed_by: "partner" } : {};
  const row = db()
    .insertInto("partner_statements")
    .values({ ...result, ...agreed })
    .returning("id");
  return (await row.executeTakeFirstOrThrow()).id;
}

test.each([
  [{ commission: 8000, cash_kept: 3000 }, "We’ve paid your statement for October 2026", "MX$50"],
  [{ commission: 3000, cash_kept: 8000 }, "We’ve received your payment for October 2026", "Your MX$50"],
  [{ commission: 3000, cash_kept: 3000 }, "Your statement for October 2026 is settled", "nothing to pay"],
])("of a payment of %o a partner reads %s, once", async (figures, subject, words) => {
  const { id, email } = await partner({ language: "en" });
  const statement_id = await statement(id, figures);
  for (let twice = 0; twice < 2; twice++)
    expect(await payStatement(office(), { statement_id, reference: "SPEI 77" })).toMatchObject({ ok: true });
  await database.work();
  const [mail, ...more] = await mailsTo(email);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ kind: "partner_statement_paid", status: "sent", subject: `[TEST] ${subject}` });
  expect(mail!.text).toContain(words);
  expect(mail!.text).toContain("SPEI 77");
});

test("questions reach staff once until one is answered, and each answer its partner", async () => {
  const { id, email } = await partner({ language: "en" });
  const statement_id = await statement(id);
  const bookings = await Promise.all([1, 2, 3].map(() => bookDeparture(database.ctx(), { test: true })));
  const line = { kind: "accrued", cause: "confirmed", came: 2, people: 2, sale: 80_000, amount: 8000, rule: "{}" };
  for (const booking_id of bookings)
    await db()
      .insertInto("commission_lines")
      .values({
        ...line,
        partner_id: id,
        booking_id,
        month: "2026-10",
        service_date: "2026-10-21",
        test: true,
        at: NOON,
      })
      .execute();
  await db().updateTable("bookings").set(GUEST).where("id", "in", bookings).execute();
  const ask = (booking_id: string, question: string) =>
    askLine(office(), { partner_id: id, statement_id, booking_id, question });
  const [first, second, third] = bookings as [string, string, string];
  await Promise.all([ask(first, "Were they not three?"), ask(second, "And these?"), ask(second, "And these?")]);
  const toStaff = async () => (await mailsTo("office@ronda.test")).filter((mail) => mail.kind.startsWith("staff_st"));
  expect(await toStaff()).toHaveLength(1);
  await database.work();
  const references = await db().selectFrom("bookings").select("reference").where("id", "in", [first, second]).execute();
  const [mail] = await toStaff();
  expect(mail).toMatchObject({ status: "sent", subject: "[TEST] Hostal Sol has a question about October 2026" });
  for (const message of ["Were they not three?", "And these?", ...references.map(({ reference }) => reference)])
    expect(mail!.text).toContain(message);
  expect(mail!.html).toContain(`/admin/affiliates/statements/${id}/2026-10`);
  expect(await mailsTo("boss@ronda.test")).toHaveLength(1);

  const { id: question_id } = await db()
    .selectFrom("statement_questions")
    .select("id")
    .where("booking_id", "=", first)
    .executeTakeFirstOrThrow();
  for (let twice = 0; twice < 2; twice++)
    await answerQuestion(office(), { question_id, text: "Two came.\nSee the list." });
  await ask(first, "Really?");
  await ask(first, "Really?");
  expect(await toStaff()).toHaveLength(2);
  // while another is answered: counted before that is done, it would reach nobody
  const { asking } = await db()
    .transaction()
    .execute(async (tx) => {
      const other = tx.selectFrom("statement_questions").select("id").where("booking_id", "=", second);
      const { id: one } = await other.executeTakeFirstOrThrow();
      await questionForUpdate(tx, one);
      const late = ask(third, "This one too?");
      await database.someoneWaits();
      await answerTo(tx, one, { answer: "Yes.", at: AFTER, by: null });
      return { asking: late };
    });
  await asking;
  expect(await toStaff()).toHaveLength(3);
  await database.work();
  const [answer, ...more] = await mailsTo(email);
  expect(more).toEqual([]);
  expect(answer).toMatchObject({
    kind: "partner_statement_answered",
    status: "sent",
    subject: "[TEST] We’ve answered your question about October 2026",
    html: expect.stringContaining(`/partner/${tokenOf(id)}?month=2026-10`),
  });
  for (const message of ["Were they not three?", "Two came.", "Saturday, November 21"])
    expect(answer!.text).toContain(message);
  await expectNoGuest(`${answer!.subject} ${answer!.html} ${answer!.text}`, bookings);
});
