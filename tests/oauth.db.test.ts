import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { giveOffered } from "#src/modules/base/identity/accept-invitation.server.ts";
import { changeRole } from "#src/modules/base/identity/change-role.server.ts";
import { endSession } from "#src/modules/base/identity/end-session.server.ts";
import { emailChanged } from "#src/modules/base/identity/events.ts";
import { endSessionsBut } from "#src/modules/base/identity/renew-session.server.ts";
import { revokeSessions } from "#src/modules/base/identity/revoke-sessions.server.ts";
import type { ChangeRole } from "#src/modules/base/identity/schema.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";
import { endConnection, endConnections } from "#src/modules/programs/connections/end-connection.server.ts";
import { forgetEnded } from "#src/modules/programs/connections/forget-ended.server.ts";
import { listConnections } from "#src/modules/programs/connections/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { oauthOn, RESOURCE } from "#tests/oauth-client.ts";
import { seedMinimal } from "#tests/seeds.ts";

// Staff's assistants sign in by OAuth 2.1 (docs/decisions/224): plain requests of a program, and the pages as a person answers them.

const database = freshDatabase({ TRUST_PROXY: "1", RONDA_SEED: "empty" });
const oauth = oauthOn(database);
const db = () => database.services.db;
const GUESTS = ["search_nights", "get_night", "quote", "hold_places", "get_payment_link", "booking_status"];
const ALL = "availability:read bookings:read bookings:write tonight:read money:read";

type Person = Awaited<ReturnType<typeof oauth.signIn>>;
let manager: Person;
beforeAll(async () => {
  await seedMinimal(db());
  manager = await oauth.signIn("manager");
});
beforeEach(async () => {
  oauth.at(() => new Date());
  await db().deleteFrom("rate_counters").execute();
});
const setUser = (person: Person, values: object) =>
  db().updateTable("user").set(values).where("id", "=", person.id).execute();
const subjectsOf = async (action: string) =>
  (await db().selectFrom("audit_log").select("subject_id").where("action", "=", action).execute()).map(
    ({ subject_id: id }) => id,
  );
const grants = () => db().selectFrom("oauth_grants").selectAll().execute();
const aCity = () => db().selectFrom("cities").select("id").executeTakeFirstOrThrow();
const OFFER = { id: randomUUID(), role: "guide" as const, city_ids: null };
const moved = ({ id, email }: Person) => ({ userId: id, email: `new.${email}`, oldEmail: email });
const minutes = (count: number) => () => new Date(Date.now() + count * 60_000);

