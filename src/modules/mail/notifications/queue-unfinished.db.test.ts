import { afterEach, beforeEach, expect, test } from "vitest";
import { viaIn } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { noteReminder } from "#src/modules/mail/notifications/note-reminder.server.ts";
import { chooseEmails } from "#src/modules/mail/notifications/choose-emails.server.ts";
import { forgetReader, forgetWishes } from "#src/modules/mail/notifications/forget-reader.server.ts";
import { addressHash, optoutLink } from "#src/modules/mail/notifications/grant-optout.server.ts";
import { planResend } from "#src/modules/mail/notifications/plan-resend.server.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import { queueUnfinished } from "#src/modules/mail/notifications/queue-unfinished.server.ts";
import { sendEmail } from "#src/modules/mail/notifications/send-email.server.ts";
import { wishesReminder } from "#src/modules/mail/notifications/queries.server.ts";
import {
  isWrittenTo,
  lapsedUnfinished,
  unfinishedKey,
} from "#src/modules/mail/notifications/store/unfinished.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";

const database = freshDatabase();
const db = () => database.services.db;
beforeEach(() => set("unfinished_on", "true"));
afterEach(async () => {
  for (const table of [
    "email_optouts",
    "emails",
    "bookings",
    "scheduled_crawls",
    "app_settings",
    "rate_counters",
  ] as const)
    await db().deleteFrom(table).execute();
  forgetSettings(database.services);
});

// the hold of `bookDeparture` ends at NOON: its email is due an hour later
const at = (minutes: number) => database.ctx({ now: new Date(+NOON + minutes * 60_000) });
const emails = () => db().selectFrom("emails").selectAll().orderBy("created_at").execute();

async function set(key: string, value: string) {
  await db()
    .insertInto("app_settings")
    .values({ key, value })
    .onConflict((c) => c.column("key").doUpdateSet({ value }))
    .execute();
  forgetSettings(database.services);
}

/** A booking that was begun at checkout, with or without the wish for an email, and lapsed. */
async function begin({
  asked: request = true,
  ...over
}: Parameters<typeof bookDeparture>[1] & { asked?: boolean } = {}) {
  const id = await bookDeparture(database.ctx(), { number_of_people: 2, ...over, status: "pending" });
  await db().updateTable("bookings").set({ confirmed_at: null }).where("id", "=", id).execute();
  if (request) await noteReminder(database.ctx(), id, true);
  await db()
    .updateTable("bookings")
    .set({ status: "cancelled", cancel_reason: "expired", cancelled_at: NOON })
    .where("id", "=", id)
    .execute();
  return id;
}

const nightOf = (id: string) => db().selectFrom("bookings").select("scheduled_crawl_id").where("id", "=", id);

/** What became of the only email. */
async function sent(minutes = 60) {
  await queueUnfinished(at(minutes));
  for (const email of await emails()) await sendEmail(at(minutes), email);
  const [email, ...others] = await emails();
  expect(others).toEqual([]);
  return email;
}

test("an hour after the places were let go, once, back to the checkout with the group's size", async () => {
  const id = await begin({ language: "es" });
  await queueUnfinished(at(59));
  expect(await emails()).toEqual([]);
  const email = await sent();
  await queueUnfinished(at(65));
  await queueUnfinished(at(24 * 60));
  expect(await emails()).toHaveLength(1);
  expect(email).toMatchObject({
    kind: "checkout_unfinished",
    status: "sent",
    recipient: "sofia@guest.test",
    subject: "Tu reserva del sábado 21 de noviembre quedó sin terminar",
  });
  const { scheduled_crawl_id: departure } = await nightOf(id).executeTakeFirstOrThrow();
  expect(email!.text).toContain(`http://ronda.test/es/checkout?departure=${departure}&people=2`);
  // nobody has proved that the address is theirs: nothing of what was typed goes to it
  expect(email!.html).not.toMatch(/Sofía|Núñez/);
  expect(email!.raw!.toString()).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  const staff = database.ctx({ actor: { kind: "user", role: "admin" } });
  expect(await planResend(staff, email!)).toEqual({ way: null, why: "sent_once" });
});

