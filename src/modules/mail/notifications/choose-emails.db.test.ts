import PostalMime from "postal-mime";
import { afterEach, expect, test } from "vitest";
import { chooseEmails } from "#src/modules/mail/notifications/choose-emails.server.ts";
import { optoutLink } from "#src/modules/mail/notifications/grant-optout.server.ts";
import {
  emailChoice,
  exampleEmails,
  previewLoggedEmail,
  refusedEmailsAt,
} from "#src/modules/mail/notifications/queries.server.ts";
import { sendEmail } from "#src/modules/mail/notifications/send-email.server.ts";
import { requestReviews } from "#src/modules/evening/reviews/request-reviews.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { openDb } from "#src/platform/db.server.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();
const db = () => database.services.db;
afterEach(async () => {
  for (const table of ["email_optouts", "emails", "tickets", "rating_requests", "bookings"] as const)
    await db().deleteFrom(table).execute();
});

const SUNDAY_NOON = new Date("2026-11-22T18:00:00Z");
const ctx = () => database.ctx({ now: SUNDAY_NOON });
const linkOf = (address: string) => optoutLink(ctx(), address, "en");
const tokenOf = async (address: string) => new URL(await linkOf(address)).searchParams.get("token");

/** The request for a review of a booking, after it was to be sent. */
async function request(over: Parameters<typeof bookDeparture>[1] = {}) {
  const id = await bookDeparture(database.ctx(), over);
  await requestReviews(ctx());
  const email = await db().selectFrom("emails").selectAll().where("booking_id", "=", id).executeTakeFirstOrThrow();
  await sendEmail(ctx(), email);
  return db().selectFrom("emails").selectAll().where("id", "=", email.id).executeTakeFirstOrThrow();
}

test("a request for a review says how it is refused, in its foot and to email programs", async () => {
  const { raw, html, text } = await request({ language: "es" });
  const link = await optoutLink(ctx(), "sofia@guest.test", "es");
  expect(link).toMatch(/^http:\/\/ronda\.test\/es\/unsubscribe\?token=[\w-]{43}\.[\w-]{43}$/);
  const { headers } = await PostalMime.parse(raw!);
  const header = (name: string) => headers.find(({ key }) => key === name)?.value;
  expect(header("list-unsubscribe")).toBe(`<${link}>`);
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(html).toContain(`href="${link}"`);
  expect(text).toContain("No recibir más correos como este");
});

test("what is about one's own booking can't be refused", async () => {
  await chooseEmails(ctx(), { token: await tokenOf("sofia@guest.test"), wanted: false });
  const bookingId = await bookDeparture(database.ctx());
  await db()
    .transaction()
    .execute((tx) =>
      database
        .ctx()
        .publish(database.ctx(), tx, { name: "booking.confirmed", payload: { bookingId, partnerId: null } }),
    );
  const [email] = await db().selectFrom("emails").selectAll().execute();
  await sendEmail(database.ctx(), email!);
  const [sent] = await db().selectFrom("emails").selectAll().execute();
  expect(sent).toMatchObject({ kind: "booking_confirmation", status: "sent" });
  expect(sent!.raw!.toString()).not.toMatch(/list-unsubscribe/i);
});

test("refused however the address is written, once or often, and taken back", async () => {
  const token = await tokenOf(" Sofia@Guest.TEST ");
  expect(await emailChoice(ctx(), token)).toEqual({ wanted: true });
  for (let n = 0; n < 2; n++) expect(await chooseEmails(ctx(), { token, wanted: false })).toMatchObject({ ok: true });
  expect(await emailChoice(ctx(), token)).toEqual({ wanted: false });
  expect(await request()).toMatchObject({ status: "withheld", last_error: "its reader has unsubscribed" });
  expect(await request({ email: "leo@guest.test" })).toMatchObject({ status: "sent" });
  await chooseEmails(ctx(), { token, wanted: true });
  expect(await request()).toMatchObject({ status: "sent" });
});