describe("a program", () => {
  test("learns where to sign in, registers, asks, and uses the tools of what it was let do", async () => {
    const { status, challenge } = await oauth.tools();
    expect(status).toBe(401);
    const metadata = /resource_metadata="http:\/\/ronda\.test([^"]+)"/.exec(challenge ?? "")?.[1] ?? "";
    const resource = (await (await oauth.fetchApi(metadata)).json()) as Record<string, unknown>;
    expect(resource).toMatchObject({ resource: RESOURCE, authorization_servers: ["http://ronda.test"] });
    const server = (await (await oauth.fetchApi("/.well-known/oauth-authorization-server")).json()) as object;
    expect(server).toMatchObject({ issuer: "http://ronda.test", code_challenge_methods_supported: ["S256"] });

    const { client, id, back, exchange } = await oauth.codeFor(manager);
    expect([back.origin + back.pathname, back.searchParams.get("state"), back.searchParams.get("iss")]).toEqual([
      "https://assistant.example/callback",
      "s t",
      "http://ronda.test",
    ]);
    const { status: tokenStatus, json } = await oauth.token(exchange);
    expect([tokenStatus, json]).toEqual([
      200,
      expect.objectContaining({ token_type: "Bearer", expires_in: 900, scope: "availability:read bookings:read" }),
    ]);
    const { names } = await oauth.tools(String(json["access_token"]));
    expect(names).toEqual([...GUESTS, "seats_left", "find_booking"]);

    // nothing that opens anything is stored as it is
    const stored = JSON.stringify(await db().selectFrom("oauth_records").selectAll().execute());
    for (const secret of [exchange.code, json["access_token"], json["refresh_token"], id])
      expect(stored).not.toContain(String(secret));
    expect(stored).toContain(hashToken(String(json["access_token"])));
    expect(await db().selectFrom("oauth_clients").select("name").where("id", "=", client).executeTakeFirst()).toEqual({
      name: "Concierge",
    });
  });

  test("is audited as the person, the program and the tool", async () => {
    const { access } = await oauth.connect(manager);
    expect((await oauth.use(access, "find_booking", { reference: "RND-ABC234" })).status).toBe(200);
    const [entry] = await db().selectFrom("audit_log").selectAll().where("action", "=", "assistant.called").execute();
    expect(entry).toMatchObject({ actor_kind: "user", actor_id: manager.id });
    expect(entry!.changes).toMatchObject({ tool: { new: "find_booking" }, program: { new: "Concierge" } });
    const [entryOfGrant] = await db()
      .selectFrom("audit_log")
      .selectAll()
      .where("action", "=", "connection.made")
      .execute();
    expect(entryOfGrant).toMatchObject({ actor_id: manager.id, subject_type: "connection" });
    expect(entryOfGrant!.changes).toMatchObject({ host: { new: "assistant.example" } });
  });

  test("is listed with the host to which its code went, whichever else it has registered", async () => {
    const own = await oauth.signIn("manager");
    const { json } = await oauth.register({
      redirect_uris: ["https://trusted.example/", "https://assistant.example/callback"],
    });
    const id = oauth.idIn((await oauth.authorize(own, oauth.ask(String(json["client_id"])).query)).to);
    await oauth.answer(own, id, "allow");
    const { connections } = await listConnections(
      database.ctx({ actor: { kind: "user", userId: own.id, role: "manager" } }),
    );
    expect(connections).toMatchObject([{ host: "assistant.example" }]);
  });

  test("that is denied is told so, and nothing is granted", async () => {
    const before = await grants();
    const { json } = await oauth.register();
    const { query } = oauth.ask(String(json["client_id"]));
    const id = oauth.idIn((await oauth.authorize(manager, query)).to);
    await oauth.answer(manager, id, "deny");
    expect((await oauth.goOn(manager, id)).to).toContain("https://assistant.example/callback?error=access_denied");
    expect(await grants()).toEqual(before);
  });

  test("on somebody's device may use any port", async () => {
    const { json } = await oauth.register({ redirect_uris: ["http://127.0.0.1/callback"] });
    const { query } = oauth.ask(String(json["client_id"]), { redirect_uri: "http://127.0.0.1:51234/callback" });
    expect(oauth.idIn((await oauth.authorize(manager, query)).to)).not.toBe("");
  });

  test.each([
    ["http elsewhere", ["http://assistant.example/callback"]],
    ["a scheme of its own", ["assistant://callback"]],
    ["script", ["javascript:alert(1)"]],
    ["a fragment", ["https://assistant.example/#x"]],
    ["a name and password", ["https://ronda.test@evil.example/"]],
    ["a NUL", ["https://assistant.example/\0"]],
    ["letters beyond ASCII", ["https://assistant.example/é"]],
    ["none", []],
    ["eleven", Array.from({ length: 11 }, (_, n) => `https://assistant.example/${n}`)],
  ])("can't register with %s", async (_, redirect_uris) => {
    const { status, json } = await oauth.register({ redirect_uris });
    expect([status, json["error"]]).toEqual([400, "invalid_redirect_uri"]);
  });

  test("of one network can't register without end, and those that nobody lets in don't pile up", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push((await oauth.register({}, "203.0.113.50")).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
    const many = Array.from({ length: 600 }, (_, n) => ({
      id: `flood-${n}`,
      name: "Flood",
      redirect_uris: ["https://flood.example/"],
      created_at: new Date(Date.now() - 3_600_000),
    }));
    await db().insertInto("oauth_clients").values(many).execute();
    const { json } = await oauth.register();
    const rows = await db().selectFrom("oauth_clients").select("id").execute();
    expect(rows.map(({ id }) => id)).toContain(json["client_id"]);
    expect(rows.length).toBeLessThanOrEqual(500 + (await grants()).length);
  });
});