test("by the partner's link that had brought the guest, wherever it is opened", async () => {
  const id = await begin();
  const partner = { name: "Casa 77", code: "CASA-77", created_at: NOON };
  const { id: partner_id } = await db()
    .insertInto("partners")
    .values(partner)
    .returning("id")
    .executeTakeFirstOrThrow();
  const credit = { partner_id, partner_reason: "qr", partner_at: NOON, qr_code_id: "door" };
  await db().updateTable("bookings").set(credit).where("id", "=", id).execute();
  const email = await sent();
  const [link] = email!.text!.match(/http:\S+&via=\S+/)!;
  const via = { code: "CASA-77", qr: "door", at: +NOON, place: "qr", before: null, beforeAt: null };
  expect(viaIn(link, +NOON)).toEqual(via);
});

test("two servers at once write once", async () => {
  await begin();
  await Promise.all([queueUnfinished(at(60)), queueUnfinished(at(60))]);
  expect(await emails()).toHaveLength(1);
});

test("the negative control: without taking the wish, under keys of their own, two servers write twice", async () => {
  await begin();
  const looking = { from: new Date(+NOON - 1), to: NOON, agreedAfter: new Date(+NOON - 1) };
  const result = await Promise.all([1, 2].map(() => lapsedUnfinished(db(), looking)));
  for (const [server, [found]] of result.entries())
    await db()
      .transaction()
      .execute((tx) =>
        queueEmail(at(60), tx, {
          kind: "checkout_unfinished",
          payload: {},
          bookingId: found!.id,
          dedupeKey: `unfinished.hash.${server}`,
          language: "en",
          recipient: found!.email,
        }),
      );
  expect(await emails()).toHaveLength(2);
});

test("nobody who wasn't asked or didn't say so, who paid, or who decided against it; none after a day", async () => {
  await begin({ asked: false });
  const confirmed = await begin();
  await db()
    .updateTable("bookings")
    .set({ status: "confirmed", cancel_reason: null, confirmed_at: NOON })
    .where("id", "=", confirmed)
    .execute();
  const given_up = await begin();
  await db().updateTable("bookings").set({ cancel_reason: "customer" }).where("id", "=", given_up).execute();
  await queueUnfinished(at(60));
  await begin();
  await queueUnfinished(at(60 + 24 * 60));
  expect(await emails()).toEqual([]);
});

/** The bookings whose guests were written to, or will be. */
const written = async () =>
  (await emails()).filter(({ status }) => status !== "withheld").map(({ booking_id }) => booking_id);

/** Lets a booking's hold lapse days after `NOON`; asked for when it was placed. */
const lapseAfter = (days: number, id: string) =>
  db()
    .updateTable("bookings")
    .set({ hold_expires_at: new Date(+NOON + days * DAY_MS) })
    .where("id", "=", id)
    .execute();
const DAY_MS = 86_400_000;
const DAY = 24 * 60;

test("one a week to a mailbox, however it is written", async () => {
  const first = await begin({ email: "sofia@gmail.com" });
  const leo = await begin({ email: "leo@guest.test" });
  const second = await begin({ email: "So.fia+2@googlemail.com" });
  await lapseAfter(1, second);
  await queueUnfinished(at(60));
  await queueUnfinished(at(DAY + 60));
  expect(new Set(await written())).toEqual(new Set([first, leo]));
  // the wish waits, and finds the mailbox free a week after
  await db().updateTable("emails").set({ created_at: NOON }).execute();
  await lapseAfter(7, second);
  await queueUnfinished(at(7 * DAY + 60));
  expect(new Set(await written())).toEqual(new Set([first, leo, second]));
});

