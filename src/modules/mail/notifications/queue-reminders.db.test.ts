import { afterEach, expect, test } from "vitest";
import { dateIn, departureTimes } from "#src/kernel/local-time.ts";
import { exampleEmails, scheduledEmails } from "#src/modules/mail/notifications/queries.server.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import { queueReminders } from "#src/modules/mail/notifications/queue-reminders.server.ts";
import { requeueStuckEmails } from "#src/modules/mail/notifications/requeue-stuck-emails.server.ts";
import { sendEmail } from "#src/modules/mail/notifications/send-email.server.ts";
import { bookingsToRemind } from "#src/modules/mail/notifications/store/reminders.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();
const db = () => database.services.db;
afterEach(async () => {
  for (const table of ["emails", "tickets", "bookings", "scheduled_crawls", "app_settings"] as const)
    await db().deleteFrom(table).execute();
  await db().updateTable("cities").set({ time_zone: "America/Mexico_City", map_url: null }).execute();
  forgetSettings(database.services);
});

// booked on Thursday for Saturday, 21 November, 20:00 in Mexico City (02:00 UTC); noon on Friday there is 18:00 UTC
const THURSDAY = "2026-11-19T18:00:00Z";
const FRIDAY_NOON = "2026-11-20T18:00:00Z";
const SATURDAY_17 = "2026-11-21T23:00:00Z";
const at = (instant: string) => database.ctx({ now: new Date(instant) });
const emails = () => db().selectFrom("emails").selectAll().orderBy("created_at").execute();

/** A booking made at an instant for the night of Saturday, or another. */
async function book(
  { made: result = THURSDAY, date = "2026-11-21", zone = "America/Mexico_City", start = "20:00", end = "00:30" } = {},
  over: Parameters<typeof bookDeparture>[1] = {},
) {
  const id = await bookDeparture(at(result), over);
  await move(id, { date, zone, start, end });
  return id;
}

/** Staff move the night of a booking. */
async function move(id: string, { date = "2026-11-21", zone = "America/Mexico_City", start = "20:00", end = "00:30" }) {
  const { startsAt, endsAt } = departureTimes(date, start, end, zone);
  await db()
    .updateTable("scheduled_crawls")
    .from("bookings as b")
    .set({ date, start_time: start, end_time: end, starts_at: startsAt, ends_at: endsAt, sales_close_at: startsAt })
    .whereRef("scheduled_crawls.id", "=", "b.scheduled_crawl_id")
    .where("b.id", "=", id)
    .execute();
  await db().updateTable("cities").set({ time_zone: zone }).execute();
}

async function set(...settings: [key: string, value: string][]) {
  await db()
    .insertInto("app_settings")
    .values(settings.map(([key, value]) => ({ key, value })))
    .execute();
  forgetSettings(database.services);
}

const sendAll = async (instant: string) => {
  for (const email of await emails()) await sendEmail(at(instant), email);
};

test("the day before from noon, once, with the way there and what to bring, in the booking's language", async () => {
  const id = await book({}, { language: "es" });
  await db().updateTable("cities").set({ meeting_point: "Ángel", map_url: "https://maps.example/angel" }).execute();
  await queueReminders(at("2026-11-20T17:59:00Z"));
  expect(await emails()).toEqual([]);
  await queueReminders(at(FRIDAY_NOON));
  await queueReminders(at("2026-11-20T18:05:00Z"));
  await sendAll(FRIDAY_NOON);
  const [email, ...others] = await emails();
  expect(others).toEqual([]);
  expect(email).toMatchObject({
    kind: "reminder_day_before",
    dedupe_key: `booking.${id}.reminder_day_before.2026-11-21`,
    recipient: "sofia@guest.test",
    status: "sent",
    subject: "Mañana a las 20:00 hrs: Ronda Ciudad de México",
  });
  expect(email!.text).toContain("Fuente de Cibeles, Roma Norte. Llega unos minutos antes");
  expect(email!.text).toContain("maps/search/?api=1&query=Fuente%20de%20Cibeles%2C%20Roma%20Norte%2C%20Mexico%20City");
  expect(email!.text).toContain("Identificación oficial con foto");
  expect(email!.text).toContain(`http://ronda.test/es/booking-confirmation/${id}?token=`);
});