test("refused for the whole mailbox: no spelling of it that anybody types gets past that", async () => {
  await chooseEmails(ctx(), { token: await tokenOf("victim@gmail.com"), wanted: false });
  for (const email of ["v.ictim+1@gmail.com", "VICTIM@googlemail.com"])
    expect(await request({ email })).toMatchObject({ status: "withheld", last_error: "its reader has unsubscribed" });
  expect(await request({ email: "v.ictim@example.test" })).toMatchObject({ status: "sent" });
});

test("reading writes nothing: the key comes with the first link", async () => {
  await db().deleteFrom("secrets").where("name", "=", "email-optouts").execute();
  // another pool of connections, as of a process that has just begun
  const fresh = { ...ctx(), db: openDb(database.services.pool) };
  const token = `${"a".repeat(43)}.${"b".repeat(43)}`;
  expect(await emailChoice(fresh, token)).toBeNull();
  expect(await chooseEmails(fresh, { token, wanted: false })).toMatchObject({ reason: "link_not_found" });
  expect(await refusedEmailsAt(fresh, "sofia@guest.test")).toBeNull();
  expect(await db().selectFrom("secrets").select("name").where("name", "=", "email-optouts").execute()).toEqual([]);
  const link = await optoutLink(fresh, "sofia@guest.test", "en");
  expect(await emailChoice(fresh, new URL(link).searchParams.get("token"))).toEqual({ wanted: true });
});

test("staff who read an email, or an example of it, can't unsubscribe its recipient", async () => {
  const staff = { ...ctx(), actor: database.ctx({ actor: { kind: "user", role: "admin" } }).actor };
  const sent = await request();
  expect(sent.html).toContain("/unsubscribe?token=");
  const preview = await previewLoggedEmail(staff, sent.id);
  const example = await exampleEmails(staff, "rating_request");
  if (!preview.ok || !example.ok) throw new Error("refused");
  for (const html of [preview.html, example.examples.en.html, example.examples.es.html]) {
    expect(html).not.toContain("unsubscribe?token");
    expect(html).toContain('href="#"');
  }
});

test("opening the link changes nothing, and a link that isn't ours does nothing", async () => {
  const token = (await tokenOf("sofia@guest.test"))!;
  await emailChoice(ctx(), token);
  const [hash, signature] = token.split(".");
  const others = (await tokenOf("leo@guest.test"))!.split(".")[0];
  for (const wrong of [null, "", "nope", hash!, `${others}.${signature}`, `${token}x`, `${hash}.${"a".repeat(43)}`]) {
    expect(await emailChoice(ctx(), wrong)).toBeNull();
    expect(await chooseEmails(ctx(), { token: wrong, wanted: false })).toMatchObject({ reason: "link_not_found" });
  }
  expect(await db().selectFrom("email_optouts").selectAll().execute()).toEqual([]);
});

test("a link says nothing of whether an address is known", async () => {
  await bookDeparture(database.ctx());
  const shape = (link: string) => link.replace(/[\w-]{43}/g, "…");
  expect(shape(await linkOf("sofia@guest.test"))).toBe(shape(await linkOf("nobody@guest.test")));
  const answers = await Promise.all(
    ["sofia@guest.test", "nobody@guest.test"].map(async (address) => {
      const token = await tokenOf(address);
      return [await emailChoice(ctx(), token), await chooseEmails(ctx(), { token, wanted: false })];
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
});

test("neither another APP_SECRET nor the deletion of a person forgets what they refused; no address is kept", async () => {
  const token = await tokenOf("sofia@guest.test");
  await chooseEmails(ctx(), { token, wanted: false });
  const rows = await db().selectFrom("email_optouts").selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/sofia|guest/);
  expect(await emailChoice({ ...ctx(), secret: "another" } as never, token)).toEqual({ wanted: false });
  await db().updateTable("bookings").set({ email: "", first_name: "" }).execute();
  expect(await request()).toMatchObject({ status: "withheld", last_error: "its reader has unsubscribed" });
});
