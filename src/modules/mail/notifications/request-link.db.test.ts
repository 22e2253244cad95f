import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { findBooking, holdsOldLink } from "#src/modules/sales/booking/queries.server.ts";
import { offeredSignIn } from "#src/modules/base/identity/queries.server.ts";
import { requestLink, requestRatingLink, requestSignIn } from "#src/modules/mail/notifications/request-link.server.ts";
import { sendLink } from "#src/modules/mail/notifications/send-link.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { tokenIn } from "#tests/accounts.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";

// A booking's link: how long it opens, and how its guest gets a new one. Departures are on 28 November 2026, at noon of the 20th.

const database = freshDatabase();
const stage = payingStage(database);
let departure: string;
beforeAll(async () => {
  const { crawlId } = await seedMinimal(database.services.db);
  departure = await addDeparture(database.services.db, crawlId, { date: "2026-11-28" });
});

const DAY = 24 * 60;
const booked = () => stage.books(departure);
const guest = (days = 0) => stage.at(days * DAY);
const staff = () => stage.at(0, { kind: "user", role: "admin", secondFactor: true });
const first = (id: string) => accessToken(database.services.secret, id);
const opens = async (ctx: Context, id: string, token: string) => (await findBooking(ctx, id, token))?.private !== null;

async function mails(id: string): Promise<string[]> {
  await database.work();
  const { rows } = await database.services.pool.query<{ text: string }>(
    "select text from emails where booking_id = $1 and kind = 'booking_link' order by created_at",
    [id],
  );
  return rows.map(({ text }) => /token=([\w-]+)/.exec(text)![1]!);
}

test("a link opens until sixty days after the night, and then only tells that it has ended", async () => {
  const id = await booked();
  expect(await opens(guest(68), id, first(id))).toBe(true);
  expect(await opens(guest(69), id, first(id))).toBe(false);
  expect(await holdsOldLink(guest(68), id, first(id))).toBe(false);
  expect(await holdsOldLink(guest(69), id, first(id))).toBe(true);
  expect(await holdsOldLink(guest(69), id, first(randomUUID()))).toBe(false);
});

test("whoever holds an ended link gets a new one by mail, which opens for sixty days more", async () => {
  const id = await booked();
  await requestLink(guest(100), { booking_id: id, token: first(id) });
  const [token] = await mails(id);
  expect(token).not.toBe(first(id));
  expect(await opens(guest(159), id, token!)).toBe(true);
  expect(await opens(guest(161), id, token!)).toBe(false);
  expect(await opens(guest(0), id, first(id))).toBe(false);
});

test("a stranger with the id changes nothing: the guest is mailed the link that they have, at most once an hour", async () => {
  const id = await booked();
  for (let n = 0; n < 5; n++) expect(await requestLink(guest(), { booking_id: id, token: "x" })).toEqual({ ok: true });
  expect(await mails(id)).toEqual([first(id)]);
  expect(await opens(guest(), id, first(id))).toBe(true);
});

test("a missing booking is answered like any other", async () => {
  expect(await requestLink(guest(), { booking_id: randomUUID(), token: null })).toEqual({ ok: true });
  expect(await requestLink(guest(), { booking_id: "x", token: null })).toEqual({ ok: true });
});

test("staff send a new link, and the one before ends; sending it again doesn't end it", async () => {
  const id = await booked();
  const key = randomUUID();
  await sendLink(staff(), { booking_id: id, key, isNew: true });
  await sendLink(staff(), { booking_id: id, key, isNew: true });
  const [token, ...more] = await mails(id);
  expect(more).toEqual([]);
  expect(await opens(guest(), id, first(id))).toBe(false);
  expect(await holdsOldLink(guest(), id, first(id))).toBe(true);
  expect(await opens(guest(), id, token!)).toBe(true);
  await sendLink(staff(), { booking_id: id, key: randomUUID() });
  expect((await mails(id)).at(-1)).toBe(token);
});