test("two servers at once remind once", async () => {
  for (let n = 0; n < 5; n++) await book();
  await Promise.all([queueReminders(at(FRIDAY_NOON)), queueReminders(at(FRIDAY_NOON))]);
  expect(await emails()).toHaveLength(5);
});

test("the negative control: looking first, and writing under a key of its own, reminds twice", async () => {
  const id = await book();
  const { scheduled_crawl_id: departureId } = await db().selectFrom("bookings").selectAll().executeTakeFirstOrThrow();
  const ctx = at(FRIDAY_NOON);
  const looking = { departureId, kind: "reminder_day_before", since: ctx.now } as const;
  const result = await Promise.all([1, 2].map(() => bookingsToRemind(db(), looking)));
  for (const [server, [found]] of result.entries())
    await db()
      .transaction()
      .execute((tx) =>
        queueEmail(ctx, tx, {
          kind: "reminder_day_before",
          payload: { date: "2026-11-21" },
          bookingId: found!.id,
          dedupeKey: `of server ${server}`,
          language: "en",
          recipient: found!.email,
        }),
      );
  expect((await emails()).map(({ booking_id }) => booking_id)).toEqual([id, id]);
});

test("who books after the reminder was due has just got the tickets", async () => {
  await book({ made: "2026-11-20T18:00:01Z" });
  await queueReminders(at("2026-11-20T18:05:00Z"));
  await queueReminders(at("2026-11-20T20:00:00Z"));
  expect(await emails()).toEqual([]);
});

test.each([
  ["moved to the night after it was due", { status: "sent", sent_at: new Date("2026-11-20T19:00:00Z") }, 0],
  ["whose tickets are on their way", { status: "retry", sent_at: null }, 0],
  ["whose tickets came before", { status: "sent", sent_at: new Date(THURSDAY) }, 1],
])("a booking %s", async (_, expected, reminders) => {
  const id = await book();
  await db()
    .insertInto("emails")
    .values({
      ...expected,
      dedupe_key: "tickets",
      kind: "booking_confirmation",
      language: "en",
      recipient: "",
      booking_id: id,
    })
    .execute();
  await queueReminders(at("2026-11-20T20:00:00Z"));
  expect((await emails()).filter(({ kind }) => kind === "reminder_day_before")).toHaveLength(reminders);
});

test("after hours of downtime what is late leaves, what is older doesn't", async () => {
  await book();
  await queueReminders(at("2026-11-21T04:00:00Z")); // 22:00 on Friday
  expect(await emails()).toEqual([]);
  await queueReminders(at("2026-11-21T03:55:00Z"));
  expect(await emails()).toHaveLength(1);
});

test("what waited too long for the mail server is withheld", async () => {
  await book();
  await queueReminders(at(FRIDAY_NOON));
  await sendAll("2026-11-21T04:00:00Z");
  expect(await emails()).toMatchObject([{ status: "withheld", last_error: "its time is over" }]);
});

test("a night moved to a later date withholds its reminder, and is reminded of anew", async () => {
  const id = await book();
  await queueReminders(at(FRIDAY_NOON));
  await move(id, { date: "2026-11-28" });
  await sendAll(FRIDAY_NOON);
  expect(await emails()).toMatchObject([{ status: "withheld", last_error: "the night was moved" }]);
  await queueReminders(at("2026-11-27T18:00:00Z"));
  expect((await emails()).map(({ dedupe_key }) => dedupe_key)).toEqual([
    `booking.${id}.reminder_day_before.2026-11-21`,
    `booking.${id}.reminder_day_before.2026-11-28`,
  ]);
});

