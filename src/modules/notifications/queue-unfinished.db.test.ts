import { afterEach, beforeEach, expect, test } from "vitest";
import { noteReminder } from "#src/modules/notifications/note-reminder.server.ts";
import { chooseEmails } from "#src/modules/notifications/choose-emails.server.ts";
import { forgetReader } from "#src/modules/notifications/forget-reader.server.ts";
import { optoutLink } from "#src/modules/notifications/grant-optout.server.ts";
import { planResend } from "#src/modules/notifications/plan-resend.server.ts";
import { queueEmail } from "#src/modules/notifications/queue-email.server.ts";
import { queueUnfinished } from "#src/modules/notifications/queue-unfinished.server.ts";
import { sendEmail } from "#src/modules/notifications/send-email.server.ts";
import { lapsedUnfinished } from "#src/modules/notifications/store/unfinished.server.ts";
import { forgetSettings } from "#src/modules/settings/queries.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";

const database = freshDatabase();
const db = () => database.services.db;
beforeEach(() => set("unfinished_on", "true"));
afterEach(async () => {
  for (const table of ["email_optouts", "emails", "bookings", "scheduled_crawls", "app_settings"] as const)
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
async function begin({ asked = true, ...over }: Parameters<typeof bookDeparture>[1] & { asked?: boolean } = {}) {
  const id = await bookDeparture(database.ctx(), { number_of_people: 2, ...over, status: "pending" });
  await db().updateTable("bookings").set({ confirmed_at: null }).where("id", "=", id).execute();
  if (asked) await noteReminder(database.ctx(), id);
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

test("two servers at once write once", async () => {
  await begin();
  await Promise.all([queueUnfinished(at(60)), queueUnfinished(at(60))]);
  expect(await emails()).toHaveLength(1);
});

test("the negative control: without taking the wish, two servers on either side of midnight write twice", async () => {
  await begin();
  const looking = { from: new Date(+NOON - 1), to: NOON };
  const seen = await Promise.all([1, 2].map(() => lapsedUnfinished(db(), looking)));
  for (const [server, [found]] of seen.entries())
    await db()
      .transaction()
      .execute((tx) =>
        queueEmail(at(60), tx, {
          kind: "checkout_unfinished",
          payload: {},
          bookingId: found!.id,
          dedupeKey: `unfinished.hash.2026-11-2${server}`,
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

test("at most one a day for an address, however it is written", async () => {
  await begin();
  await begin({ email: "Sofia@Guest.test" });
  await begin({ email: "leo@guest.test" });
  await queueUnfinished(at(60));
  expect((await emails()).map(({ recipient }) => recipient.toLowerCase()).toSorted()).toEqual([
    "leo@guest.test",
    "sofia@guest.test",
  ]);
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

test("a deleted person's wish is forgotten, and everybody's after a year", async () => {
  const wishes = () => db().selectFrom("checkout_reminders").select("booking_id").execute();
  const bookingIds = [await begin()];
  await begin({ email: "leo@guest.test" });
  const reader = { userId: crypto.randomUUID(), email: "sofia@guest.test", bookingIds, messageIds: [] };
  await db()
    .transaction()
    .execute((tx) => forgetReader(tx, reader));
  expect(await wishes()).toHaveLength(1);
  await queueUnfinished(at(366 * 24 * 60));
  expect(await wishes()).toEqual([]);
});