describe("a request", () => {
  const sent = async (over: Record<string, string | undefined>, person = manager) => {
    const { json } = await oauth.register();
    return (await oauth.authorize(person, oauth.ask(String(json["client_id"]), over).query)).to;
  };

  // whoever registered the address may be a stranger, and nobody has answered yet
  test.each([
    ["for no resource", { resource: undefined }],
    ["for another resource", { resource: "https://elsewhere.test/mcp" }],
    ["without a challenge", { code_challenge: undefined, code_challenge_method: undefined }],
    ["with a plain challenge", { code_challenge_method: "plain" }],
    ["for a token at once", { response_type: "token" }],
    ["to an address that isn't registered", { redirect_uri: "https://evil.example/callback" }],
    ["to one that begins like it", { redirect_uri: "https://assistant.example/callback.evil.example" }],
    ["of a program that isn't", { client_id: "nobody" }],
    ["of a program that can't be", { client_id: "\0".repeat(22) }],
    ["with a NUL in what comes back", { state: "\0" }],
  ])("%s leads nowhere", async (_, over) => {
    expect(await sent(over)).toBeNull();
  });

  test("that wants nobody asked is asked all the same", async () => {
    expect(oauth.idIn(await sent({ prompt: "none" }))).not.toBe("");
  });

  test("twice with a parameter leads nowhere else", async () => {
    const { json } = await oauth.register();
    const { query } = oauth.ask(String(json["client_id"]));
    query.append("redirect_uri", "https://evil.example/");
    const { to } = await oauth.authorize(manager, query);
    expect(to ?? "").not.toContain("evil.example");
  });

  test("is answered by whoever was asked alone, and once", async () => {
    const other = await oauth.signIn("manager");
    const { json } = await oauth.register();
    const id = oauth.idIn((await oauth.authorize(manager, oauth.ask(String(json["client_id"])).query)).to);
    expect((await oauth.consent(other, id)).data).toEqual({ consent: null });
    expect((await oauth.answer(other, id, "allow")).data).toMatchObject({
      formError: "connections.refused.request_over",
    });
    expect((await oauth.consent(manager, id)).data).toMatchObject({
      consent: { program: "Concierge", host: "assistant.example", email: manager.email },
    });
    // not answered yet: it leads to the question again
    expect(oauth.idIn((await oauth.goOn(manager, id)).to)).not.toBe("");
  });

  test("is answered again with the same answer, and with no other", async () => {
    const before = (await grants()).length;
    const { json } = await oauth.register();
    const id = oauth.idIn((await oauth.authorize(manager, oauth.ask(String(json["client_id"])).query)).to);
    for (let n = 0; n < 2; n++) expect((await oauth.answer(manager, id, "allow")).data).not.toHaveProperty("formError");
    expect((await oauth.answer(manager, id, "deny")).data).toHaveProperty("formError");
    expect(await grants()).toHaveLength(before + 1);
    expect((await oauth.goOn(manager, id)).to).toContain("code=");
  });

  test("beside another of the same program replaces what was let it, and says so", async () => {
    const { json } = await oauth.register();
    const client = String(json["client_id"]);
    const before = await subjectsOf("connection.made");
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.push(oauth.idIn((await oauth.authorize(manager, oauth.ask(client).query)).to));
    const answers = await Promise.all(ids.map((id) => oauth.answer(manager, id, "allow")));
    for (const { data } of answers) expect(data).toHaveProperty("next");
    const [grant, ...others] = (await grants()).filter(({ client_id: id }) => id === client);
    expect(others).toEqual([]);
    const noted = (await subjectsOf("connection.made")).filter((one) => !before.includes(one));
    expect(noted).toHaveLength(4);
    expect(await subjectsOf("connection.ended")).toEqual(
      expect.arrayContaining(noted.filter((one) => one !== grant!.id)),
    );
    expect(await subjectsOf("connection.ended")).not.toContain(grant!.id);
  });

  test("that somebody else has answered for themselves gives the asker nothing", async () => {
    const other = await oauth.signIn("manager");
    const { json } = await oauth.register();
    const id = oauth.idIn((await oauth.authorize(manager, oauth.ask(String(json["client_id"])).query)).to);
    await oauth.answer(manager, id, "allow");
    expect((await oauth.goOn(other, id)).to).toBeNull();
    expect((await oauth.goOn(manager, id)).to).toContain("code=");
    expect((await oauth.goOn(manager, id)).to).toBeNull();
  });

  test("asks for no more than the role of whoever answers", async () => {
    const guide = await oauth.signIn("guide");
    const { json, access } = await oauth.connect(guide, { scope: ALL });
    expect(json["scope"]).toBe("tonight:read");
    expect((await oauth.tools(access)).names).toEqual([...GUESTS, "who_comes_tonight"]);
    const bookkeeper = await oauth.signIn("bookkeeper");
    const { json: client } = await oauth.register();
    const { query } = oauth.ask(String(client["client_id"]), { scope: "bookings:write" });
    const id = oauth.idIn((await oauth.authorize(bookkeeper, query)).to);
    expect((await oauth.answer(bookkeeper, id, "allow")).data).toMatchObject({
      formError: "connections.refused.scope_missing",
    });
  });

  test("for all is one that names no scope, or none of ours", async () => {
    for (const scope of [undefined, "openid profile"]) {
      const { json } = await oauth.connect(manager, { scope });
      expect(json["scope"]).toBe(ALL);
      expect(json).not.toHaveProperty("id_token");
    }
  });
});

