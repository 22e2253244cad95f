import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { contactAsShown } from "#src/modules/sales/booking/rules/contact.ts";
import { actOnBooking } from "#src/modules/office/booking-admin/act-on-booking.server.ts";
import { bookingPanel } from "#src/modules/office/booking-admin/read-panel.server.ts";
import { readAct } from "#src/modules/office/booking-admin/rules/admin-acts.ts";
import { attentionCounts, waitingItems } from "#src/modules/office/reports/queries.server.ts";
import { guestsOf } from "#src/modules/evening/tickets/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";

// A guest whose address was mistyped: seen by staff, mended by them, and what follows. Departures are on 28 November 2026.

const database = freshDatabase();
const stage = payingStage(database);
let departure: string;
beforeAll(async () => {
  const { crawlId } = await seedMinimal(database.services.db);
  departure = await addDeparture(database.services.db, crawlId, { date: "2026-11-28" });
});

const staff = (minutes = 60) => stage.at(minutes, { kind: "user", role: "admin", secondFactor: true });
const db = () => database.services.db;

async function paid(email: string, over: Parameters<typeof bookingInput>[1] = {}): Promise<string> {
  const id = await held(email, over);
  const { externalId } = await stage.goesToPay(id);
  stage.provider.pays(externalId);
  await stage.webhook(externalId, 1);
  return id;
}
const held = (email: string, over: Parameters<typeof bookingInput>[1] = {}) => {
  const { customer } = bookingInput(departure);
  return stage.books(departure, { ...over, customer: { ...customer, email } });
};
/** The mail server refuses the address of all of a booking's emails for good. */
const refuse = (id: string) =>
  db()
    .updateTable("emails")
    .set({ status: "failed", refused_at: staff(1).now, sent_at: null })
    .where("booking_id", "=", id)
    .execute();
const mails = async (id: string) => {
  await database.work();
  return db()
    .selectFrom("emails")
    .select(["kind", "recipient", "status", "language", "subject", "text"])
    .where("booking_id", "=", id)
    .orderBy("created_at")
    .orderBy("kind")
    .execute();
};
const render = async (id: string) => {
  const { first_name, last_name, email, phone } = await stage.bookingRow(id);
  return { first_name, last_name, email, phone };
};
async function correct(id: string, over: object, expected?: string, key = randomUUID()) {
  const before = await render(id);
  const form = new FormData();
  const fields = { act: "contact", key, ...before, expected: expected ?? contactAsShown(before), ...over };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const act = readAct(form);
  if (!act.success) return { ok: false as const, reason: act.error.issues[0]!.message };
  return actOnBooking(staff(), id, act.data);
}
const opens = async (id: string, version: number) =>
  (await findBooking(stage.at(90), id, accessToken(database.services.secret, id, version)))?.private !== null;

test.each([
  ["en", "[TEST] Your Ronda tickets: Saturday, November 28"],
  ["es", "[TEST] Tus boletos de Ronda: sábado 28 de noviembre"],
] as const)(
  "a mistyped address (%s): it stands on the booking and under what needs somebody, and once corrected the tickets arrive",
  async (language, subject) => {
    const [wrong, right] = [`sofia-${language}@gmial.test`, `sofia-${language}@gmail.test`];
    const id = await paid(wrong, { language });
    await mails(id);
    await refuse(id);
    const panel = async () => {
      const snapshot = await bookingPanel(staff(), id);
      return snapshot.ok ? snapshot.panel : null;
    };
    expect((await panel())?.guest.refusedSince).toBe(staff(1).now.toISOString());
    expect((await attentionCounts(staff())).addresses).toMatchObject({ count: 1 });
    expect((await attentionCounts(staff())).emails).toMatchObject({ count: 0 });
    expect((await waitingItems(staff())).of.addresses).toMatchObject([{ id, kind: wrong }]);
    // whose role is limited to other cities isn't told of it, there as well as here
    const limited = { kind: "user", role: "manager", secondFactor: true, cities: ["elsewhere"] } as const;
    expect((await attentionCounts(stage.at(60, limited))).addresses).toMatchObject({ count: 0 });
    expect((await waitingItems(stage.at(60, limited))).of).toEqual({});
    expect(await opens(id, 0)).toBe(true);
    const codes = (await panel())?.tickets.map(({ code }) => code);

    expect(await correct(id, { email: right })).toEqual({ ok: true });
    const sent = (await mails(id)).filter(({ recipient }) => recipient === right);
    expect(sent).toMatchObject([{ kind: "booking_confirmation", status: "sent", language, subject }]);
    const token = /token=([\w-]+)/.exec(sent[0]!.text!)![1];
    expect(token).toBe(accessToken(database.services.secret, id, 1));
    expect([await opens(id, 0), await opens(id, 1)]).toEqual([false, true]);
    expect((await panel())?.guest).toMatchObject({ email: right, refusedSince: null });
    expect((await attentionCounts(staff())).addresses).toMatchObject({ count: 0 });
    // nobody but the guest has seen the tickets, whose printout stays good
    expect((await panel())?.tickets.map(({ code }) => code)).toEqual(codes);
    // a stranger's mailbox is told nothing where there is none
    expect((await mails(id)).filter(({ kind }) => kind === "contact_changed")).toEqual([]);
  },
);