test("never two about one night, and one that was withheld doesn't count", async () => {
  const first = await begin();
  const second = await begin({ email: "SOFIA@guest.test" });
  const { scheduled_crawl_id } = await nightOf(first).executeTakeFirstOrThrow();
  await db().updateTable("bookings").set({ scheduled_crawl_id }).execute();
  await lapseAfter(7.5, second);
  await queueUnfinished(at(60));
  await db().updateTable("emails").set({ created_at: NOON }).execute();
  await queueUnfinished(at(7.5 * DAY + 60));
  expect(await written()).toEqual([first]);
  await db().updateTable("emails").set({ status: "withheld", last_error: "the places are gone" }).execute();
  await queueUnfinished(at(7.5 * DAY + 65));
  expect(await written()).toEqual([second]);
});

// a server that has asked whether a mailbox is written to, and hasn't written yet, while another finds another booking of it
test.each([
  ["waits for it, and writes once", true, 1],
  ["writes twice where the first hasn't asked: the negative control", false, 2],
])("a server that finds another booking of a mailbox %s", async (_, asks, times) => {
  const [first, second] = [await begin(), await begin({ email: "SOFIA@guest.test" })];
  await lapseAfter(-0.01, first);
  const mailbox = await addressHash(at(60), "sofia@guest.test");
  let other = Promise.resolve();
  await db()
    .transaction()
    .execute(async (tx) => {
      if (asks) await isWrittenTo(tx, { mailbox, bookingId: first, since: NOON });
      other = queueUnfinished(at(60));
      await (asks ? database.someoneWaits() : other);
      await queueEmail(at(60), tx, {
        kind: "checkout_unfinished",
        payload: {},
        bookingId: first,
        dedupeKey: unfinishedKey(mailbox, first),
        language: "en",
        recipient: "sofia@guest.test",
      });
    });
  await other;
  const found = (await emails()).map(({ booking_id }) => booking_id);
  expect(found).toHaveLength(times);
  expect(new Set(found)).toEqual(new Set(times === 2 ? [first, second] : [first]));
});

test("the wish waits while its guest holds other places of that date, before and after it is queued", async () => {
  const id = await begin();
  const other = await bookDeparture(database.ctx(), { status: "pending" });
  const hold = (minutes: number) =>
    db()
      .updateTable("bookings")
      .set({ hold_expires_at: new Date(+NOON + minutes * 60_000) })
      .where("id", "=", other)
      .execute();
  await hold(90);
  await queueUnfinished(at(60));
  expect(await emails()).toEqual([]);
  await hold(60);
  await queueUnfinished(at(65));
  await hold(90);
  expect(await sent(66)).toMatchObject({ status: "withheld", last_error: "the night is held already" });
  expect(await sent(95)).toMatchObject({ booking_id: id, status: "sent", last_error: null });
  expect(await sent(100)).toMatchObject({ status: "sent", attempts: 1 });
});

test("of a voucher that ran for a week too, but nothing that was agreed to long ago is read", async () => {
  const agreed = (days: number) =>
    db()
      .updateTable("checkout_reminders")
      .set({ agreed_at: new Date(+NOON - days * DAY_MS) })
      .execute();
  await begin();
  await agreed(9.5);
  await queueUnfinished(at(60));
  expect(await emails()).toEqual([]);
  await agreed(7.1);
  await queueUnfinished(at(60));
  expect(await emails()).toHaveLength(1);
});

test("five wishes a day are noted from one network, whatever the others do", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) ids.push(await bookDeparture(database.ctx(), { status: "pending" }));
  const from = (address: string, now = NOON) => database.ctx({ now, actor: { address } });
  for (const [n, id] of ids.entries()) await noteReminder(from(`203.0.113.${n}`), id, true);
  const noted = () => db().selectFrom("checkout_reminders").select("booking_id").execute();
  expect((await noted()).map(({ booking_id }) => booking_id).toSorted()).toEqual(ids.slice(0, 5).toSorted());
  await noteReminder(from("198.51.100.7"), ids[5]!, true);
  expect(await noted()).toHaveLength(6);
});