describe("codes and tokens", () => {
  test.each([
    ["with another verifier", { code_verifier: "x".repeat(43) }],
    ["without a verifier", { code_verifier: undefined }],
    ["for another address", { redirect_uri: "https://assistant.example/other" }],
    ["for another resource", { resource: "https://elsewhere.test/mcp" }],
  ])("a code is good for nothing %s", async (_, over) => {
    const { exchange } = await oauth.codeFor(manager);
    const { status, json } = await oauth.token({ ...exchange, ...over });
    expect([status, json]).toEqual([400, expect.not.objectContaining({ access_token: expect.anything() })]);
  });

  test("a program that can't be is told so", async () => {
    for (const client_id of ["\0", `${"x".repeat(21)}\0`]) {
      const { status, json } = await oauth.token({ grant_type: "refresh_token", refresh_token: "x\0", client_id });
      expect([status, json]).toEqual([401, expect.objectContaining({ error: "invalid_client" })]);
    }
    const { client, exchange } = await oauth.codeFor(manager);
    for (const over of [
      { code: "\0" },
      { redirect_uri: "\0" },
      { resource: "\0" },
      { code_verifier: "\0" },
      { scope: "\0" },
    ])
      expect((await oauth.token({ ...exchange, ...over, client_id: client })).status).toBeLessThan(500);
  });

  test("a code of one program is good for nothing to another", async () => {
    const { exchange } = await oauth.codeFor(manager);
    const { json } = await oauth.register();
    expect((await oauth.token({ ...exchange, client_id: String(json["client_id"]) })).status).toBe(400);
  });

  test("a code that comes again ends what it gave", async () => {
    const { exchange, access, refresh, client } = await oauth.connect(manager);
    expect((await oauth.tools(access)).status).toBe(200);
    expect((await oauth.token(exchange)).json).toMatchObject({ error: "invalid_grant" });
    expect((await oauth.tools(access)).status).toBe(401);
    const renewed = await oauth.token({ grant_type: "refresh_token", refresh_token: refresh, client_id: client });
    expect(renewed.json).toMatchObject({ error: "invalid_grant" });
    const ended = await db()
      .selectFrom("audit_log")
      .select("actor_kind")
      .where("action", "=", "connection.ended")
      .execute();
    expect(ended).toContainEqual({ actor_kind: "system" });
  });

  test("of a code that is sent twice at the same moment, at most one is answered, and nothing of it lasts", async () => {
    const { exchange } = await oauth.codeFor(manager);
    const both = await Promise.all([oauth.token(exchange), oauth.token(exchange)]);
    const tokens = both.flatMap(({ json }) => (typeof json["access_token"] === "string" ? [json["access_token"]] : []));
    expect(tokens.length).toBeLessThanOrEqual(1);
    for (const token of tokens) expect((await oauth.tools(token)).status).toBe(401);
  });

  test("a refresh token is exchanged once; the second time everything ends", async () => {
    const { refresh, client } = await oauth.connect(manager);
    const renew = (refresh_token: string) =>
      oauth.token({ grant_type: "refresh_token", refresh_token, client_id: client });
    const first = await renew(refresh);
    expect((await oauth.tools(String(first.json["access_token"]))).status).toBe(200);
    expect((await renew(refresh)).json).toMatchObject({ error: "invalid_grant" });
    expect((await oauth.tools(String(first.json["access_token"]))).status).toBe(401);
    expect((await renew(String(first.json["refresh_token"]))).json).toMatchObject({ error: "invalid_grant" });
  });

  test("a connection is renewed so often in a minute and no more, and goes on afterward", async () => {
    const { refresh, client } = await oauth.connect(manager);
    let refresh_token = refresh;
    const renew = async () => {
      const { status, json } = await oauth.token({ grant_type: "refresh_token", refresh_token, client_id: client });
      if (status === 200) refresh_token = String(json["refresh_token"]);
      return [status, json["code"]];
    };
    for (let n = 0; n < 20; n++) expect(await renew()).toEqual([200, undefined]);
    expect(await renew()).toEqual([429, "too_many_attempts"]);
    oauth.at(minutes(2));
    expect(await renew()).toEqual([200, undefined]);
  });

  test("of what failed here nothing is used up: the program tries again, and goes on", async () => {
    const failing = async <T>(work: () => Promise<T>): Promise<T> => {
      await sql`alter table oauth_records add constraint fails check (kind <> 'AccessToken') not valid`.execute(db());
      return work().finally(() => sql`alter table oauth_records drop constraint fails`.execute(db()));
    };
    const { exchange, client } = await oauth.codeFor(manager);
    expect(await failing(() => oauth.token(exchange))).toMatchObject({ status: 503, json: { code: "busy" } });
    const got = await oauth.token(exchange);
    expect(got.status).toBe(200);
    const renewal = {
      grant_type: "refresh_token",
      refresh_token: String(got.json["refresh_token"]),
      client_id: client,
    };
    expect(await failing(() => oauth.token(renewal))).toMatchObject({ status: 503, json: { code: "busy" } });
    const renewed = await oauth.token(renewal);
    expect(renewed.status).toBe(200);
    expect((await oauth.tools(String(renewed.json["access_token"]))).status).toBe(200);
    // and is used up then
    expect((await oauth.token(renewal)).json).toMatchObject({ error: "invalid_grant" });
  });

  test("a token for less than was allowed opens no more", async () => {
    const { refresh, client } = await oauth.connect(manager, { scope: ALL });
    const scope = "availability:read";
    const less = await oauth.token({ grant_type: "refresh_token", refresh_token: refresh, client_id: client, scope });
    expect(less.json).toMatchObject({ scope });
    const access = String(less.json["access_token"]);
    expect((await oauth.tools(access)).names).toEqual([...GUESTS, "seats_left"]);
  });

  test("a token ends after a quarter of an hour, a connection after thirty days, and what has ended is deleted", async () => {
    const { access, refresh, client } = await oauth.connect(manager);
    oauth.at(minutes(14));
    expect((await oauth.tools(access)).status).toBe(200);
    oauth.at(minutes(16));
    expect((await oauth.tools(access)).status).toBe(401);
    oauth.at(minutes(30 * 24 * 60 + 1));
    const late = await oauth.token({ grant_type: "refresh_token", refresh_token: refresh, client_id: client });
    expect(late.json).toMatchObject({ error: "invalid_grant" });
    await forgetEnded({ db: db(), now: minutes(31 * 24 * 60)() });
    expect(await grants()).toEqual([]);
    expect(await db().selectFrom("oauth_records").selectAll().execute()).toEqual([]);
    // the program keeps the id that it has, and may be let in again under it
    const clients = () => db().selectFrom("oauth_clients").selectAll().execute();
    expect((await clients()).map(({ id }) => id)).toContain(client);
    expect(await oauth.register()).toMatchObject({ status: 201 });
    expect((await clients()).map(({ id }) => id)).toContain(client);
    await forgetEnded({ db: db(), now: minutes(181 * 24 * 60)() });
    expect(await clients()).toEqual([]);
  });

  test("a program gives its token back", async () => {
    const { access, refresh, client } = await oauth.connect(manager);
    expect((await oauth.post("/oauth/revoke", { token: refresh, client_id: client })).status).toBe(200);
    expect((await oauth.tools(access)).status).toBe(401);
  });

  test("nothing else is a token", async () => {
    const { exchange, refresh } = await oauth.connect(manager);
    for (const text of [refresh, exchange.code, "x".repeat(43), "ronda_live_x"]) {
      const { status, challenge } = await oauth.tools(text);
      expect([status, challenge]).toEqual([401, expect.stringContaining('error="invalid_token"')]);
    }
  });
});

