import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { changeContact } from "#src/modules/sales/booking/change-contact.server.ts";
import { confirmAddress } from "#src/modules/sales/booking/confirm-address.server.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { askedAddress, findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { previewEmail } from "#src/modules/mail/notifications/queries.server.ts";
import { sendEmail } from "#src/modules/mail/notifications/send-email.server.ts";
import { forgetBookings } from "#src/modules/office/privacy/forget-bookings.server.ts";
import { ticketsOf } from "#src/modules/evening/tickets/queries.server.ts";
import { readableCode } from "#src/modules/evening/tickets/rules/ticket.ts";
import type { Context } from "#src/platform/context.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";

// A guest moves a booking's emails to another address: both addresses' readers agree, and whoever has only the link gets nothing.

const database = freshDatabase();
const stage = payingStage(database);
let departure: string;
beforeAll(async () => {
  const { crawlId } = await seedMinimal(database.services.db);
  departure = await addDeparture(database.services.db, crawlId, { date: "2026-11-28" });
});

const db = () => database.services.db;
const first = (id: string, version = 0) => accessToken(database.services.secret, id, version);
/** Whoever has the link and nothing else. */
const holder = (minutes = 10) => stage.at(minutes);
let guests = 0;
async function paid(over: Parameters<typeof bookingInput>[1] = {}) {
  const email = `guest-${++guests}@old.test`;
  const { customer } = bookingInput(departure);
  const id = await stage.books(departure, { ...over, customer: { ...customer, email } });
  const { externalId } = await stage.goesToPay(id);
  stage.provider.pays(externalId);
  await stage.webhook(externalId, 1);
  await mails(id);
  return { id, email };
}
async function ask(ctx: Context, id: string, over: object, token: string | null = first(id)) {
  const { first_name, last_name, email, phone } = await stage.bookingRow(id);
  return changeContact(ctx, { booking_id: id, token, key: randomUUID(), first_name, last_name, email, phone, ...over });
}
const mails = async (id: string) => {
  const waiting = await db()
    .selectFrom("emails")
    .select("id")
    .where("booking_id", "=", id)
    .where("status", "=", "queued")
    .execute();
  // by hand: the jobs' clock is far beyond the links' end
  for (const email of waiting) await sendEmail(holder(11), email);
  return db()
    .selectFrom("emails")
    .select(["id", "kind", "recipient", "language", "text"])
    .where("booking_id", "=", id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
};
/** What the link of the latest email of a kind says; captured emails are kept whole. */
async function changeIn(id: string, kind: string): Promise<string> {
  const email = (await mails(id)).findLast((one) => one.kind === kind);
  return /address\?change=([\w.-]+)/.exec(email?.text ?? "")?.[1] ?? "";
}
const opens = async (id: string, version: number) =>
  (await findBooking(holder(20), id, first(id, version)))?.private !== null;
const emailOf = async (id: string) => (await stage.bookingRow(id)).email;
const confirm = (id: string, change: string, agrees = true, minutes = 12) =>
  confirmAddress(holder(minutes), { booking_id: id, change, agrees });

test.each(["en", "es"] as const)(
  "both addresses agree (%s): the tickets go to the new one, earlier links end",
  async (language) => {
    const { id, email } = await paid({ language });
    const before = await ticketsOf(holder(), id);
    const wish = `new-${language}@new.test`;
    expect(await ask(holder(), id, { email: wish })).toEqual({ ok: true, asked: "old" });
    const toOld = (await mails(id)).filter(({ kind }) => kind.startsWith("address_change"));
    expect(toOld).toMatchObject([{ kind: "address_change_asked", recipient: email, language }]);
    const change = await changeIn(id, "address_change_asked");
    expect(await askedAddress(holder(), id, change)).toMatchObject({ step: "old", email: wish, isDone: false });
    expect(await emailOf(id)).toBe(email);

    expect(await confirm(id, change)).toMatchObject({ state: "asked" });
    expect(await emailOf(id)).toBe(email);
    const toNew = (await mails(id)).findLast(({ kind }) => kind === "address_change_confirm")!;
    expect(toNew).toMatchObject({ recipient: wish, language });
    // an address that nobody has proved learns no name and gets nothing that opens the booking
    expect(toNew.text).not.toMatch(/Sof|Navarro|token=|old\.test/);

    const last = await changeIn(id, "address_change_confirm");
    expect(await confirm(id, last)).toMatchObject({ state: "changed", email: wish });
    expect(await confirm(id, last)).toMatchObject({ state: "changed" });
    expect(await emailOf(id)).toBe(wish);
    expect([await opens(id, 0), await opens(id, 1)]).toEqual([false, true]);
    const sent = (await mails(id)).map(({ kind, recipient }) => `${kind} ${recipient}`);
    expect(new Set(sent.slice(-2))).toEqual(new Set([`booking_confirmation ${wish}`, `contact_changed ${email}`]));
    // the codes that were mailed to the old address admit nobody, and the email with the new ones says so
    const { text } = (await mails(id)).findLast(({ kind }) => kind === "booking_confirmation")!;
    expect(text).toMatch({ en: /replaces? the ones? sent before/, es: /[Ss]ustituyen? a.* que se mand/ }[language]);
    const valid = (await ticketsOf(holder(), id)).filter(({ status }) => status === "valid");
    expect(valid).toHaveLength(before.length);
    for (const { code } of valid) expect(text).toContain(readableCode(code));
    for (const { code } of before) expect(text).not.toContain(readableCode(code));
  },
);

test("whoever has only the link can't take the booking over: its reader says no, and the link that was used ends", async () => {
  const { id, email } = await paid();
  await ask(holder(), id, { email: "thief@elsewhere.test" });
  const change = await changeIn(id, "address_change_asked");
  expect(await confirm(id, change, false)).toMatchObject({ state: "kept" });
  expect([await opens(id, 0), await opens(id, 1)]).toEqual([false, true]);
  expect((await mails(id)).at(-1)).toMatchObject({ kind: "booking_link", recipient: email });
  expect(await confirm(id, change)).toMatchObject({ reason: "link_invalid" });
  expect(await emailOf(id)).toBe(email);
  expect((await mails(id)).filter(({ recipient }) => recipient === "thief@elsewhere.test")).toEqual([]);
});

test("one address's link is not the other's, another booking's, too old, or good for what has changed since", async () => {
  const { id } = await paid();
  const other = await paid();
  await ask(holder(), id, { email: "a@new.test" });
  const change = await changeIn(id, "address_change_asked");
  expect(await confirm(other.id, change)).toMatchObject({ reason: "link_invalid" });
  expect(await confirm(id, `${change}x`)).toMatchObject({ reason: "link_invalid" });
  expect(await confirm(id, change, true, 25 * 60)).toMatchObject({ reason: "link_expired" });
  await db().updateTable("bookings").set({ email: "staff@mended.test" }).where("id", "=", id).execute();
  expect(await confirm(id, change)).toMatchObject({ reason: "link_invalid" });
  expect(await askedAddress(holder(), id, change)).toMatchObject({ reason: "link_invalid" });
});

test("where a mail server refuses the old address, the one who booked needs only the new one; a link alone doesn't do", async () => {
  const { id } = await paid();
  await db()
    .updateTable("emails")
    .set({ status: "failed", refused_at: holder(1).now, sent_at: null })
    .where("booking_id", "=", id)
    .execute();
  expect(await ask(holder(), id, { email: "b@new.test" })).toMatchObject({ asked: "old" });
  const { browser } = await stage.bookingRow(id);
  const booker = stage.at(11, { browser });
  expect(await ask(booker, id, { email: "b@new.test" }, null)).toMatchObject({ asked: "new" });
  expect(await confirm(id, await changeIn(id, "address_change_confirm"))).toMatchObject({ state: "changed" });
  expect(await emailOf(id)).toBe("b@new.test");
});

test("without an address nobody could object: the link alone adds none, the one who booked does", async () => {
  const { id } = await paid();
  await db().updateTable("bookings").set({ email: "" }).where("id", "=", id).execute();
  expect(await ask(holder(), id, { email: "c@new.test" })).toMatchObject({ reason: "no_email_to_ask" });
  expect(await ask(holder(), id, { first_name: "Ana" })).toEqual({ ok: true, asked: null });
  const { browser } = await stage.bookingRow(id);
  expect(await ask(stage.at(11, { browser }), id, { email: "c@new.test" }, null)).toMatchObject({ asked: "new" });
});

test("whoever was erased meanwhile is not entered again by the link that is still in a mailbox", async () => {
  const { id } = await paid();
  await db().updateTable("bookings").set({ email: "", browser: "b-erased" }).where("id", "=", id).execute();
  const booker = stage.at(10, { browser: "b-erased" });
  expect(await ask(booker, id, { email: "late@new.test" }, null)).toEqual({ ok: true, asked: "new" });
  const link = await changeIn(id, "address_change_confirm");
  await db()
    .transaction()
    .execute((tx) => forgetBookings(tx, [id], holder().now));
  expect(await confirm(id, link)).toMatchObject({ reason: "link_invalid" });
  expect(await emailOf(id)).toBe("");
});

test("two links at once move the booking once, to one of the two", async () => {
  const { id } = await paid();
  const last: string[] = [];
  for (const email of ["x@new.test", "y@new.test"]) {
    await ask(holder(), id, { email });
    expect(await confirm(id, await changeIn(id, "address_change_asked"))).toMatchObject({ state: "asked" });
    last.push(await changeIn(id, "address_change_confirm"));
  }
  const both = await Promise.all(last.map((change) => confirm(id, change)));
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const moved = await emailOf(id);
  expect(
    (await mails(id)).filter(({ kind, recipient }) => kind === "booking_confirmation" && recipient === moved),
  ).toHaveLength(1);
  expect((await stage.bookingRow(id)).link_version).toBe(1);
});

test("a phone is corrected at once and told at the booking's address; a stranger corrects nothing", async () => {
  const { id, email } = await paid();
  expect(await ask(holder(), id, { phone: "+52 55 9999 0000" })).toEqual({ ok: true, asked: null });
  expect((await stage.bookingRow(id)).phone).toBe("+52 55 9999 0000");
  expect((await mails(id)).at(-1)).toMatchObject({ kind: "contact_changed", recipient: email });
  expect(await ask(holder(), id, { phone: "1234567" }, "x")).toMatchObject({ reason: "booking_not_found" });
});

test("asking has an end, and the links are for their readers alone", async () => {
  const { id, email } = await paid();
  const answers = [];
  for (let n = 0; n < 7; n++) answers.push(await ask(holder(), id, { email: `flood-${n}@new.test` }));
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true, true, true, false]);
  const request = (await mails(id)).filter(({ kind }) => kind === "address_change_asked");
  expect(request.length).toBeLessThanOrEqual(5);
  expect(new Set(request.map(({ recipient }) => recipient))).toEqual(new Set([email]));
  const staff = stage.at(15, { kind: "user", role: "admin", secondFactor: true });
  expect(await previewEmail(staff, { booking_id: id, email_id: request[0]!.id })).toMatchObject({
    reason: "email_not_found",
  });
});