test("another hour of the same date doesn't remind again", async () => {
  const id = await book();
  await queueReminders(at(FRIDAY_NOON));
  await move(id, { start: "21:00" });
  await queueReminders(at("2026-11-20T18:10:00Z"));
  expect(await emails()).toHaveLength(1);
});

test.each([
  ["cancelled by the guest", { status: "cancelled", cancel_reason: "customer" }, {}, "the booking is cancelled"],
  ["of a cancelled night", {}, { status: "cancelled" }, "the night is cancelled"],
])("withheld from a booking %s, which isn't queued either", async (_, booking, departure, why) => {
  await book();
  await queueReminders(at(FRIDAY_NOON));
  if ("status" in booking) await db().updateTable("bookings").set(booking).execute();
  if ("status" in departure) await db().updateTable("scheduled_crawls").set(departure).execute();
  await sendAll(FRIDAY_NOON);
  expect(await emails()).toMatchObject([{ status: "withheld", last_error: why }]);
  await db().deleteFrom("emails").execute();
  await queueReminders(at(FRIDAY_NOON));
  expect(await emails()).toEqual([]);
});

test("nobody without an address, and no unpaid basket", async () => {
  await book({}, { email: "" });
  await book({}, { status: "pending" });
  await queueReminders(at(FRIDAY_NOON));
  expect(await emails()).toEqual([]);
});

test("switched off before it is queued, and before it leaves", async () => {
  await set(["reminder_before_on", "false"]);
  await book();
  await queueReminders(at(FRIDAY_NOON));
  expect(await emails()).toEqual([]);
  await db().deleteFrom("app_settings").execute();
  forgetSettings(database.services);
  await queueReminders(at(FRIDAY_NOON));
  await set(["reminder_before_on", "false"]);
  await sendAll(FRIDAY_NOON);
  expect(await emails()).toMatchObject([{ status: "withheld", last_error: "it is switched off" }]);

  // a switch that was flipped by mistake loses nothing while there is time
  await queueReminders(at(FRIDAY_NOON));
  expect(await emails()).toMatchObject([{ status: "withheld" }]);
  await db().deleteFrom("app_settings").execute();
  forgetSettings(database.services);
  for (let n = 0; n < 2; n++) {
    await queueReminders(at("2026-11-20T18:05:00Z"));
    await sendAll("2026-11-20T18:05:00Z");
  }
  expect(await emails()).toMatchObject([{ status: "sent", attempts: 1, last_error: null }]);
});

test("what was withheld for good isn't queued again", async () => {
  await book();
  await queueReminders(at(FRIDAY_NOON));
  await db().updateTable("emails").set({ status: "withheld", last_error: "the night was moved" }).execute();
  await queueReminders(at("2026-11-20T18:05:00Z"));
  expect(await emails()).toMatchObject([{ status: "withheld" }]);
});

test("emails by the clock leave after those that somebody waits for, also when they are tried again", async () => {
  const { pool } = database.services;
  const priorities = async () => {
    const { rows } = await pool.query<{ kind: string; priority: number }>(
      `select e.kind, j.priority from graphile_worker.jobs j join emails e on j.key = 'email:' || e.id order by e.kind`,
    );
    return rows.map(({ kind, priority }) => `${kind} ${priority}`);
  };
  const bookingId = await book();
  await queueReminders(at(FRIDAY_NOON));
  const ctx = at(FRIDAY_NOON);
  await db()
    .transaction()
    .execute((tx) => ctx.publish(ctx, tx, { name: "booking.confirmed", payload: { bookingId, partnerId: null } }));
  const both = ["booking_confirmation -10", "reminder_day_before 20"];
  expect(await priorities()).toEqual(both);
  // their jobs are lost, and added again
  await pool.query("delete from graphile_worker._private_jobs");
  await db()
    .updateTable("emails")
    .set({ created_at: new Date(THURSDAY) })
    .execute();
  await requeueStuckEmails(at(FRIDAY_NOON));
  expect(await priorities()).toEqual(both);
  // they wait for the mail server, and then it is back
  await db()
    .insertInto("mail_outage")
    .values({
      since: new Date(FRIDAY_NOON),
      failed_emails: "{}",
      probe_at: new Date("2026-11-20T18:00:30Z"),
      last_error: "x",
    })
    .execute();
  await pool.query("delete from graphile_worker._private_jobs");
  const away = { ...ctx, settings: { ...ctx.settings, SMTP_URL: "smtp://127.0.0.1:1" } };
  for (const { id } of await emails()) await sendEmail(away, { id });
  expect(await priorities()).toEqual(both);
  await db().deleteFrom("mail_outage").execute();
});