describe("a connection does no more than its person may", () => {
  let person: Person;
  let access: string;
  let refresh: string;
  let client: string;
  beforeEach(async () => {
    person = await oauth.signIn("manager");
    ({ access, refresh, client } = await oauth.connect(person, { scope: ALL }));
  });
  const renewed = () => oauth.token({ grant_type: "refresh_token", refresh_token: refresh, client_id: client });

  test("when their role changes", async () => {
    await setUser(person, { role: "guide" });
    expect((await oauth.tools(access)).names).toEqual([...GUESTS, "who_comes_tonight"]);
    await setUser(person, { role: "manager" });
    expect((await oauth.tools(access)).names).toContain("find_booking");
  });

  test.each([
    ["their role is taken away", { role: null }],
    ["their account is switched off", { banned: true }],
    ["their second factor is gone", { two_factor_enabled: false }],
  ])("when %s", async (_, values) => {
    await setUser(person, values);
    expect((await oauth.tools(access)).status).toBe(401);
    expect((await renewed()).json).toMatchObject({ error: "invalid_grant" });
  });

  test("when their account is deleted", async () => {
    await db().deleteFrom("user").where("id", "=", person.id).execute();
    expect((await oauth.tools(access)).status).toBe(401);
    expect((await grants()).filter(({ user_id: id }) => id === person.id)).toEqual([]);
  });

  test("when they or an admin end it, and nobody else can", async () => {
    const [grant] = (await grants()).filter(({ user_id: id }) => id === person.id);
    const by = (userId: string, role: "guide" | "manager" | "admin") =>
      endConnection(database.ctx({ actor: { kind: "user", userId, role } }), { id: grant!.id });
    expect(await by(manager.id, "manager")).toMatchObject({ reason: "forbidden" });
    expect((await oauth.tools(access)).status).toBe(200);
    expect(await by(person.id, "manager")).toMatchObject({ ok: true, name: "Concierge" });
    expect((await oauth.tools(access)).status).toBe(401);
    expect((await renewed()).json).toMatchObject({ error: "invalid_grant" });
    expect(await by(manager.id, "admin")).toMatchObject({ reason: "connection_not_found" });
  });

  type By = ReturnType<typeof database.ctx>;
  const within = (work: (tx: Tx) => Promise<unknown>) => db().transaction().execute(work);
  const role = (by: By, wish: Partial<ChangeRole>) =>
    changeRole(by, {
      user_id: person.id,
      role: "manager",
      was: "manager",
      cities: null,
      was_cities: null,
      sure: false,
      ...wish,
    });
  test.each<[string, (own: By, admin: By) => Promise<unknown>]>([
    ["they sign out everywhere", (own) => endSession(own, null)],
    ["an admin signs them out", (_, admin) => revokeSessions(admin, { user_id: person.id })],
    ["their role falls", (_, admin) => role(admin, { role: "guide" })],
    ["their cities are limited", async (_, admin) => role(admin, { cities: [(await aCity()).id] })],
    ["one of their phones is in wrong hands", (own) => within((tx) => endSessionsBut(own, tx, person.id, null))],
    ["they get another address", (own) => within((tx) => own.publish(own, tx, emailChanged(moved(person))))],
    [
      "they join by an invitation",
      (own) => within((tx) => giveOffered(own, tx, OFFER, { ...person, email_verified: true, role: "manager" })),
    ],
  ])("when %s, for good", async (_, happens) => {
    const by = (userId: string, as: "manager" | "admin") =>
      database.ctx({ actor: { kind: "user", userId, role: as, secondFactor: true } });
    const admin = await oauth.signIn("admin");
    await happens(by(person.id, "manager"), by(admin.id, "admin"));
    expect((await grants()).filter(({ user_id: id }) => id === person.id)).toEqual([]);
    expect((await oauth.tools(access)).status).toBe(401);
    expect((await renewed()).json).toMatchObject({ error: "invalid_grant" });
  });

  test("but stays when they sign out of one browser", async () => {
    const own = database.ctx({ actor: { kind: "user", userId: person.id, role: "manager" } });
    await endSession(own, randomUUID());
    expect((await oauth.tools(access)).status).toBe(200);
  });

  test("when their password or second factor changes", async () => {
    const ctx = database.ctx({ actor: { kind: "user", userId: person.id, role: "manager" } });
    await db()
      .transaction()
      .execute((tx) => endConnections(ctx, tx, { userId: person.id }));
    expect((await oauth.tools(access)).status).toBe(401);
  });
});
