import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createApi } from "#src/api.server.ts";
import { forgetBookings } from "#src/modules/office/privacy/forget-bookings.server.ts";
import { issueTickets } from "#src/modules/evening/tickets/issue-tickets.server.ts";
import { passToken } from "#src/modules/evening/tickets/grant-pass.server.ts";
import { ticketsOf } from "#src/modules/evening/tickets/queries.server.ts";
import { updatePasses } from "#src/modules/evening/tickets/update-passes.server.ts";
import { googleSaveLink } from "#src/modules/evening/tickets/write-passes.server.ts";
import type { Context, DomainEvent } from "#src/platform/context.server.ts";
import { readSettings } from "#src/platform/env.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase } from "#tests/database.ts";
import { startPush } from "#tests/mocks/apple/start-push.ts";
import { startGoogleWallet } from "#tests/mocks/google/start-wallet.ts";
import { ownCertificate } from "#tests/own-certificate.ts";

const TOPIC = "pass.test.ronda";
const pass = ownCertificate(`Pass Type ID: ${TOPIC}`, 7);
const account = ownCertificate("Service account");
const database = freshDatabase();
let push: Awaited<ReturnType<typeof startPush>>;
let google: Awaited<ReturnType<typeof startGoogleWallet>>;
beforeAll(async () => {
  push = await startPush({ topic: TOPIC });
  google = await startGoogleWallet({ email: "wallet@ronda.test", certificate: account.certificate });
});
afterAll(() => Promise.all([push.close(), google.close()]));
afterEach(async () => {
  push.pushes.length = 0;
  push.planned.clear();
  google.calls.length = 0;
  google.failing.length = 0;
  for (const table of ["wallet_passes", "emails", "tickets", "bookings"] as const)
    await database.services.db.deleteFrom(table).execute();
});

const settings = () =>
  readSettings({
    BASE_URL: "https://ronda.test",
    APP_SECRET: "a secret of at least thirty-two characters",
    APPLE_PASS_TYPE_ID: TOPIC,
    APPLE_TEAM_ID: "A1B2C3D4E5",
    APPLE_PASS_CERT: pass.certificate,
    APPLE_PASS_KEY: pass.key,
    APPLE_WWDR_CERT: ownCertificate("Worldwide Developer Relations").certificate,
    APPLE_PUSH_URL: push.url,
    GOOGLE_WALLET_ISSUER_ID: "3388000000012345678",
    GOOGLE_WALLET_KEY: JSON.stringify({
      client_email: "wallet@ronda.test",
      private_key: account.key,
      token_uri: `${google.url}/token`,
    }),
    GOOGLE_WALLET_URL: google.url,
  });

const tell = (ctx: Context, event: DomainEvent) => ctx.db.transaction().execute((tx) => ctx.publish(ctx, tx, event));

async function booked(over: Parameters<typeof bookDeparture>[1] = { number_of_people: 2 }) {
  const ctx: Context = { ...database.ctx(), settings: settings() };
  const bookingId = await bookDeparture(ctx, over);
  await ctx.db.transaction().execute((tx) => issueTickets(ctx, tx, { bookingId }));
  const [ticket] = await ticketsOf(ctx, bookingId);
  const api = createApi({ ...database.services, settings: ctx.settings });
  const call = (method: string, path: string, more: { token?: string; body?: object; since?: string } = {}) =>
    api.request(`/wallet/v1${path}${more.since === undefined ? "" : `?passesUpdatedSince=${more.since}`}`, {
      method,
      headers: {
        ...(more.token === undefined ? {} : { authorization: `ApplePass ${more.token}` }),
        ...(more.body ? { "content-type": "application/json" } : {}),
      },
      ...(more.body ? { body: JSON.stringify(more.body) } : {}),
    });
  const token = passToken(ctx, ticket!.id);
  const path = `/devices/dev1/registrations/${TOPIC}/${ticket!.id}`;
  const register = (device = "dev1", pushToken = "aa01") =>
    call("POST", path.replace("dev1", device), { token, body: { pushToken } });
  return { ctx, bookingId, ticket: ticket!, call, token, path, register };
}

const due = (ctx: Context) =>
  ctx.db
    .selectFrom("wallet_passes")
    .select("device")
    .whereRef("changed_at", ">", "told_at")
    .orderBy("device")
    .execute();

/** What a pass says of itself; its files are stored as they are. */
const textOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer()).toString("latin1");