test("on the day once it is switched on, hours before the start, beside the day before", async () => {
  await set(["reminder_today_on", "true"], ["reminder_today_hours", "3"]);
  await book();
  await queueReminders(at(FRIDAY_NOON));
  await queueReminders(at("2026-11-21T22:59:00Z"));
  await queueReminders(at(SATURDAY_17));
  expect((await emails()).map(({ kind }) => kind)).toEqual(["reminder_day_before", "reminder_today"]);
  await sendAll(SATURDAY_17);
  expect(await emails()).toMatchObject([
    { status: "withheld", last_error: "its time is over" },
    { status: "sent", subject: "We start at 8:00 PM: Ronda Mexico City" },
  ]);
});

test.each([
  // summer time ends in Tijuana that night: noon before it is 19:00 UTC, noon after it 20:00
  ["America/Tijuana", "2026-10-31", "2026-10-30T19:00:00Z"],
  ["America/Tijuana", "2026-11-02", "2026-11-01T20:00:00Z"],
  ["America/Cancun", "2026-11-02", "2026-11-01T17:00:00Z"],
])("in %s a night on %s that ends past midnight is reminded of at %s", async (zone, date, noon) => {
  await book({ made: "2026-10-20T18:00:00Z", date, zone, start: "22:00", end: "03:00" });
  await queueReminders(at(new Date(+new Date(noon) - 1000).toISOString()));
  expect(await emails()).toEqual([]);
  await queueReminders(at(noon));
  expect(await emails()).toHaveLength(1);
  expect(dateIn(new Date(noon), zone) < date).toBe(true);
});

test("an admin sees how many will leave in a week and how many left, and an example in both languages", async () => {
  const admin = (instant: string) => database.ctx({ now: new Date(instant), actor: { kind: "user", role: "admin" } });
  for (let n = 0; n < 3; n++) await book({}, { status: n === 2 ? "pending" : "confirmed" });
  await book({ date: "2026-12-05" });
  const figures = async (instant: string) => {
    const result = await scheduledEmails(admin(instant));
    return result.ok && result.emails.map(({ kind, next, last }) => [kind, next, last]);
  };
  expect(await figures(THURSDAY)).toEqual([
    ["reminder_day_before", 2, 0],
    ["reminder_today", 2, 0],
    ["rating_request", 2, 0],
    ["checkout_unfinished", 0, 0],
  ]);
  await queueReminders(at(FRIDAY_NOON));
  await sendAll(FRIDAY_NOON);
  expect(await figures("2026-11-22T18:00:00Z")).toEqual([
    ["reminder_day_before", 0, 2],
    ["reminder_today", 0, 0],
    ["rating_request", 2, 0],
    ["checkout_unfinished", 0, 0],
  ]);
  expect((await scheduledEmails(database.ctx({ actor: { kind: "user", role: "manager" } }))).ok).toBe(false);

  const output = await exampleEmails(admin(THURSDAY), "reminder_day_before");
  if (!output.ok) throw new Error("refused");
  expect(output.examples.en.subject).toBe("Tomorrow at 8:00 PM: Ronda Mexico City");
  expect(output.examples.es.html).toContain("Fuente de Cibeles");
  expect(output.examples.es.html).not.toContain("sofia@guest.test");
});