test("what wasn't delivered yet goes to the new address, and the old one, which works, is told", async () => {
  const id = await paid("ana@old.test");
  await mails(id);
  const row = { booking_id: id, language: "en", recipient: "Ana@old.test", payload: "{}" };
  await db()
    .insertInto("emails")
    .values([
      { ...row, kind: "rating_request", status: "failed", dedupe_key: "r" },
      { ...row, kind: "staff_late_tolerance", recipient: "ops@ronda.test", status: "queued", dedupe_key: "s" },
      { ...row, kind: "booking_confirmation", status: "failed", dedupe_key: "c" },
    ])
    .execute();
  expect(await correct(id, { email: "ana@new.test" })).toEqual({ ok: true });
  const all = (await mails(id)).map(({ kind, recipient, status }) => `${kind} ${recipient} ${status}`);
  expect(all.toSorted()).toEqual([
    "booking_confirmation Ana@old.test withheld",
    "booking_confirmation ana@new.test sent",
    "booking_confirmation ana@old.test sent",
    "contact_changed ana@old.test sent",
    "rating_request ana@new.test sent",
    "staff_late_tolerance ops@ronda.test queued",
  ]);
});

test("tickets that came to somebody else are replaced, and the booking shows both", async () => {
  const id = await paid("stranger@old.test");
  await mails(id);
  const shownTickets = async () => {
    const snapshot = await bookingPanel(staff(), id);
    return snapshot.ok ? snapshot.panel.tickets : [];
  };
  const before = await shownTickets();
  expect(await correct(id, { email: "sofia@new.test" })).toEqual({ ok: true });
  const after = await shownTickets();
  expect(after.map(({ position, valid, replaced }) => [position, valid, replaced])).toEqual([
    ...before.map(({ position }) => [position, true, false]),
    ...before.map(({ position }) => [position, false, true]),
  ]);
  expect(after.slice(before.length).map(({ code }) => code)).toEqual(before.map(({ code }) => code));
});

test("a name goes on the booker's ticket and the tickets are sent again; one that was given away stays", async () => {
  const id = await paid("leo@guest.test");
  expect(await correct(id, { first_name: "Sofia María" })).toEqual({ ok: true });
  expect((await guestsOf(staff(), id))[0]?.name).toBe("Sofia María Navarro");
  const sent = await mails(id);
  expect(sent.map(({ kind }) => kind)).toEqual(["booking_confirmation", "booking_confirmation"]);
  expect(await opens(id, 0)).toBe(true);
  await db()
    .updateTable("tickets")
    .set({ guest_name: "Luz" })
    .where("booking_id", "=", id)
    .where("position", "=", 1)
    .execute();
  expect(await correct(id, { first_name: "Sofía" })).toEqual({ ok: true });
  expect((await guestsOf(staff(), id))[0]?.name).toBe("Luz");
});

test("a phone is corrected without an email; an unpaid booking's link goes to its new address", async () => {
  const id = await held("rosa@old.test");
  expect(await correct(id, { phone: "+52 55 9999 0000" })).toEqual({ ok: true });
  expect(await mails(id)).toEqual([]);
  const before = await stage.bookingRow(id);
  expect(await correct(id, { email: "rosa@new.test" })).toEqual({ ok: true });
  const after = await stage.bookingRow(id);
  expect((await mails(id)).map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ["booking_link", "rosa@new.test"],
  ]);
  // unpaid places count for the mailbox that keeps them
  expect(after.held_email).not.toBe(before.held_email);
  expect(after.held_phone).toBe(before.held_phone);
});

test("the audit log names the fields, not what was typed", async () => {
  const id = await paid("mia@old.test");
  await correct(id, { email: "mia@new.test", phone: "+52 55 1111 2222" });
  const rows = await db().selectFrom("audit_log").select(["action", "changes"]).where("subject_id", "=", id).execute();
  expect(rows.at(-1)).toEqual({
    action: "booking.contact_corrected",
    changes: { corrected: { old: null, new: ["email", "phone"] } },
  });
  expect(JSON.stringify(rows)).not.toMatch(/mia@|1111/);
});

test("sent twice it is done once; over what somebody else corrected it is refused", async () => {
  const id = await paid("eva@old.test");
  const [opened, key] = [contactAsShown(await render(id)), randomUUID()];
  const typed = { ...(await render(id)), email: "eva@new.test" };
  expect(await correct(id, typed, opened, key)).toEqual({ ok: true });
  expect(await correct(id, typed, opened, key)).toEqual({ ok: true });
  expect((await mails(id)).filter(({ recipient }) => recipient === "eva@new.test")).toHaveLength(1);
  expect(await correct(id, { ...typed, email: "eva@other.test" }, opened)).toMatchObject({ reason: "booking_changed" });
  expect((await stage.bookingRow(id)).email).toBe("eva@new.test");
});

test("two at once: one is written, the other is told; never half of each", async () => {
  const id = await paid("duo@old.test");
  const opened = contactAsShown(await render(id));
  const both = await Promise.all([
    correct(id, { first_name: "Ana", email: "ana@duo.test" }, opened),
    correct(id, { first_name: "Eva", email: "eva@duo.test" }, opened),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const { first_name: name, email } = await render(id);
  expect(email).toBe(`${name.toLowerCase()}@duo.test`);
});

test("a guest without email or phone can't be reached, and one whose data was deleted isn't made up again", async () => {
  const id = await paid("nil@guest.test");
  expect(await correct(id, { email: "", phone: "" })).toMatchObject({ reason: "booking-admin.error.contact" });
  expect(await correct(id, { email: "" })).toEqual({ ok: true });
  const gone = await paid("gone@guest.test");
  await db()
    .updateTable("bookings")
    .set({ first_name: "", last_name: "", email: "", phone: "" })
    .where("id", "=", gone)
    .execute();
  const typed = { first_name: "A", last_name: "B", email: "a@b.test" };
  expect(await correct(gone, typed)).toMatchObject({ reason: "email_nobody" });
});