test("a phone registers, is pushed when the booking is cancelled, asks what changed and fetches a void pass", async () => {
  const { ctx, bookingId, ticket, call, token, path, register } = await booked();
  expect((await register()).status).toBe(201);
  expect((await register()).status).toBe(200);
  const list = `/devices/dev1/registrations/${TOPIC}`;
  const first = (await (await call("GET", list)).json()) as { lastUpdated: string; serialNumbers: string[] };
  expect(first.serialNumbers).toEqual([ticket.id]);
  const read = () => call("GET", `/passes/${TOPIC}/${ticket.id}`, { token });
  expect(await textOf(await read())).toContain('"voided":false');
  await updatePasses(ctx);
  expect(push.pushes).toEqual([]);

  await ctx.db.updateTable("bookings").set({ status: "cancelled", cancel_reason: "customer" }).execute();
  await tell(ctx, { name: "booking.cancelled", payload: { bookingId, reason: "customer", wasConfirmed: true } });
  await updatePasses(ctx);
  await updatePasses(ctx);
  expect(push.pushes).toEqual([{ device: "aa01", topic: TOPIC, body: "{}", certificate: null }]);
  const changed = (await (await call("GET", list, { since: first.lastUpdated })).json()) as typeof first;
  expect(changed.serialNumbers).toEqual([ticket.id]);
  expect(Number(changed.lastUpdated)).toBeGreaterThan(Number(first.lastUpdated));
  expect(await textOf(await read())).toContain('"voided":true');

  expect((await call("DELETE", path, { token })).status).toBe(200);
  expect((await call("DELETE", path, { token })).status).toBe(200);
  expect((await call("GET", list)).status).toBe(204);
});

test("the pass of a replaced ticket is void, in both wallets, and tells no corrected name", async () => {
  const { ctx, bookingId, ticket, call, token, register } = await booked();
  await register();
  await googleSaveLink(ctx, bookingId, ticket.id);
  const id = `3388000000012345678.${ticket.code}`;
  google.objects.set(id, { id, state: "ACTIVE" });
  const [from, names] = ["wrong@guest.test", { was: ticket.guest_name, now: "Ana Ruiz" }];
  const payload = { bookingId, key: "k", from, reached: true, names, byGuest: false };
  await tell(ctx, { name: "booking.contact_corrected", payload });
  await updatePasses(ctx);
  expect(push.pushes).toHaveLength(1);
  const content = await textOf(await call("GET", `/passes/${TOPIC}/${ticket.id}`, { token }));
  expect(content).toContain('"voided":true');
  expect(content).not.toContain("Ana Ruiz");
  expect(google.objects.get(id)).toMatchObject({ state: "INACTIVE", ticketHolderName: names.was });
});

test("a pass says where it is fetched anew, and its secret is no other ticket's", async () => {
  const { ctx, bookingId, ticket, call, token, path } = await booked();
  const content = await textOf(await call("GET", `/passes/${TOPIC}/${ticket.id}`, { token }));
  expect(content).toContain('"webServiceURL":"https://ronda.test/wallet"');
  expect(content).toContain(`"authenticationToken":"${token}"`);
  const [, other] = await ticketsOf(ctx, bookingId);
  const body = { pushToken: "aa01" };
  for (const wrong of [undefined, "", `${token.slice(0, -1)}_`, passToken(ctx, other!.id)]) {
    const request = wrong === undefined ? {} : { token: wrong };
    expect((await call("POST", path, { ...request, body })).status).toBe(401);
    expect((await call("DELETE", path, request)).status).toBe(401);
    expect((await call("GET", `/passes/${TOPIC}/${ticket.id}`, request)).status).toBe(401);
  }
  // of another type, of no ticket, with no push token
  expect((await call("POST", path.replace(TOPIC, "pass.test.other"), { token, body })).status).toBe(401);
  expect((await call("POST", path.replace(ticket.id, "nobody"), { token, body })).status).toBe(401);
  for (const pushToken of [undefined, 7, "", "a/b", "x".repeat(201)])
    expect((await call("POST", path, { token, body: { pushToken } })).status).toBe(400);
  expect((await call("GET", `/devices/dev1/registrations/pass.test.other`)).status).toBe(204);
  expect((await call("POST", "/log", { body: { logs: ["no"] } })).status).toBe(200);
  expect(await ctx.db.selectFrom("wallet_passes").selectAll().execute()).toEqual([]);
});

test("a phone that still has the pass of somebody who was erased isn't noted again", async () => {
  const { ctx, bookingId, ticket, call, token, register } = await booked();
  await register();
  await ctx.db.transaction().execute((tx) => forgetBookings(tx, [bookingId], ctx.now));
  expect((await register()).status).toBe(401);
  expect((await call("GET", `/passes/${TOPIC}/${ticket.id}`, { token })).status).toBe(401);
  expect(await ctx.db.selectFrom("wallet_passes").selectAll().execute()).toEqual([]);
});