test("the wish is taken back by the same form without the tick", async () => {
  const id = await bookDeparture(database.ctx(), { status: "pending" });
  await noteReminder(database.ctx(), id, true);
  expect(await wishesReminder(database.ctx(), id)).toBe(true);
  await noteReminder(database.ctx(), id, false);
  expect(await wishesReminder(database.ctx(), id)).toBe(false);
});

test("not while it is switched off, nor if it is before it leaves", async () => {
  await set("unfinished_on", "false");
  await begin();
  await queueUnfinished(at(60));
  expect(await emails()).toEqual([]);
  await set("unfinished_on", "true");
  await queueUnfinished(at(61));
  await set("unfinished_on", "false");
  expect(await sent(61)).toMatchObject({ status: "withheld", last_error: "it is switched off" });
  await set("unfinished_on", "true");
  expect(await sent(66)).toMatchObject({ status: "sent" });
});

test.each<[string, (id: string) => Promise<unknown>, string]>([
  [
    "has one place left for two",
    () => db().updateTable("scheduled_crawls").set({ available_spots: 1, overbooked_spots: 0 }).execute(),
    "the places are gone",
  ],
  [
    "is sold out",
    () => db().updateTable("scheduled_crawls").set({ available_spots: 0 }).execute(),
    "the places are gone",
  ],
  [
    "takes no bookings",
    () => db().updateTable("scheduled_crawls").set({ bookings_disabled: true }).execute(),
    "the sale is closed",
  ],
  [
    "is past its last sale",
    () => db().updateTable("scheduled_crawls").set({ sales_close_at: NOON }).execute(),
    "the sale is closed",
  ],
  [
    "was cancelled",
    () => db().updateTable("scheduled_crawls").set({ status: "cancelled" }).execute(),
    "the sale is closed",
  ],
  ["is on a site that is closed", () => set("open_for_sale", "false"), "the sale is closed"],
  [
    "was booked by the same guest otherwise",
    async () => {
      const other = await bookDeparture(database.ctx(), { email: "SOFIA@guest.test" });
      return db().updateTable("bookings").set({ status: "confirmed" }).where("id", "=", other).execute();
    },
    "the night is booked already",
  ],
])("withheld where the night %s", async (_, change, why) => {
  const id = await begin();
  await queueUnfinished(at(60));
  await change(id);
  expect(await sent()).toMatchObject({ status: "withheld", last_error: why });
});

test("withheld from who has unsubscribed or taken the places again, and from nobody left", async () => {
  await begin();
  const token = new URL(await optoutLink(at(0), "sofia@guest.test", "en")).searchParams.get("token");
  await chooseEmails(at(0), { token, wanted: false });
  expect(await sent()).toMatchObject({ status: "withheld", last_error: "its reader has unsubscribed" });
  await db().deleteFrom("emails").execute();

  const retaken = await begin({ email: "leo@guest.test" });
  await queueUnfinished(at(60));
  await db()
    .updateTable("bookings")
    .set({ status: "pending", cancel_reason: null })
    .where("id", "=", retaken)
    .execute();
  expect(await sent()).toMatchObject({ status: "withheld", last_error: "the booking is pending" });
});

test("a deleted person's wish is forgotten, and everybody's once it is old", async () => {
  const wishes = () => db().selectFrom("checkout_reminders").select("booking_id").execute();
  const bookingIds = [await begin()];
  await begin({ email: "leo@guest.test" });
  await queueUnfinished(at(60));
  const reader = { userId: crypto.randomUUID(), email: "sofia@guest.test", bookingIds, messageIds: [] };
  await db()
    .transaction()
    .execute((tx) => forgetReader(tx, reader));
  expect(await wishes()).toHaveLength(1);
  // the key of the email was made of the address
  const keys = (await emails()).map(({ recipient, dedupe_key }) => `${recipient} ${dedupe_key.split(".")[0]}`);
  expect(new Set(keys)).toEqual(new Set([" forgotten", "leo@guest.test unfinished"]));
  await forgetWishes(database.services, new Date(Date.now() + 60_000));
  expect(await wishes()).toEqual([]);
});
