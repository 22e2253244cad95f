import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { deleteCrawl } from "#src/modules/site/catalog/delete-crawl.server.ts";
import {
  crawlsForStaff,
  crawlToEdit,
  deletedCrawls,
  findCrawl,
  listCrawls,
} from "#src/modules/site/catalog/queries.server.ts";

import { restoreCrawl } from "#src/modules/site/catalog/restore-crawl.server.ts";
import { CrawlFields } from "#src/modules/site/catalog/schema.ts";
import { switchCrawl } from "#src/modules/site/catalog/switch-crawl.server.ts";
import { updateCrawl } from "#src/modules/site/catalog/update-crawl.server.ts";
import { violated } from "#src/platform/transaction.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase } from "#tests/database.ts";
import { addCrawl, addDeparture, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const staff = (role = "admin") => database.ctx({ actor: { kind: "user", role } });
const guest = () => database.ctx();

beforeAll(() => seedMinimal(database.services.db));

const newCrawl = (over: { is_active?: boolean; title?: string } = {}) => addCrawl(database.services.db, over);
const actions = async (id: string) =>
  (
    await database.services.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_type", "=", "crawl")
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute()
  ).map(({ action }) => action);
const everything = { city: null, state: null, text: "" } as const;
const isListed = async (id: string) => {
  const crawls = await crawlsForStaff(staff(), everything);
  return crawls.ok && crawls.crawls.some((crawl) => crawl.id === id);
};
const isDeleted = async (id: string) => {
  const result = await deletedCrawls(staff());
  return result.ok && result.crawls.some((crawl) => crawl.id === id);
};
const isShown = async (id: string) =>
  (await findCrawl(guest(), id)) !== null && (await listCrawls(guest())).some((crawl) => crawl.id === id);

test("a deleted crawl is gone from the site and the list, and comes back hidden", async () => {
  const id = await newCrawl({ title: "Comes back" });
  expect([await isShown(id), await isListed(id), await isDeleted(id)]).toEqual([true, true, false]);
  expect(await deleteCrawl(staff(), { id })).toEqual({ ok: true, title: "Comes back" });
  expect([await isShown(id), await isListed(id), await isDeleted(id)]).toEqual([false, false, true]);
  expect(await deleteCrawl(staff(), { id })).toEqual({ ok: true, title: "Comes back" });
  expect(await restoreCrawl(staff("manager"), { id })).toEqual({ ok: true, title: "Comes back" });
  expect([await isShown(id), await isListed(id), await isDeleted(id)]).toEqual([false, true, false]);
  await restoreCrawl(staff(), { id });
  expect(await switchCrawl(staff(), { id, is_active: true })).toEqual({ ok: true, title: "Comes back", unseen: null });
  expect(await isShown(id)).toBe(true);
  expect(await actions(id)).toEqual(["crawl.deleted", "crawl.restored", "crawl.activated"]);
});

test("whoever works in Spanish is told of it by its Spanish title", async () => {
  const id = await newCrawl({ title: "Rooftops" });
  await database.services.db.updateTable("pub_crawls").set({ title_es: "Azoteas" }).where("id", "=", id).execute();
  const inSpanish = database.ctx({ actor: { kind: "user", role: "admin" }, locale: "es" });
  for (const answer of [
    await switchCrawl(inSpanish, { id, is_active: false }),
    await deleteCrawl(inSpanish, { id }),
    await deleteCrawl(inSpanish, { id }),
    await restoreCrawl(inSpanish, { id }),
  ])
    expect(answer).toMatchObject({ ok: true, title: "Azoteas" });
});

test("a crawl with departures to come isn't deleted: says how many, and how many people hold seats", async () => {
  const id = await newCrawl();
  const { db } = database.services;
  const departures = [await addDeparture(db, id), await addDeparture(db, id)];
  const booked = await bookDeparture(guest(), {});
  await db.updateTable("bookings").set({ scheduled_crawl_id: departures[0]! }).where("id", "=", booked).execute();
  const { number_of_people: people } = await db
    .selectFrom("bookings")
    .select("number_of_people")
    .where("id", "=", booked)
    .executeTakeFirstOrThrow();
  expect(await deleteCrawl(staff(), { id })).toEqual({ ok: false, reason: "has_departures", departures: 2, people });
  await db.updateTable("scheduled_crawls").set({ status: "cancelled" }).where("crawl_id", "=", id).execute();
  await addDeparture(db, id, { date: "2026-11-01" });
  expect(await deleteCrawl(staff(), { id })).toMatchObject({ ok: true });
  expect(await actions(id)).toEqual(["crawl.deleted"]);
});

test("tonight's crawl that is still on its way counts as one to come", async () => {
  const id = await newCrawl();
  await addDeparture(database.services.db, id, { date: "2026-11-20" });
  const midnight = database.ctx({ actor: { kind: "user", role: "admin" }, now: new Date("2026-11-21T06:00:00Z") });
  expect(await deleteCrawl(midnight, { id })).toMatchObject({ reason: "has_departures", departures: 1 });
});

test("no departure is planned for a deleted crawl, however close the two come", async () => {
  const { db } = database.services;
  const id = await newCrawl();
  await deleteCrawl(staff(), { id });
  expect(violated(await addDeparture(db, id).catch((error: unknown) => error))).toBe("departure_of_deleted_crawl");

  for (let round = 0; round < 10; round++) {
    const crawl = await newCrawl();
    const [deleted, planned] = await Promise.allSettled([
      deleteCrawl(staff(), { id: crawl }),
      addDeparture(db, crawl, { date: "2027-01-01" }),
    ]);
    const isGone = deleted.status === "fulfilled" && deleted.value.ok;
    expect(isGone, "one of the two, never both").toBe(planned.status === "rejected");
  }
});

test("showing and hiding is written down once; what is so already stays so", async () => {
  const id = await newCrawl({ is_active: true });
  await switchCrawl(staff(), { id, is_active: true });
  await Promise.all([1, 2, 3].map(() => switchCrawl(staff(), { id, is_active: false })));
  expect(await isShown(id)).toBe(false);
  expect(await actions(id)).toEqual(["crawl.deactivated"]);
});

describe("refused is", () => {
  const FORBIDDEN = { ok: false, reason: "forbidden", missing: "crawls.change" };
  const NONE = { ok: false, reason: "crawl_not_found" };

  test.each(["support", "marketing", "guide", "customer"])("all of it to %s", async (role) => {
    const id = await newCrawl();
    expect(await deleteCrawl(staff(role), { id })).toEqual(FORBIDDEN);
    expect(await restoreCrawl(staff(role), { id })).toEqual(FORBIDDEN);
    expect(await switchCrawl(staff(role), { id, is_active: false })).toEqual(FORBIDDEN);
    expect(await actions(id)).toEqual([]);
  });

  test("a crawl that there isn't", async () => {
    const id = randomUUID();
    for (const answer of [
      deleteCrawl(staff(), { id }),
      restoreCrawl(staff(), { id }),
      switchCrawl(staff(), { id, is_active: true }),
    ])
      expect(await answer).toEqual(NONE);
  });

  test("changing a deleted one, whoever has its form open", async () => {
    const id = await newCrawl();
    const snapshot = await crawlToEdit(staff(), id);
    if (!snapshot.ok) throw new Error(snapshot.reason);
    await deleteCrawl(staff(), { id });
    const crawl = CrawlFields.parse({ ...snapshot.crawl.draft, description: "Late" });
    expect(await updateCrawl(staff(), { id, version: snapshot.crawl.version, crawl })).toEqual({
      ok: false,
      reason: "crawl_deleted",
    });
    expect(await switchCrawl(staff(), { id, is_active: true })).toEqual({ ok: false, reason: "crawl_deleted" });
    expect(await crawlToEdit(staff(), id)).toMatchObject({ ok: true, crawl: { deletedOn: "2026-11-20" } });
  });
});