test("twenty devices may have a pass, and those that have it get another address of theirs all the same", async () => {
  const { ctx, path, call, token } = await booked();
  const register = async (device: string, pushToken: string) =>
    (await call("POST", path.replace("dev1", device), { token, body: { pushToken } })).status;
  for (let n = 0; n < 20; n++) expect(await register(`dev${n}`, "aa01")).toBe(201);
  expect([await register("dev20", "aa01"), await register("dev0", "aa02")]).toEqual([200, 200]);
  const devices = await ctx.db.selectFrom("wallet_passes").select(["device", "push_token"]).execute();
  expect(devices).toHaveLength(20);
  expect(devices).toContainEqual({ device: "dev0", push_token: "aa02" });
});

test("a moved night is told to everybody on it, in practice as well", async () => {
  const { ctx, register } = await booked({ test: true });
  const { departure_id: departureId } = await ctx.db
    .selectFrom("bookings")
    .select("scheduled_crawl_id as departure_id")
    .executeTakeFirstOrThrow();
  await register("dev1", "aa01");
  await register("dev2", "aa02");
  const was = { date: "2026-11-21", start_time: "20:00", end_time: "00:30" };
  await tell(ctx, { name: "departure.moved", payload: { departureId, version: 2, was } });
  expect(await due(ctx)).toHaveLength(2);
  await updatePasses(ctx);
  expect(push.pushes.map(({ device }) => device).toSorted()).toEqual(["aa01", "aa02"]);
});

test("a device without the pass is forgotten; a service that is busy is asked again, and the others are told meanwhile", async () => {
  const { ctx, bookingId, register } = await booked();
  await register("dev1", "aa01");
  await register("dev2", "aa02");
  await register("dev3", "aa03");
  push.planned.set("aa01", { status: 503, reason: "ServiceUnavailable" });
  push.planned.set("aa02", { status: 410, reason: "Unregistered" });
  await tell(ctx, { name: "booking.confirmed", payload: { bookingId, partnerId: null } });
  await expect(updatePasses(ctx)).rejects.toThrow("1 passes");
  expect(await due(ctx)).toEqual([{ device: "dev1" }]);
  expect(await ctx.db.selectFrom("wallet_passes").select("device").orderBy("device").execute()).toEqual([
    { device: "dev1" },
    { device: "dev3" },
  ]);
  push.planned.clear();
  await updatePasses(ctx);
  expect(push.pushes.map(({ device }) => device)).toEqual(["aa01", "aa02", "aa03", "aa01"]);
  expect(await due(ctx)).toEqual([]);
});

test("a change while a push is on its way is told as well", async () => {
  const { ctx, bookingId, register } = await booked();
  await register();
  await tell(ctx, { name: "booking.confirmed", payload: { bookingId, partnerId: null } });
  const [before] = await ctx.db.selectFrom("wallet_passes").selectAll().execute();
  await tell(ctx, { name: "booking.confirmed", payload: { bookingId, partnerId: null } });
  // what an earlier run notes when it has told the state before
  await ctx.db.updateTable("wallet_passes").set({ told_at: before!.changed_at }).execute();
  expect(await due(ctx)).toHaveLength(1);
});

test("Google is sent the ticket with its new departure, if somebody saved it", async () => {
  const { ctx, bookingId, ticket } = await booked();
  await googleSaveLink(ctx, bookingId, ticket.id);
  const id = `3388000000012345678.${ticket.code}`;
  google.objects.set(id, { id, state: "ACTIVE", classId: "before" });
  await tell(ctx, { name: "booking.confirmed", payload: { bookingId, partnerId: null } });
  google.failing.push(503);
  await expect(updatePasses(ctx)).rejects.toThrow("1 passes");
  await updatePasses(ctx);
  const departure = await ctx.db.selectFrom("bookings").select("scheduled_crawl_id").executeTakeFirstOrThrow();
  const classId = `3388000000012345678.${departure.scheduled_crawl_id.replaceAll("-", "")}-en`;
  expect(google.objects.get(id)).toMatchObject({ state: "ACTIVE", classId, ticketHolderName: "Sofía Núñez" });
  expect(google.classes.get(classId)).toMatchObject({ dateTime: { start: "2026-11-21T20:00:00-06:00" } });

  await ctx.db.updateTable("bookings").set({ status: "cancelled", cancel_reason: "customer" }).execute();
  await tell(ctx, { name: "booking.cancelled", payload: { bookingId, reason: "customer", wasConfirmed: true } });
  await updatePasses(ctx);
  expect(google.objects.get(id)).toMatchObject({ state: "INACTIVE" });
  expect(await due(ctx)).toEqual([]);

  // the link was followed, and nothing saved
  google.objects.clear();
  await tell(ctx, { name: "booking.confirmed", payload: { bookingId, partnerId: null } });
  await updatePasses(ctx);
  expect(await ctx.db.selectFrom("wallet_passes").selectAll().execute()).toEqual([]);
});