test("a link that was taken back ends no other: the guest is mailed the one that opens", async () => {
  const id = await booked();
  await sendLink(staff(), { booking_id: id, key: randomUUID(), isNew: true });
  const [token] = await mails(id);
  await requestLink(guest(), { booking_id: id, token: first(id) });
  expect((await mails(id)).at(-1)).toBe(token);
  expect(await opens(guest(), id, token!)).toBe(true);
  // once it has ended too, whoever holds any of them is who the guest was
  await requestLink(guest(100), { booking_id: id, token: first(id) });
  expect(await opens(guest(100), id, (await mails(id)).at(-1)!)).toBe(true);
});

test("whoever has lost the link for rating a night is mailed it, whatever is switched off; a stranger learns nothing", async () => {
  const id = await bookDeparture(database.ctx());
  const ask = (of = id) => requestRatingLink(guest(9), { booking_id: of });
  for (let n = 0; n < 5; n++) expect(await ask()).toEqual({ ok: true });
  expect(await ask(randomUUID())).toEqual({ ok: true });
  expect(await ask("none")).toEqual({ ok: true });
  const { pool } = database.services;
  await pool.query(
    "insert into app_settings (key, value) values ('rating_on', 'false') on conflict (key) do update set value = 'false'",
  );
  await database.work();
  const { rows } = await pool.query<{ text: string; status: string }>(
    "select text, status from emails where booking_id = $1 and kind = 'rating_request'",
    [id],
  );
  expect(rows.map(({ status }) => status)).toEqual(["sent"]);
  expect(rows[0]!.text).toContain(`/rating/${id}?token=`);
});

/** Emails with a link to sign in about a booking, as sent. */
const signInMails = async (id: string) => {
  await database.work();
  const { rows } = await database.services.pool.query<{ text: string; recipient: string }>(
    "select text, recipient from emails where booking_id = $1 and kind = 'sign_in_link' order by created_at",
    [id],
  );
  return rows;
};

test("whoever opens a booking has its address mailed a link to sign in, once for two presses and three times an hour", async () => {
  const id = await booked();
  const request = { booking_id: id, token: first(id) };
  for (let n = 0; n < 2; n++) expect(await requestSignIn(guest(), request)).toEqual({ ok: true });
  const [mail, ...others] = await signInMails(id);
  expect(others).toEqual([]);
  const token = tokenIn(mail!.text);
  expect(await offeredSignIn(guest(), token)).toMatchObject({ email: mail!.recipient, name: { last_name: "Navarro" } });
  // whoever booked may have typed another's address: it says no name
  expect(mail!.text).not.toContain("Navarro");
  for (const minutes of [11, 22, 33]) await requestSignIn(stage.at(minutes), request);
  expect(await signInMails(id)).toHaveLength(2);
});

test("a link to sign in is sent anew at once when the last was used, or the address was wrong", async () => {
  const { pool } = database.services;
  const id = await booked();
  const request = { booking_id: id, token: first(id) };
  await pool.query("update bookings set email = 'wrong@example.test' where id = $1", [id]);
  for (let n = 0; n < 2; n++) await requestSignIn(guest(), request);
  expect(await signInMails(id)).toHaveLength(1);
  await pool.query("delete from verification where value like '{%'"); // as following it does
  await requestSignIn(stage.at(61), request);
  expect(await signInMails(id)).toHaveLength(2);
  await pool.query("update bookings set email = 'righted@example.test' where id = $1", [id]);
  await requestSignIn(stage.at(62), request);
  expect((await signInMails(id)).map(({ recipient }) => recipient)).toContain("righted@example.test");
});

test("a stranger with the id of a booking gets the same answer, and nobody a link to sign in", async () => {
  const id = await booked();
  for (const token of [null, "x"])
    expect(await requestSignIn(guest(), { booking_id: id, token })).toEqual({ ok: true });
  expect(await requestSignIn(guest(), { booking_id: randomUUID(), token: first(id) })).toEqual({ ok: true });
  expect(await signInMails(id)).toEqual([]);
});
