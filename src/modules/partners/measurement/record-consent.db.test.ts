import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { keepOwnPages } from "#src/modules/site/content/keep-own-pages.server.ts";
import { agreedNow } from "#src/modules/site/content/read-agreed.server.ts";
import { forgetConsents } from "#src/modules/partners/measurement/forget-consents.server.ts";
import { readConsents } from "#src/modules/partners/measurement/queries.server.ts";
import { consentsSheet } from "#src/modules/partners/measurement/write-csv.server.ts";
import { apiOn, type Call } from "#tests/api-client.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { later } from "#tests/seeds.ts";
import { csvText } from "#tests/sheets.ts";

const database = freshDatabase({ TRUST_PROXY: "1", SITE_ORIGINS: "https://oaxaca.example" });
const call = apiOn(database);

const PATH = "/api/functions/record-consent";
const HERE = { "x-forwarded-for": "203.0.113.50" };
const decision = (over: object = {}) => ({
  id: randomUUID(),
  visitor: randomUUID(),
  decision: "granted",
  textVersion: "2026-11",
  language: "es",
  ...over,
});
const record = (body: object, more: Call = {}) => call(PATH, { body, headers: HERE, ...more });
const consents = () => database.services.db.selectFrom("consents").selectAll().orderBy("n").execute();

beforeEach(async () => {
  await database.services.db.deleteFrom("rate_counters").execute();
});

describe("a decision", () => {
  test("is stored once with what was shown, and with nothing of where it came from", async () => {
    await keepOwnPages(database.ctx());
    const { privacy } = await agreedNow(database.ctx());
    const message = decision();
    expect(await record(message)).toMatchObject({ status: 200, json: { recorded: true } });
    expect(await record({ ...message, decision: "withdrawn" })).toMatchObject({
      status: 200,
      json: { recorded: false },
    });
    const [row, ...more] = (await consents()).filter(({ id }) => id === message.id);
    expect(more).toEqual([]);
    const { id, visitor } = message;
    const stored = { decision: "granted", text_version: "2026-11", language: "es", site_tag: "cdmx", at: NOON };
    expect(privacy).not.toBeNull();
    expect(row).toEqual({ id, visitor, n: expect.any(Number), privacy_version: privacy, ...stored });
  });

  test("is stored once when it arrives twenty times together", async () => {
    const message = decision();
    const answers = await Promise.all(Array.from({ length: 20 }, () => record(message)));
    expect(answers.filter(({ json }) => json["recorded"])).toHaveLength(1);
  });

  test("belongs to the site of its host", async () => {
    const message = decision();
    await apiOn(database, "oaxaca.example")(PATH, { body: message, headers: HERE });
    expect((await consents()).find(({ id }) => id === message.id)).toMatchObject({ site_tag: "oaxaca" });
  });

  test("is limited per address, and says when to come again", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 62; n++) statuses.push((await record(decision())).status);
    expect(statuses).toEqual([...Array<number>(60).fill(200), 429, 429]);
    expect((await record(decision())).headers.get("retry-after")).toBe("600");
    expect((await record(decision(), { headers: { "x-forwarded-for": "203.0.113.51" } })).status).toBe(200);
  });

  test.each([
    [{ id: "1" }, "id"],
    [{ visitor: "fingerprint" }, "visitor"],
    [{ decision: "maybe" }, "decision"],
    [{ textVersion: "a\nb" }, "textVersion"],
    [{ textVersion: "a".repeat(21) }, "textVersion"],
    [{ language: "fr" }, "language"],
    [{ at: "2020-01-01" }, "at"],
  ])("with %o is refused for its %s", async (over, field) => {
    const { status, json } = await record(decision(over));
    expect([status, json["errors"]]).toMatchObject([422, [{ field }]]);
  });
});

test("the log can't be changed, nor emptied, nor deleted from before its time", async () => {
  const { id } = decision();
  await record(decision({ id }));
  const { pool } = database.services;
  for (const statement of [
    `update consents set decision = 'rejected' where id = '${id}'`,
    `delete from consents where id = '${id}'`,
    "truncate consents cascade",
  ])
    await expect(pool.query(statement), statement).rejects.toThrow("append-only");
});

test("decisions are forgotten after three years", async () => {
  const { db } = database.services;
  const old = { id: randomUUID(), visitor: randomUUID(), text_version: "1", language: "en", site_tag: "cdmx" };
  const at = new Date(Date.now() - 3.1 * 366 * 86_400_000);
  await db
    .insertInto("consents")
    .values({ ...old, decision: "granted", at })
    .execute();
  await forgetConsents({ db }, new Date(Date.now() - 3 * 366 * 86_400_000));
  expect((await consents()).filter(({ id }) => id === old.id)).toEqual([]);
});

describe("the log", () => {
  const admin = () => database.ctx({ actor: { kind: "user", role: "admin" } });
  const top = { older: null, newer: null };

  test("is read page by page, newest first, filtered and counted", async () => {
    const { db } = database.services;
    const rows = Array.from({ length: 70 }, (_, n) => ({
      id: randomUUID(),
      visitor: randomUUID(),
      decision: "withdrawn",
      text_version: "2026-11",
      language: n % 2 === 0 ? "en" : "es",
      site_tag: "cdmx",
      at: later(n),
    }));
    await db.insertInto("consents").values(rows).execute();
    const filter = { decision: "withdrawn", language: null } as const;
    const read = async (beyond: typeof top | { older: number; newer: null } | { older: null; newer: number }) => {
      const snapshot = await readConsents(admin(), filter, beyond);
      if (!snapshot.ok) throw new Error(snapshot.reason);
      return snapshot;
    };
    const first = await read(top);
    expect([first.consents.length, first.newer]).toEqual([50, null]);
    expect(first.consents[0]).toMatchObject({ at: later(69).toISOString(), bookings: 0 });
    const second = await read({ older: first.older!, newer: null });
    expect([second.consents.length, second.older]).toEqual([20, null]);
    const back = await read({ older: null, newer: second.newer! });
    expect(back.consents.map(({ n }) => n)).toEqual(first.consents.map(({ n }) => n));
    expect(first.counts.filter((one) => one.decision === "withdrawn")).toEqual(
      expect.arrayContaining([
        { decision: "withdrawn", language: "en", count: 35 },
        { decision: "withdrawn", language: "es", count: 35 },
      ]),
    );
  });

  test("is a file for whoever may change settings, and nobody else", async () => {
    const file = await consentsSheet(admin(), { decision: "withdrawn", language: "es" });
    if (!file.ok) throw new Error(file.reason);
    const [head, ...rows] = (await csvText(file.sheet)).trimEnd().split(/\r?\n/);
    expect(head).toContain("Decision");
    expect(rows).toHaveLength(35);
    expect(rows[0]).toMatch(/Withdrawn.*Spanish.*2026-11.*cdmx/);
    const manager = database.ctx({ actor: { kind: "user", role: "manager" } });
    const no = { ok: false, reason: "forbidden", missing: "settings.change" };
    expect(await consentsSheet(manager, { decision: null, language: null })).toEqual(no);
    expect(await readConsents(manager, { decision: null, language: null }, top)).toEqual(no);
  });
});
